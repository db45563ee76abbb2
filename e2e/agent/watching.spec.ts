import { closeSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '../support/agent.ts';
import { journey } from '../support/journey.ts';

test(
  'a watch folder is added with its filter previewed, and what comes into it is uploaded once it is whole',
  journey,
  async ({ connected: sluice, sandbox, place }) => {
    const { page } = sluice;
    const folder = place.folder('Research');
    for (const name of ['a.txt', 'b.txt', 'c.log']) place.file(`Research/${name}`, `Orrin, in ${name}.`);

    await sluice.open('#/folders/new');
    await page.getByRole('combobox', { name: 'Folder', exact: true }).fill(folder);
    await page.keyboard.press('Escape');
    await expect(page.getByText('3 of 3 are taken')).toBeVisible();
    await page.getByRole('combobox', { name: 'File types' }).fill('txt');
    await page.keyboard.press('Enter');
    await expect(page.getByText('2 of 3 are taken')).toBeVisible();
    await page.getByLabel('Seconds a file must be quiet').fill('1');
    await expect(page.getByRole('switch', { name: 'Share with the organization' })).not.toBeChecked();
    await sluice.button('Start watching').click();
    await expect(page.getByRole('heading', { level: 1, name: 'Research' })).toBeVisible();
    await sluice.expectUploads('completed', 2);

    // A copy that stalls again and again is left alone until it has ended; what comes after it and is whole is
    // not.
    await sluice.open('#/home');
    const row = page.getByRole('row').filter({ has: page.getByRole('link', { name: 'Research' }) });
    const part = 'Lumen Grove raised its outlook.\n'.repeat(50);
    const copy = openSync(join(folder, 'growing.txt'), 'w');
    for (let count = 1; count <= 3; count++) {
      writeSync(copy, part);
      place.file(`Research/meanwhile-${count}.txt`, `Lumen Grove, note ${count}.`);
      await sluice.expectUploads('completed', 2 + count);
    }
    expect((await sandbox.documents()).map(({ file_name }) => file_name)).not.toContain('growing.txt');
    closeSync(copy);
    // The page follows by itself: nobody reloads it. In the order seen, searchable, in progress, ignored, needs
    // attention.
    await expect(row.getByRole('cell')).toHaveText([/Research/, '7', '6', '0', '1', '0']);
    const grown = (await sandbox.documents()).filter(({ file_name }) => file_name === 'growing.txt');
    expect(grown).toMatchObject([{ raw_size: 3 * part.length, shared: false }]);

    await row.getByRole('link', { name: '6', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Searchable files' })).toBeVisible();
    await expect(page.getByRole('table').getByRole('link', { name: 'Upload' })).toHaveCount(6);
    await page.goBack();
    await row.getByRole('link', { name: '1', exact: true }).click();
    await expect(page.getByText('c.log')).toBeVisible();
  },
);
