import { readFile } from 'node:fs/promises';
import { test as base, expect } from '../support/agent.ts';
import { Sandbox } from '../support/sandbox.ts';
import { expectShownPlace, markedText, shownMarks } from '../support/marked-text.ts';
import { journeyOf } from '../support/journey.ts';

const texts = {
  'one.txt': 'Apple Inc. reported strong growth. Apple Inc. beat expectations and Microsoft rose.',
  'two.txt': 'Apple Inc. warned of weak demand and a loss.',
  'three.txt': 'Microsoft announced record profits.',
  'four.txt': 'Oracle is in no table below.',
};

for (const profile of ['spec', 'field'] as const) {
  const test = base.extend({
    sandbox: async ({ place }, use) => {
      const sandbox = new Sandbox(place.home, ['--profile', profile]);
      await sandbox.start();
      await use(sandbox);
      await sandbox.stop();
    },
  });

  test(
    `three documents become a table, and an entity opens in the text (${profile})`,
    journeyOf(profile),
    async ({ connected, page, place }) => {
      const paths = Object.entries(texts).map(([name, text]) => place.file(name, text));
      await connected.value('uploads.add', { paths, options: {} });
      await connected.expectUploads('completed', 4);
      // A list that was asked for just before may still say that one is under way; those are not read.
      await expect
        .poll(async () => (await connected.value('documents.query', {})).rows.map(({ status }) => status))
        .toEqual(paths.map(() => 'completed'));
      await connected.open('#/documents');
      for (const name of ['one.txt', 'two.txt', 'three.txt'])
        await page.getByRole('checkbox', { name: `Select ${name}` }).check();
      await page.getByRole('link', { name: 'Entities across these' }).click();

      await expect(page.getByText('3 of 3 documents read')).toBeVisible();
      const table = page.getByRole('treegrid', { name: 'Entities' });
      const apple = table.getByRole('row').filter({ hasText: 'Apple Inc.' });
      await expect(apple.getByRole('gridcell').nth(2)).toHaveText('2');
      await expect(apple.getByRole('gridcell').nth(3)).toHaveText('3');
      await expect(table.getByText('Oracle')).toHaveCount(0);

      // By keyboard: the most mentioned is first; open it, go to its first document, and into that.
      await page.getByRole('searchbox', { name: 'Name or id of an entity' }).fill('apple');
      await expect(table.getByRole('row')).toHaveCount(2);
      await table.focus();
      await page.keyboard.press('ArrowRight');
      await expect(table.getByRole('link')).toHaveText(['one.txt', 'two.txt']);
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await expect(page).toHaveURL(/annotated\?entity=/);
      await expectShownPlace(page);
      expect((await markedText(page, ...shownMarks)).join()).toContain('Apple');

      // Back to the table as it was.
      await page.goBack();
      await expect(table.getByRole('link')).toHaveText(['one.txt', 'two.txt']);
      const downloading = page.waitForEvent('download');
      await connected.button('Export').click();
      await page.getByRole('menuitem', { name: 'As CSV' }).click();
      const saved = await (await downloading).path();
      const lines = (await readFile(saved, 'utf8')).trim().split('\r\n');
      expect(lines[0]).toContain('"name","type","documents","mentions"');
      expect(lines).toHaveLength(2);
      expect(lines[1]).toContain('"Apple Inc.","COMP",2,3,');
    },
  );
}

base('a document that failed is named with its reason', async ({ connected, page, place }) => {
  const paths = [
    place.file('good.txt', 'Oracle reported growth.'),
    place.file('broken.pdf', 'this is no PDF'),
  ];
  await connected.value('uploads.add', { paths, options: {} });
  await connected.expectUploads('completed', 1);
  await connected.expectUploads('attention', 1);
  await connected.open(`#/across?documents=${encodeURIComponent('{}')}`);
  await expect(page.getByText('1 of 2 documents read')).toBeVisible();
  await connected.button('Show which').click();
  const list = page.getByRole('region', { name: /could not be read/ });
  await expect(list).toContainText('broken.pdf');
  await expect(list).toContainText('The service could not process it');
});
