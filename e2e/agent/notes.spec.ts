import { join } from 'node:path';
import { test, expect } from '../support/agent.ts';
import { expectMarks, expectShownPlace, markedText } from '../support/marked-text.ts';
import { projectRoot } from '../support/project-root.ts';

const filing = join(projectRoot, 'resources/samples/broker-research/halden-freight-downgrade.html');

test('passages are marked, noted, copied with their source and found again by their link', async ({
  connected: sluice,
}) => {
  const { page } = sluice;
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await sluice.value('uploads.add', { paths: [filing], options: {} });
  await sluice.expectUploads('completed', 1);
  const { rows } = await sluice.value('uploads.list', {});
  const contentId = rows[0]?.contentId ?? '';
  await sluice.open(`#/documents/${contentId}/annotated?event=0`);
  await expectMarks(page);
  await expectShownPlace(page);
  const [sentence = ''] = await markedText(page, 'active');
  const text = page.getByRole('region', { name: 'Text of the document' });

  // By keyboard: the sentence that is shown.
  await text.focus();
  await page.keyboard.press('h');
  await expect.poll(() => markedText(page, 'note-yellow')).toEqual([sentence]);
  await page.keyboard.press('c');
  await expect(page.getByText('Copied with its source')).toBeVisible();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  const [link = ''] = /sluice:\S+$/.exec(copied) ?? [];
  expect(copied.replaceAll(/\s+/g, ' ')).toContain(`“${sentence.replaceAll(/\s+/g, ' ')}” — `);
  expect(link).toContain(contentId);

  // By mouse: a word.
  await text
    .locator('p')
    .last()
    .dblclick({ position: { x: 40, y: 12 } });
  const bar = page.getByRole('toolbar', { name: 'Selected words' });
  const word = await page.evaluate(() => document.getSelection()?.toString().trim() ?? '');
  expect(word).not.toBe('');
  await bar.getByRole('button', { name: 'Note' }).click();
  await page.getByRole('textbox', { name: 'What you note about it' }).fill('Ask about this.');
  await page.keyboard.press('Control+Enter');
  const notes = page.getByRole('list', { name: 'Notes' }).getByRole('listitem');
  await expect(notes).toHaveCount(2);
  const mine = notes.filter({ hasText: 'Ask about this.' });
  await expect(mine).toContainText(word);

  // Taken away, and back.
  await mine.getByRole('button', { name: 'Delete' }).click();
  await expect(notes).toHaveCount(1);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(notes).toHaveCount(2);
  await expect(mine).toContainText(word);
  await notes.first().getByRole('button').first().click();
  await expectShownPlace(page);
  await expect(page).toHaveURL(/path=/);

  // All notes, and the link from anywhere.
  await page.getByRole('link', { name: 'All notes' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Notes' })).toBeVisible();
  await expect(notes).toHaveCount(2);
  await page.getByRole('searchbox', { name: 'Search in notes' }).fill('ask about');
  await expect(notes).toHaveCount(1);
  await page.keyboard.press('Control+k');
  await page.getByRole('textbox', { name: 'Commands' }).fill(link);
  await expect(page.getByRole('button', { name: 'Open the passage of this link' })).toBeVisible();
  await page.keyboard.press('Enter');
  await expectShownPlace(page);
  await expect.poll(() => markedText(page, 'active', 'current')).toEqual([sentence]);
});
