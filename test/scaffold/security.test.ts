import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { projectRoot } from '../support/project-copy.ts';

const sources = (room: string) =>
  readdirSync(join(projectRoot, 'src', room), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !name.includes('.test.'))
    .map((name) => ({ name, text: readFileSync(join(projectRoot, 'src', room, name), 'utf8') }));

/** Points of Electron's security checklist that stand in the sources; docs/security.md lists all twenty. */
test('5: permissions are denied, asked, checked and for devices', () => {
  const { text } = sources('main').find(({ name }) => name === 'deny-by-default.ts') ?? { text: '' };
  for (const name of [
    'setPermissionRequestHandler',
    'setPermissionCheckHandler',
    'setDevicePermissionHandler',
  ])
    expect(text).toContain(name);
});

test('8, 9, 10, 11, 12: nothing dangerous is switched on, and there are no web views', () => {
  const all = [...sources('main'), ...sources('renderer'), ...sources('preload')];
  expect(all.length).toBeGreaterThan(20);
  const dangerous =
    /allowRunningInsecureContent|experimentalFeatures|enableBlinkFeatures|allowpopups|<webview|webSecurity: false|contextIsolation: false|sandbox: false|nodeIntegration\w*: true|disable-web-security|append\w+\W+no-sandbox|certificate-error|setCertificateVerifyProc/;
  expect(all.filter(({ text }) => dangerous.test(text)).map(({ name }) => name)).toEqual([]);
});

test('15: addresses are opened in one place, which asks first', () => {
  const places = sources('main').filter(({ text }) => text.includes('shell.openExternal('));
  expect(places.map(({ name }) => name)).toEqual(['host-calls.ts']);
});

test('16: Electron is the current major line of the lock', () => {
  const { devDependencies } = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8'));
  expect(Number.parseInt(devDependencies.electron.replace(/\D*/, ''), 10)).toBeGreaterThanOrEqual(45);
});

test('17, 20: one channel for calls and one for what was dropped, checked, and no Electron object for pages', () => {
  const handled = sources('main').filter(({ text }) => /ipcMain\.(handle|on)\(/.test(text));
  expect(handled.map(({ name }) => name)).toEqual(['bridge.ts']);
  expect(handled[0]?.text.match(/ipcMain\./g)).toHaveLength(2);
  expect(handled[0]?.text.match(/isTrusted\(senderFrame\)/g)).toHaveLength(2);
  const preload = sources('preload');
  expect(preload).toHaveLength(1);
  expect(preload[0]?.text).not.toMatch(/exposeInMainWorld\([^)]*(ipcRenderer|webUtils)/);
});

test.each([
  ['https://updates.example', true],
  ['http://updates.example', false],
  ['http://127.0.0.1:8080', false],
  ['//updates.example', false],
])('an app is packaged with %s as the address of its updates: %s', (address, isTaken) => {
  const config = pathToFileURL(join(projectRoot, 'electron-builder.config.ts')).href;
  const run = spawnSync(process.execPath, ['-e', `await import(${JSON.stringify(config)})`], {
    env: { PATH: process.env.PATH, SLUICE_UPDATE_URL: address },
  });
  expect(run.status === 0).toBe(isTaken);
});
