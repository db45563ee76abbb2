import { expect, test } from '../support/agent.ts';
import { journey } from '../support/journey.ts';

const refuseEnrich = (status: number) => ({
  match: { method: 'POST', path: '^/contents/v1/documents$' },
  kind: 'status',
  status,
});

test(
  'a failure is said once with its cause, leads to its uploads, and one retry helps them all',
  journey,
  async ({ connected: sluice, sandbox, place }) => {
    const { page } = sluice;
    await sandbox.faults([refuseEnrich(422)]);
    for (const name of ['a', 'b', 'c']) place.file(`Research/${name}.txt`, `Orrin reported, says ${name}.`);
    const folder = { path: place.folder('Research'), settleSeconds: 0.1 };
    await sluice.value('folders.add', { folder });
    const attention = page.getByRole('region', { name: 'Needs attention' });
    await expect(attention.getByText('The service refused the request as invalid.')).toBeVisible();
    const number = attention.getByRole('link', { name: /^3 uploads/ });
    await expect(number).toBeVisible();
    await number.click();
    await expect(page.getByText('3 uploads', { exact: true })).toBeVisible();

    // One of them, in full.
    await page.getByRole('row').filter({ hasText: 'b.txt' }).click();
    const drawer = page.getByRole('dialog', { name: 'b.txt' });
    await expect(drawer.getByText('The service refused the request as invalid.').first()).toBeVisible();
    await expect(drawer.getByText('An attempt failed')).toBeVisible();
    await sandbox.faults([]);
    await drawer.getByRole('button', { name: 'Retry' }).click();
    await sluice.expectUploads('completed', 1);
    await page.keyboard.press('Escape');
    await expect(drawer).toBeHidden();

    // The others, at once.
    await expect(page.getByText('2 uploads', { exact: true })).toBeVisible();
    await page.getByRole('checkbox', { name: 'Select all' }).check();
    await expect(page.getByText('2 selected')).toBeVisible();
    await sluice.button('Retry').click();
    await sluice.expectUploads('completed', 3);
    await sluice.open('#/home');
    await expect(page.getByText('Nothing needs you.')).toBeVisible();
    expect(await sandbox.documents()).toHaveLength(3);
    expect((await sandbox.audit()).duplicates).toEqual({});
  },
);

test('a wrong key: uploads wait, the page says why and leads to the key, and the right one sets them going', async ({
  connected: sluice,
  sandbox,
  place,
}) => {
  const { page } = sluice;
  await sluice.open('#/settings/key');
  const key = page.getByRole('region', { name: 'API key' });
  await key.getByLabel('New key').fill('this-is-not-the-key');
  await key.getByRole('button', { name: 'Set' }).click();
  await expect(key.getByText(/Check the key and set it again/).first()).toBeVisible();

  place.file('Research/a.txt', 'Orrin reported.');
  await sluice.value('folders.add', { folder: { path: place.folder('Research'), settleSeconds: 0.1 } });
  await sluice.open('#/home');
  await expect(page.getByText('The service did not accept the API key.').first()).toBeVisible();
  await page.getByRole('link', { name: 'Set the key' }).first().click();
  await key.getByLabel('New key').fill(sandbox.apiKey);
  await key.getByRole('button', { name: 'Set' }).click();
  await expect(key.getByText(/accepts the key|accepted/i).first()).toBeVisible();
  await sluice.expectUploads('completed', 1);
  expect(await sandbox.documents()).toHaveLength(1);
});

test('the service goes down and comes back: it is said, nothing is lost, and nobody has to do anything', async ({
  connected: sluice,
  sandbox,
  place,
}) => {
  const { page } = sluice;
  await sluice.value('folders.add', { folder: { path: place.folder('Research'), settleSeconds: 0.1 } });
  await sandbox.stop();
  for (const name of ['a', 'b']) place.file(`Research/${name}.txt`, `Vela reported, says ${name}.`);
  await expect(page.getByText('The service cannot be reached.')).toBeVisible();
  await expect(page.getByRole('navigation').getByText('Waits')).toBeVisible();
  await sandbox.start();
  await sluice.expectUploads('completed', 2);
  await expect(page.getByText('Everything is done.')).toBeVisible();
  // Waiting for a service costs no attempt.
  const { rows } = await sluice.value('uploads.list', {});
  expect(rows.map(({ attempts }) => attempts)).toEqual([0, 0]);
  expect(await sandbox.documents()).toHaveLength(2);
});
