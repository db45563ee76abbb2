import { appendFileSync } from 'node:fs';
import { setTimeout as after } from 'node:timers/promises';
import { expect, test } from '../support/agent.ts';

test('a watch folder is added with its filter previewed, and what comes into it is uploaded once it is whole', async ({
  connected: sluice,
  sandbox,
  place,
}) => {
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
  await page.getByLabel('Seconds a file must be quiet').fill('3');
  await expect(page.getByRole('switch', { name: 'Share with the organization' })).not.toBeChecked();
  await sluice.button('Start watching').click();
  await expect(page.getByRole('heading', { level: 1, name: 'Research' })).toBeVisible();
  await sluice.expectUploads('completed', 2);

  // A copy that goes on and on is left alone until it has ended.
  await sluice.open('#/home');
  const row = page.getByRole('row').filter({ has: page.getByRole('link', { name: 'Research' }) });
  const part = 'Lumen Grove raised its outlook.\n'.repeat(50);
  const path = place.file('Research/growing.txt', part);
  for (let count = 1; count < 8; count++) {
    // The writer's own pace, which is the thing tested: well below the quiet time also where the machine is busy.
    await after(400);
    appendFileSync(path, part);
  }
  expect((await sandbox.documents()).map(({ file_name }) => file_name)).not.toContain('growing.txt');
  // The page follows by itself: nobody reloads it. In the order seen, searchable, in progress, ignored, needs attention.
  await expect(row.getByRole('cell')).toHaveText([/Research/, '4', '3', '0', '1', '0'], { timeout: 60_000 });
  const grown = (await sandbox.documents()).filter(({ file_name }) => file_name === 'growing.txt');
  expect(grown).toMatchObject([{ raw_size: 8 * part.length, shared: false }]);

  await row.getByRole('link', { name: '3', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Uploads' })).toBeVisible();
  await expect(page.getByText('3 uploads', { exact: true })).toBeVisible();
  await page.goBack();
  await row.getByRole('link', { name: '1', exact: true }).click();
  await expect(page.getByText('c.log')).toBeVisible();
});
