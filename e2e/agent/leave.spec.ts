import { test as base, expect } from '../support/agent.ts';
import { RunningAgent } from '../support/running-agent.ts';

/** The agent as a person starts it: the pages may use nothing before somebody allowed it. */
const test = base.extend({
  agent: async ({ place }, use) => {
    const agent = new RunningAgent(place, { ownProcess: false, allowed: [] });
    await agent.start();
    await use(agent);
    await agent.dispose();
  },
});

test('a typed folder is read and watched once its code of the terminal was typed in', async ({
  connected: sluice,
  agent,
  place,
}) => {
  const { page } = sluice;
  const folder = place.folder('Research');
  place.file('Research/note.txt', 'Orrin Semiconductor expects sales to grow.\n');
  const codes = () =>
    [...agent.written().matchAll(/"event":"leave","data":\{"code":"(\d{6})"/g)].map(([, code]) => code ?? '');

  await sluice.open('#/folders/new');
  await page.getByRole('combobox', { name: 'Folder', exact: true }).fill(folder);
  await page.keyboard.press('Escape');
  await sluice.button('Allow this folder…').click();
  const code = page.getByLabel('Code');
  await expect(code).toBeVisible();
  await expect.poll(() => codes().length).toBe(1);
  expect(agent.written()).toContain(folder);
  // A page that guesses is not believed.
  await code.fill(codes()[0] === '000000' ? '000001' : '000000');
  await page.getByRole('dialog').getByRole('button', { name: 'Allow' }).click();
  await expect(page.getByText('That is not the code')).toBeVisible();
  await code.fill(codes()[0] ?? '');
  await page.getByRole('dialog').getByRole('button', { name: 'Allow' }).click();
  await expect(page.getByText('1 of 1 is taken')).toBeVisible();
});

test('whom a team’s database is believed is for the person at the terminal to say', async ({
  connected: sluice,
  agent,
  place,
}) => {
  const { page } = sluice;
  const file = place.file('company.pem', '');
  await sluice.open('#/settings/team');
  const section = page.locator('#team');
  await section.getByLabel('Address of the team’s database').fill('postgres://anna@127.0.0.1:1/research');
  await section.getByLabel('File with certificates (PEM)').fill(file);
  await sluice.button('Test the connection').click();
  await expect(page.getByLabel('Code')).toBeVisible();
  expect(agent.written()).toContain('"kind":"trust"');
  const [, code = ''] = /"event":"leave","data":\{"code":"(\d{6})"/.exec(agent.written()) ?? [];
  await page.getByLabel('Code').fill(code);
  await page.getByRole('dialog').getByRole('button', { name: 'Allow' }).click();
  await expect(section.getByText(/^Nothing answers where the team.s database should be/)).toBeVisible();
});

test('a script of the page gets nothing that was not allowed', async ({
  connected: sluice,
  agent,
  place,
}) => {
  const secret = place.file('private/key.txt', 'secret');
  const refused = { ok: false, error: { code: 'LEAVE_NEEDED' } };
  expect(await sluice.call('uploads.add', { paths: [secret], options: {} })).toMatchObject(refused);
  expect(await sluice.call('folders.add', { folder: { path: place.folder('private') } })).toMatchObject(
    refused,
  );
  const { path } = await sluice.value('host.samplesFolder', {});
  const { id } = await sluice.value('folders.add', { folder: { path } });
  for (const changes of [{ afterUpload: 'delete' }, { localDelete: 'delete' }, { followLinks: true }]) {
    expect(await sluice.call('folders.edit', { folderId: id, changes })).toMatchObject(refused);
  }
  // The code is nowhere a page could find it.
  expect(
    await sluice.call('host.askLeave', { call: 'uploads.add', input: { paths: [secret], options: {} } }),
  ).toEqual({
    ok: true,
    value: { leave: 'code' },
  });
  await expect.poll(() => agent.written()).toContain('"event":"leave"');
});
