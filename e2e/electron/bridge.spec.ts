import { join } from 'node:path';
import { callNames, eventNames } from '../../src/shared/bridge/names.ts';
import { expect, test } from '../support/app.ts';

test('the page holds three functions and nothing of Node or Electron', async ({ running }) => {
  const { page } = running;
  const seen = await page.evaluate(() => ({
    bridge: Object.keys(window.sluice).sort(),
    frozen: Object.isFrozen(window.sluice),
    others: ['require', 'process', 'module', 'Buffer', 'global', 'electron', 'ipcRenderer'].filter(
      (name) => name in window,
    ),
  }));
  expect(seen).toEqual({ bridge: ['call', 'on', 'pathsOf'], frozen: true, others: [] });
});

test('every name of the contract passes, and no other reaches the main process', async ({ launch }) => {
  const { app, page, call } = await launch();
  await app.evaluate(({ dialog }) => {
    dialog.showOpenDialog = async () => ({ canceled: true, filePaths: [] });
  });
  for (const name of callNames.filter((one) => one !== 'host.startSandbox')) {
    const reply = await call(name as 'agent.status');
    expect([name, reply.ok ? '' : reply.error.code]).not.toEqual([name, 'UNEXPECTED']);
    expect([name, reply.ok ? '' : reply.error.message]).not.toEqual([name, 'There is no such call.']);
  }
  for (const name of ['nope', 'constructor', '__proto__', 'sluice:call']) {
    expect([name, await call(name as 'agent.status')]).toEqual([
      name,
      { ok: false, error: { code: 'USAGE', message: 'There is no such call.' } },
    ]);
  }
  const kinds = await page.evaluate(
    (names) => names.map((name) => typeof window.sluice.on(name as 'status.changed', () => undefined)),
    [...eventNames, 'nope'],
  );
  expect(kinds).toEqual(kinds.map(() => 'function'));
});

test('input the contract does not allow is refused, and failures carry their code', async ({ running }) => {
  const { call } = running;
  expect(await call('uploads.list', { limit: 1_000_000 })).toMatchObject({
    ok: false,
    error: { code: 'USAGE' },
  });
  expect(await call('uploads.add', null)).toMatchObject({ ok: false, error: { code: 'USAGE' } });
  expect(await call('key.test', { profileId: 'none' })).toMatchObject({
    ok: false,
    error: { code: 'NOT_HERE' },
  });
});

test('events bring the payload and no event object, and end when they are not wanted', async ({
  running,
}) => {
  const { page, value } = running;
  await page.evaluate(() => {
    const seen: unknown[][] = [];
    const stop = window.sluice.on('status.changed', (...given: unknown[]) => seen.push(given));
    Object.assign(globalThis, { seen, stop });
  });
  const seen = () => page.evaluate(() => (globalThis as unknown as { seen: unknown[][] }).seen);
  await value('agent.pause');
  await expect.poll(seen).toEqual([[expect.objectContaining({ paused: true })]]);
  await page.evaluate(() => (globalThis as unknown as { stop: () => void }).stop());
  await value('agent.resume');
  await expect.poll(() => value<{ paused: boolean }>('agent.status')).toMatchObject({ paused: false });
  expect(await seen()).toHaveLength(1);
});

test('a page of another origin is not answered, although it has the preload', async ({ running }) => {
  const { app, place } = running;
  const foreign = place.file('foreign.html', '<!doctype html><title>Foreign</title>');
  const preload = join(import.meta.dirname, '../../out/preload/index.cjs');
  // Awaited, so that a page that cannot be loaded is said, and no window waited for.
  await app.evaluate(
    async ({ BrowserWindow }, given) => {
      const options = {
        preload: given.preload,
        contextIsolation: true,
        sandbox: true,
        nodeIntegration: false,
      };
      await new BrowserWindow({ webPreferences: options }).loadFile(given.foreign);
    },
    { foreign, preload },
  );
  const foreignPage = () => app.windows().find((page) => page.url().endsWith('/foreign.html'));
  await expect.poll(foreignPage).toBeDefined();
  expect(await foreignPage()?.evaluate(() => window.sluice.call('agent.status', {}))).toEqual({
    ok: false,
    error: { code: 'USAGE', message: 'This page may not call Sluice.' },
  });
  await app.evaluate(({ BrowserWindow }) => {
    for (const one of BrowserWindow.getAllWindows())
      if (one.webContents.getURL().endsWith('/foreign.html')) one.destroy();
  });
  await expect.poll(() => app.windows().length).toBe(1);
});

test('dropped files and folders have their real paths; made-up files have none', async ({ running }) => {
  const { page, call, place } = running;
  const file = place.file('dropped ü.txt', 'text');
  const add = (path: string) => call('uploads.add', { paths: [path], options: {} });
  expect(await add(file)).toMatchObject({ ok: false, error: { code: 'LEAVE_NEEDED' } });
  await page.evaluate(() => {
    const area = document.createElement('div');
    area.id = 'drop-area';
    area.setAttribute('class', 'drop-area');
    Object.assign(area.style, { position: 'fixed', inset: '0', zIndex: '99999' });
    const dropped: string[] = [];
    area.addEventListener('dragover', (event) => event.preventDefault());
    area.addEventListener('drop', (event) => {
      event.preventDefault();
      event.stopPropagation();
      dropped.push(...window.sluice.pathsOf([...(event.dataTransfer?.files ?? [])]));
    });
    document.body.append(area);
    Object.assign(globalThis, { dropped });
  });
  const session = await page.context().newCDPSession(page);
  const data = { items: [], files: [file, place.userData], dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    await session.send('Input.dispatchDragEvent', { type, x: 300, y: 300, data });
  }
  const dropped = () => page.evaluate(() => (globalThis as unknown as { dropped: string[] }).dropped);
  await expect.poll(dropped).toEqual([file, place.userData]);
  expect(await page.evaluate(() => window.sluice.pathsOf([new File(['a'], 'made-up.txt')]))).toEqual(['']);
  // Dropping it was picking it; what lies beside it was not.
  expect(await add(file)).not.toMatchObject({ error: { code: 'LEAVE_NEEDED' } });
  expect(await add(place.file('beside.txt', 'text'))).toMatchObject({ error: { code: 'LEAVE_NEEDED' } });
  await page.reload();
});

test('a page names only what the person picked, dropped or allowed in a dialog', async ({ running }) => {
  const { app, call, value, place } = running;
  const answer = (response: number) =>
    app.evaluate(({ dialog }, given) => {
      const asked: string[] = [];
      Object.assign(globalThis, { asked });
      dialog.showMessageBox = (async (...parts: { detail?: string }[]) => {
        asked.push(parts.at(-1)?.detail ?? '');
        return { response: given, checkboxChecked: false };
      }) as never;
    }, response);
  const wanted = { paths: [place.file('not-picked.txt', 'text')], options: {} };
  const refused = { ok: false, error: { code: 'LEAVE_NEEDED' } };
  await answer(0);
  expect(await call('uploads.add', wanted)).toMatchObject(refused);
  expect(await value('host.askLeave', { call: 'uploads.add', input: wanted })).toEqual({ leave: 'refused' });
  const asked = await app.evaluate(() => (globalThis as unknown as { asked: string[] }).asked);
  expect(asked).toEqual([expect.stringContaining('not-picked.txt')]);
  expect(await call('uploads.add', wanted)).toMatchObject(refused);
  expect(await value('host.giveLeave', { code: '000000' })).toEqual({ given: false });

  await answer(1);
  expect(await value('host.askLeave', { call: 'uploads.add', input: wanted })).toEqual({ leave: 'given' });
  expect(await call('uploads.add', wanted)).not.toMatchObject(refused);
});

test('a folder is chosen in a dialog of the main process', async ({ running }) => {
  const { app, call, value, place } = running;
  const preview = () => call('folders.preview', { folder: { id: 'new', path: place.home, profileId: 'p' } });
  expect(await value('host.pickFolder')).toEqual({ path: null });
  expect(await preview()).toMatchObject({ ok: false, error: { code: 'LEAVE_NEEDED' } });
  await app.evaluate(({ dialog }, path) => {
    dialog.showOpenDialog = async () => ({ canceled: false, filePaths: [path] });
  }, place.home);
  expect(await value('host.pickFolder')).toEqual({ path: place.home });
  expect(await preview()).toMatchObject({ ok: true });
});
