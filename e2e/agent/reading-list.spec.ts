import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { test, expect } from '../support/agent.ts';
import { expectMarks } from '../support/marked-text.ts';
import { projectRoot } from '../support/project-root.ts';
import { journey } from '../support/journey.ts';

test(
  'documents are read one after the other in the order of their list, by keyboard',
  journey,
  async ({ connected: sluice, place }) => {
    const { page } = sluice;
    const research = place.folder('Research');
    cpSync(join(projectRoot, 'resources/samples/broker-research'), research, { recursive: true });
    const { profile } = await sluice.value('agent.status', {});
    const folder = { profileId: profile?.id ?? '', path: research, label: 'Research', settleSeconds: 0.1 };
    await sluice.value('folders.add', { folder });
    await sluice.expectUploads('completed', 7);
    const { rows } = await sluice.value('documents.query', { sort: { by: 'file', descending: false } });
    const names = rows.map(({ fileName }) => fileName);
    const list = page.getByRole('navigation', { name: 'The list this is from' });
    const title = page.getByRole('heading', { level: 1 });

    await sluice.open('#/documents?sort=file');
    const grid = page.getByRole('grid', { name: 'Documents' });
    await expect(grid.getByRole('row').nth(7)).toBeVisible();
    await grid.focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(title).toHaveText(names[1] ?? '');
    await expect(list).toContainText('2 of 7');
    await page.keyboard.press(']');
    await expect(title).toHaveText(names[2] ?? '');
    await expect(list).toContainText('3 of 7');
    await page.keyboard.press('[');
    await expect(list).toContainText('2 of 7');

    // As texts, and after the page was loaded anew.
    await page.getByRole('link', { name: 'Open annotated document' }).click();
    await expectMarks(page);
    await expect(list).toContainText('2 of 7');
    await page.reload();
    await expectMarks(page);
    await page.keyboard.press('Shift+J');
    await expect(list).toContainText('3 of 7');
    await expect(page.getByRole('link', { name: names[2] ?? '' })).toBeVisible();
    await expectMarks(page);
    await page.keyboard.press(']');
    await expect(list).toContainText('4 of 7');
    await page.goBack();
    await expect(list).toContainText('3 of 7');
    await page.keyboard.press(']');
    await expect(list).toContainText('4 of 7');
    await expectMarks(page);
    await page.keyboard.press('Escape');
    await expect(page).toHaveURL(/#\/documents\?sort=file$/);

    // Passages of a search.
    await sluice.open('#/search?q=growth&ask=1');
    const passages = page.locator('main article a').filter({ hasText: /Open/ });
    await expect(passages.nth(1)).toBeVisible();
    const second = await passages.nth(1).getAttribute('href');
    await passages.first().focus();
    await page.keyboard.press('Enter');
    await expectMarks(page);
    await expect(list).toContainText('1 of');
    await page.keyboard.press(']');
    await expect(list).toContainText('2 of');
    await expect(page).toHaveURL((url) => url.hash === second);
    await page.keyboard.press('Escape');
    await expect(title).toHaveText('Search my files');
    // The title of a document leads to its best passage too.
    await expect(page.locator(`main article a[href="${second}"]`).first()).toBeFocused();
  },
);

test('who comes back to a list is at the row of the document that was read last', async ({
  connected: sluice,
  place,
}) => {
  const { page } = sluice;
  await page.setViewportSize({ width: 1280, height: 420 });
  const research = place.folder('Research');
  for (let index = 10; index < 40; index++) place.file(`Research/note-${index}.txt`, `Orrin, note ${index}.`);
  const { profile } = await sluice.value('agent.status', {});
  const folder = { profileId: profile?.id ?? '', path: research, label: 'Research', settleSeconds: 0.1 };
  await sluice.value('folders.add', { folder });
  await sluice.expectUploads('completed', 30);
  await sluice.open('#/documents?sort=file');
  const grid = page.getByRole('grid', { name: 'Documents' });
  await expect(grid.getByText('note-10.txt')).toBeVisible();
  await grid.focus();
  await page.keyboard.press('Enter');
  const title = page.getByRole('heading', { level: 1 });
  for (let index = 10; index < 30; index++) {
    await expect(title).toHaveText(`note-${index}.txt`);
    // The name of a document is there before its neighbours in the list.
    await expect(page.getByRole('button', { name: `note-${index + 1}.txt` })).toBeEnabled();
    await page.keyboard.press(']');
  }
  await expect(title).toHaveText('note-30.txt');
  await page.keyboard.press('Escape');
  await expect(grid).toBeFocused();
  const row = page.locator(`[id="${await grid.getAttribute('aria-activedescendant')}"]`);
  await expect(row).toContainText('note-30.txt');
  await expect(row).toBeInViewport();
});
