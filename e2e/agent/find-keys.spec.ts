import { join } from 'node:path';
import { test, expect } from '../support/agent.ts';
import { expectMarks } from '../support/marked-text.ts';
import { projectRoot } from '../support/project-root.ts';

const filing = join(projectRoot, 'resources/samples/broker-research/halden-freight-downgrade.html');

test('commands and find work from every field, and ? says the keys', async ({ connected: sluice }) => {
  const { page } = sluice;
  await sluice.value('uploads.add', { paths: [filing], options: {} });
  await sluice.expectUploads('completed', 1);
  const { rows } = await sluice.value('uploads.list', {});
  const dialog = page.getByRole('dialog');
  const commandsOpen = async () => {
    await page.keyboard.press('Control+k');
    await expect(page.getByRole('textbox', { name: 'Commands' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
  };

  for (const route of ['#/documents', '#/uploads', '#/notes', '#/search']) {
    await sluice.open(route);
    const search = page.getByRole('main').getByRole('searchbox').first();
    await expect(search).toBeVisible();
    await page.getByRole('main').focus();
    await page.keyboard.press('/');
    await expect(search).toBeFocused();
    await commandsOpen();
  }

  await sluice.open(`#/documents/${rows[0]?.contentId}/annotated`);
  await expectMarks(page);
  const find = page.getByRole('textbox', { name: 'Find in the text' });
  const analytics = page.getByRole('region', { name: 'Analytics', exact: true });
  await analytics.getByRole('tab', { name: /Entities/ }).click();
  await analytics.getByRole('searchbox').focus();
  await commandsOpen();
  await analytics.getByRole('searchbox').focus();
  await page.keyboard.press('Control+f');
  await expect(find).toBeFocused();
  await commandsOpen();

  // Behind the tab that is in front.
  await page.setViewportSize({ width: 640, height: 400 });
  await page.getByRole('tab', { name: 'Analytics' }).click();
  await expect(find).toBeHidden();
  await page.keyboard.press('/');
  await expect(find).toBeFocused();
  await page.keyboard.press('Escape');
  await page.keyboard.press('?');
  await expect(dialog.getByText('Next or previous mark')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
});
