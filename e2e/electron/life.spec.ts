import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Launched, projectRoot, test } from '../support/app.ts';
import { builtProgram } from '../support/program.ts';

const contentId = '0123456789ABCDEF0123456789ABCDEF';
const windowOf = async ({ app, page }: Launched) => app.browserWindow(page);
const hashOf = ({ page }: Launched) => page.evaluate(() => location.hash);

/** Menus and trays are taken down as they are made, because a runtime does not give a tray back. */
const clickMenu = ({ app }: Launched, id: string) =>
  app.evaluate(({ Menu }, item) => Menu.getApplicationMenu()?.getMenuItemById(item)?.click(), id);

test('closing the window keeps Sluice working in the tray, and it comes back', async ({ running }) => {
  const sluice = running;
  const window = await windowOf(sluice);
  await expect.poll(() => window.evaluate((one) => one.isVisible())).toBe(true);
  await window.evaluate((one) => one.close());
  expect(await window.evaluate((one) => [one.isDestroyed(), one.isVisible()])).toEqual([false, false]);
  expect(await sluice.value('agent.status')).toMatchObject({ paused: false });
  await sluice.app.evaluate(({ app }) => app.emit('activate'));
  await expect.poll(() => window.evaluate((one) => one.isVisible())).toBe(true);
});

test('where there is no tray, a closed window stays in the taskbar', async ({ launch }) => {
  const sluice = await launch({ tray: false });
  const window = await windowOf(sluice);
  await expect.poll(() => window.evaluate((one) => one.isVisible())).toBe(true);
  await window.evaluate((one) => one.close());
  expect(await window.evaluate((one) => [one.isDestroyed(), one.isMinimized()])).toEqual([false, true]);
  expect(await sluice.value('agent.status')).toMatchObject({ paused: false });
});

test('started at login it begins hidden', async ({ launch }) => {
  const sluice = await launch({ args: ['--hidden'] });
  const window = await windowOf(sluice);
  await expect.poll(() => sluice.page.title()).toContain('Sluice');
  expect(await window.evaluate((one) => one.isVisible())).toBe(false);
});

test('started at login where there is no tray, it waits in the taskbar', async ({ launch }) => {
  const sluice = await launch({ args: ['--hidden'], tray: false });
  const window = await windowOf(sluice);
  await expect.poll(() => sluice.page.title()).toContain('Sluice');
  expect(await window.evaluate((one) => one.isMinimized())).toBe(true);
});

test('what starts no packaged app at login is not offered', async ({ serving: sluice }) => {
  await clickMenu(sluice, 'settings');
  await expect(sluice.page.getByText('Notify me', { exact: true })).toBeVisible();
  await expect(sluice.page.getByText('Start when I sign in')).toHaveCount(0);
});

test('a session that ends is waited for as the system offers it, and ends the app', async ({ launch }) => {
  const sluice = await launch();
  const ended = sluice.app.waitForEvent('close');
  const asked = await sluice.app.evaluate(({ app, powerMonitor }) => {
    const said: string[] = [];
    // As macOS and systemd do it: the monitor first, and then the app is to quit.
    powerMonitor.emit('shutdown', { preventDefault: () => said.push('shutdown kept') });
    app.emit('before-quit', { preventDefault: () => said.push('quit refused') });
    return said;
  });
  expect(asked).toEqual(['shutdown kept']);
  await ended;
});

test('a second start shows the first, at the document its link names', async ({ serving: sluice }) => {
  const { place } = sluice;
  const window = await windowOf(sluice);
  await window.evaluate((one) => one.minimize());
  const program = await sluice.app.evaluate(() => process.argv[0] as string);
  const args = [projectRoot, `--user-data-dir=${place.userData}`, `sluice://document/${contentId}`];
  const second = spawn(program, args, { env: { ...process.env, HOME: place.home }, stdio: 'ignore' });
  expect(await new Promise((resolve) => second.once('exit', resolve))).toBe(0);
  await expect.poll(() => hashOf(sluice)).toBe(`#/documents/${contentId}`);
  await expect
    .poll(() => window.evaluate((one) => [one.isMinimized(), one.isVisible()]))
    .toEqual([false, true]);
});

test('a first start by a link opens at its document; links that are none open the start', async ({
  launch,
}) => {
  const before = await launch();
  // Once a service is set up, the pages do not lead to the welcome page by themselves.
  await before.value('profiles.save', { profile: { name: 'Elsewhere', baseUrl: 'http://127.0.0.1:9' } });
  await before.quit();
  const sluice = await launch({ args: [`sluice://document/${contentId}`] });
  await expect.poll(() => hashOf(sluice)).toBe(`#/documents/${contentId}`);
  await sluice.app.evaluate(({ app }) => {
    app.emit('open-url', { preventDefault: () => undefined }, 'sluice://document/../../etc');
  });
  expect(await hashOf(sluice)).toBe(`#/documents/${contentId}`);
});

test('the menu leads to pages and pauses, in words that follow the state', async ({ serving: sluice }) => {
  await clickMenu(sluice, 'settings');
  await expect.poll(() => hashOf(sluice)).toBe('#/settings');
  await clickMenu(sluice, 'help-licences');
  await expect(sluice.page.getByRole('heading', { level: 1, name: 'Licences' })).toBeVisible();
  // A build has the licences of the pages and of the programs.
  await expect(sluice.page.getByText('Nothing was packaged here')).toHaveCount(0);
  await expect(sluice.page.getByText(/^react-dom@/)).toBeVisible();
  await expect(sluice.page.getByText(/^chokidar@/)).toBeVisible();
  await clickMenu(sluice, 'folders');
  await expect.poll(() => hashOf(sluice)).toBe('#/folders');
  const pauseLabel = () =>
    sluice.app.evaluate(({ Menu }) => Menu.getApplicationMenu()?.getMenuItemById('pause')?.label);
  expect(await pauseLabel()).toBe('Pause uploads');
  await clickMenu(sluice, 'pause');
  await expect.poll(() => sluice.value('agent.status')).toMatchObject({ paused: true });
  await expect.poll(pauseLabel).toBe('Resume uploads');
  await sluice.value('settings.update', { preferences: { language: 'de' } });
  await expect.poll(pauseLabel).toBe('Hochladen fortsetzen');
  await sluice.value('settings.update', { preferences: { language: 'en' } });
  await sluice.value('agent.resume');
  await expect.poll(pauseLabel).toBe('Pause uploads');
});

test('the menu lets the person choose files, and the sheet opens with them', async ({ serving: sluice }) => {
  const { place } = sluice;
  await expect(sluice.page.locator('[data-choose-files]')).toBeAttached();
  const chooser = sluice.page.waitForEvent('filechooser');
  await clickMenu(sluice, 'upload-files');
  await (await chooser).setFiles([place.file('a.txt', 'one'), place.file('b.txt', 'two')]);
  await expect(sluice.page.getByRole('dialog', { name: 'Upload 2 files' })).toBeVisible();
  await sluice.page.reload();
});

test('no shortcut of the menu stands for two things', async ({ running }) => {
  const { app } = running;
  const shortcuts = await app.evaluate(({ Menu }) =>
    (Menu.getApplicationMenu()?.items ?? [])
      .flatMap(({ submenu }) => submenu?.items ?? [])
      .flatMap(({ accelerator }) => accelerator ?? []),
  );
  expect(shortcuts).toContain('CmdOrCtrl+O');
  expect(shortcuts).toEqual([...new Set(shortcuts)]);
});

test('without an address for updates the menu does not speak of them', async ({ running }) => {
  const { app } = running;
  const isThere = (id: string) =>
    app.evaluate(({ Menu }, item) => Menu.getApplicationMenu()?.getMenuItemById(item) != null, id);
  expect([await isThere('support-bundle'), await isThere('updates')]).toEqual([true, false]);
});

test('after sleep everything is compared anew', async ({ running }) => {
  const { app, place } = running;
  await app.evaluate(({ powerMonitor }) => powerMonitor.emit('resume'));
  await expect.poll(() => place.everything()).toContain('woke from sleep');
});

test('addresses are opened only when they are https, and only after asking', async ({ running }) => {
  const sluice = running;
  const answer = (response: number) =>
    sluice.app.evaluate(({ dialog, shell }, given) => {
      const opened: string[] = [];
      Object.assign(globalThis, { opened });
      shell.openExternal = async (address) => void opened.push(address);
      dialog.showMessageBox = (async () => ({
        response: given,
        checkboxChecked: false,
      })) as typeof dialog.showMessageBox;
    }, response);
  const opened = () => sluice.app.evaluate(() => (globalThis as unknown as { opened: string[] }).opened);
  await answer(1);
  for (const url of ['http://example.com', 'file:///etc/passwd', 'javascript:alert(1)', 'smb://host/share']) {
    expect(await sluice.call('host.openExternal', { url })).not.toMatchObject({ value: { opened: true } });
  }
  expect(await opened()).toEqual([]);
  expect(await sluice.value('host.openExternal', { url: 'https://example.com/x' })).toEqual({ opened: true });
  expect(await opened()).toEqual(['https://example.com/x']);
  await answer(0);
  expect(await sluice.value('host.openExternal', { url: 'https://example.com/x' })).toEqual({
    opened: false,
  });
  expect(await opened()).toEqual([]);
});

test('quitting in mid-upload loses nothing: the next start goes on', async ({ launch, place }) => {
  const first = await launch();
  const { profileId } = await first.value<{ profileId: string }>('host.startSandbox');
  await first.value('profiles.save', { profile: { id: profileId, uploadBandwidth: 10_000 } });
  const paths = Array.from({ length: 6 }, (_, index) => {
    const path = join(place.home, `large-${index}.txt`);
    writeFileSync(path, `Document ${index}. Apple reported.\n`.repeat(1000));
    return path;
  });
  const { ids } = await first.value<{ ids: number[] }>('uploads.add', { paths, options: {} });
  await expect
    .poll(() => first.value<{ active: unknown[] }>('agent.status').then(({ active }) => active.length))
    .toBeGreaterThan(0);
  await first.quit();
  const second = await launch();
  const { baseUrl } = await second
    .value<{ profile: { baseUrl: string } }>('agent.status')
    .then(({ profile }) => profile);
  expect(baseUrl).toContain('127.0.0.1');
  await second.value('profiles.save', { profile: { id: profileId, uploadBandwidth: null } });
  await expect
    .poll(() => second.value('uploads.counts', { filter: { ids } }))
    .toMatchObject({ completed: 6 });
  const { documents } = await second.value<{ documents: unknown[] }>('documents.list');
  expect(documents).toHaveLength(6);
});

test('an agent is refused the data folder of the running app, in words', async ({ running: sluice }) => {
  const { place } = sluice;
  const agent = spawn(
    process.execPath,
    [builtProgram('sluice'), 'watch', '--data-dir', place.dataDirectory],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );
  let said = '';
  agent.stderr.on('data', (text: Buffer) => {
    said += text;
  });
  expect(await new Promise((resolve) => agent.once('exit', resolve))).toBe(8);
  expect(said).toContain('Another agent is using this data folder');
  expect(await sluice.value('agent.status')).toMatchObject({ paused: false });
});
