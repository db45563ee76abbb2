import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { test, expect } from '../support/agent.ts';
import { expectShownPlace, markedText, shownMarks } from '../support/marked-text.ts';
import { expectMarkedInOriginal, markedInOriginal } from '../support/original-frame.ts';
import { projectRoot } from '../support/project-root.ts';
import type { SluicePages } from '../support/sluice-pages.ts';

const realFiling = join(projectRoot, '../shared/corpus/apple-10-q.html');
const ownFiling = join(projectRoot, 'resources/samples/broker-research/halden-freight-downgrade.html');
/** A real filing where the corpus is; else one of our own samples. */
const filing = existsSync(realFiling) ? realFiling : ownFiling;

/** Opens a file as an annotated document with its original beside the text; its content id. */
async function openWithOriginal(sluice: SluicePages, path: string): Promise<string> {
  await sluice.value('uploads.add', { paths: [path], options: {} });
  await sluice.expectUploads('completed', 1);
  const { rows } = await sluice.value('uploads.list', {});
  const contentId = rows[0]?.contentId ?? '';
  await sluice.open(`#/documents/${contentId}/annotated`);
  await sluice.button('Original').click();
  await expect(sluice.page.getByText(/sentences? found in it/)).toBeVisible();
  return contentId;
}

test('text and original lead to each other', async ({ connected: sluice }) => {
  const { page } = sluice;
  await openWithOriginal(sluice, filing);
  const analytics = page.getByRole('region', { name: 'Analytics', exact: true });

  await analytics.getByRole('tab', { name: /Entities/ }).click();
  await analytics.getByRole('row').nth(2).click();
  await expectShownPlace(page);
  await expectMarkedInOriginal(page);
  await expect(page.getByText('This is the place.')).toBeVisible();
  const [shown] = await markedText(page, ...shownMarks);
  expect(await markedInOriginal(page)).toEqual([{ name: 'sluice-exact', text: shown }]);
});
