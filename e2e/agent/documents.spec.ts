import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { test as base, expect } from '../support/agent.ts';
import { Sandbox } from '../support/sandbox.ts';
import { askEvery, type SluicePages } from '../support/sluice-pages.ts';
import { journeyOf } from '../support/journey.ts';

const row = (page: Page, name: string): Locator => page.getByRole('row').filter({ hasText: name });
const box = (page: Page, name: string): Locator => page.getByRole('checkbox', { name: `Select ${name}` });

/** Chooses a tag in one of the dialog's fields, by typing its name. */
async function chooseTag(dialog: Locator, field: 'Add' | 'Remove', name: string): Promise<void> {
  const input = dialog.getByRole('combobox', { name: field });
  await input.fill(name);
  await dialog.page().getByRole('option', { name, exact: true }).click();
}

/** Another program with the same rights puts a set of tags in place of what a document has. */
async function patchTags(sandbox: Sandbox, contentId: string, tags: readonly string[]): Promise<void> {
  const answer = await fetch(`${sandbox.baseUrl}/contents/v1/documents/${contentId}`, {
    method: 'PATCH',
    headers: { 'x-api-key': sandbox.apiKey, 'content-type': 'application/json' },
    body: JSON.stringify({ tags }),
  });
  expect(answer.status).toBe(200);
}

async function upload(sluice: SluicePages, paths: readonly string[], options = {}): Promise<void> {
  await sluice.value('uploads.add', { paths: [...paths], options });
  await expect
    .poll(
      async () => {
        const { rows } = await sluice.value('documents.query', {});
        return rows.filter(({ status }) => status === 'completed' || status === 'failed').length;
      },
      { intervals: askEvery },
    )
    .toBe(paths.length);
}

const behaviours = [
  { name: 'spec', args: ['--profile', 'spec'] },
  { name: 'field', args: ['--profile', 'field'] },
  { name: 'no list', args: ['--profile', 'spec', '--no-list'] },
] as const;

for (const { name, args } of behaviours) {
  const test = base.extend({
    sandbox: async ({ place }, use) => {
      const sandbox = new Sandbox(place.home, args);
      await sandbox.start();
      await use(sandbox);
      await sandbox.stop();
    },
  });

  test(`tags of many, while another program changes them too (${name})`, async ({
    connected,
    page,
    place,
    sandbox,
  }) => {
    const files = ['alpha.txt', 'beta.txt', 'gamma.txt'].map((one) => place.file(one, `The text of ${one}.`));
    await upload(connected, files);
    const [theirs, old] = await Promise.all(
      ['theirs', 'old'].map(async (tag) => (await connected.value('tags.create', { name: tag })).id),
    );
    const documents = await sandbox.documents();
    for (const { id } of documents) await patchTags(sandbox, id, [old ?? '']);
    await connected.open('#/documents');
    await page.getByRole('checkbox', { name: 'Select all' }).check();
    await connected.button('Tags…').click();
    const dialog = page.getByRole('dialog', { name: 'Change the tags of 3 documents' });
    await dialog.getByRole('combobox', { name: 'Add' }).fill('ours');
    await page.getByRole('option', { name: 'Create “ours”' }).click();
    await chooseTag(dialog, 'Remove', 'old');
    // While the person chooses, another program adds its own; one of the service's answers is slow, so that
    // it writes in between.
    for (const { id } of documents) await patchTags(sandbox, id, [old ?? '', theirs ?? '']);
    await dialog.getByRole('button', { name: 'Change tags' }).click();
    await expect(page.getByText('Changing tags: 3 documents done.')).toBeVisible();
    for (const { tags } of await sandbox.documents()) expect([...tags].sort()).toEqual(['ours', 'theirs']);
    await expect(row(page, 'alpha.txt')).toContainText('ours');
    await expect(row(page, 'alpha.txt')).toContainText('theirs');
    await expect(row(page, 'alpha.txt')).not.toContainText('old');
  });

  test(`a failed document is explained, and sent again (${name})`, async ({ connected, page, place }) => {
    const path = place.file('broken.pdf', 'this is no PDF');
    await upload(connected, [path, place.file('good.txt', 'Oracle reported growth.')]);
    await connected.open('#/documents?status=failed');
    await row(page, 'broken.pdf').click();
    await expect(page.getByRole('region', { name: 'The service could not read the file' })).toBeVisible();
    await expect(page.getByText('Read, and compared with what was sent before')).toBeVisible();
    place.file('broken.pdf', 'this is no PDF');
    const before = (await connected.value('documents.query', { filter: { search: 'broken' } })).rows[0]
      ?.contentId;
    await connected.button('Send again').click();
    await expect
      .poll(async () => {
        const { rows } = await connected.value('documents.query', { filter: { search: 'broken' } });
        return rows.map(({ contentId, status }) => contentId !== before && status);
      })
      .toEqual(['failed']);
  });

  test(
    `sharing and deleting, the count typed; the rest stays (${name})`,
    journeyOf(name),
    async ({ connected, page, place, sandbox }) => {
      const files = Array.from({ length: 12 }, (_, index) =>
        place.file(`note-${index}.txt`, `Text number ${index}.`),
      );
      await upload(connected, files);
      await connected.open('#/documents');
      await box(page, 'note-3.txt').check();
      await box(page, 'note-4.txt').check();
      await connected.button('Share').click();
      await page.getByRole('dialog').getByRole('button', { name: 'Share' }).click();
      await expect(page.getByText('Sharing with the organization: 2 documents done.')).toBeVisible();
      expect(
        (await sandbox.documents())
          .filter(({ shared }) => shared)
          .map(({ file_name }) => file_name)
          .sort(),
      ).toEqual(['note-3.txt', 'note-4.txt']);
      await connected.open('#/documents?shared=yes');
      await expect(page.getByText('2 documents', { exact: true })).toBeVisible();
      await row(page, 'note-3.txt').click();
      const shared = page.getByRole('switch', { name: /Shared with the organization/ });
      await expect(shared).toBeChecked();
      await shared.click();
      await expect(shared).not.toBeChecked();

      await connected.open('#/documents');
      await page.getByRole('grid').focus();
      await page.keyboard.press('Control+a');
      await connected.button('Delete…').click();
      const dialog = page.getByRole('dialog', { name: 'Delete 12 documents?' });
      const confirm = dialog.getByRole('button', { name: 'Delete for good' });
      await expect(confirm).toBeDisabled();
      await dialog.getByRole('textbox').fill('12');
      // One of them cannot be deleted: it stays, says why, and is tried again.
      await sandbox.faults([{ match: { method: 'DELETE' }, kind: 'status', status: 403, times: 1 }]);
      await confirm.click();
      const job = page.getByRole('region', { name: 'Changes to documents' });
      await expect(job.getByText('1 failed')).toBeVisible();
      await job.getByRole('button', { name: 'Show results' }).click();
      const drawer = page.getByRole('dialog', { name: 'Deleting' });
      await expect(drawer.getByText('The service does not allow this with your key.')).toBeVisible();
      await drawer.getByRole('button', { name: 'Try those again' }).click();
      await expect(page.getByText('No documents yet')).toBeVisible();
      expect(await sandbox.documents()).toEqual([]);
    },
  );
}

base('filters, views and an export; the original is downloaded', async ({ connected, page, place }) => {
  const files = ['annual report.txt', 'quarterly report.txt', 'note.txt'].map((one) =>
    place.file(one, `The text of ${one}.`),
  );
  await upload(connected, files, { noIndex: true });
  await connected.open('#/documents');
  await page.getByRole('searchbox').fill('report');
  await expect(page.getByText('2 documents', { exact: true })).toBeVisible();
  await page.getByRole('columnheader', { name: 'File' }).getByRole('button').click();
  await expect(page).toHaveURL(/search=report&sort=file/);
  await connected.button('Views').click();
  await page.getByRole('menuitem', { name: 'Save this view…' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Reports');
  await connected.button('Save').click();
  await connected.open('#/documents');
  await connected.button('Views').click();
  await page.getByRole('menuitem', { name: 'Reports' }).click();
  await expect(page).toHaveURL(/search=report&sort=file/);
  await expect(page.getByRole('row').nth(1)).toContainText('annual report.txt');

  await connected.button('Export').click();
  const exported = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'As CSV' }).click();
  const csv = await readFile(await (await exported).path(), 'utf8');
  expect(
    csv
      .trim()
      .split('\r\n')
      .map((line) => line.split(',')[1]),
  ).toEqual(['"fileName"', '"annual report.txt"', '"quarterly report.txt"']);

  await row(page, 'annual report.txt').click();
  await expect(page.getByText('It is enriched but not indexed: a search will not find it.')).toBeVisible();
  const original = page.waitForEvent('download');
  await connected.button('Download').click();
  await page.getByRole('menuitem', { name: 'The original file' }).click();
  const file = await original;
  expect(file.suggestedFilename()).toBe('annual report.txt');
  expect(await readFile(await file.path(), 'utf8')).toBe('The text of annual report.txt.');
});
