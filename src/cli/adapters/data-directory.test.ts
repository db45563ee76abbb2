import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { dataDirectory, dataFolderOfApp } from './data-directory.ts';

test.runIf(process.platform !== 'win32').each([
  ['linux', {}, '/home/a/.config/sluice/data'],
  ['linux', { XDG_CONFIG_HOME: '/elsewhere' }, '/elsewhere/sluice/data'],
  // One that is not absolute counts for nothing (XDG base directories).
  ['linux', { XDG_CONFIG_HOME: 'elsewhere' }, '/home/a/.config/sluice/data'],
  ['darwin', {}, '/home/a/Library/Application Support/sluice/data'],
  ['win32', { APPDATA: '/roaming' }, '/roaming/sluice/data'],
  ['win32', {}, '/home/a/AppData/Roaming/sluice/data'],
] as const)('the data folder of the app on %s with %j is %s', (platform, variables, folder) => {
  expect(dataFolderOfApp(platform, { HOME: '/home/a', USERPROFILE: '/home/a', ...variables })).toBe(folder);
});

test('with --app it is that of the app, if there is one, and no other one beside', () => {
  const home = mkdtempSync(join(tmpdir(), 'sluice-app-'));
  onTestFinished(() => rmSync(home, { recursive: true }));
  const here = { workingDirectory: home, variables: { HOME: home } };
  const of = (options: { app?: boolean; dataDir?: string }) => dataDirectory(options, here, 'linux');
  expect(() => of({ app: true })).toThrow('never started');
  const folder = dataFolderOfApp('linux', here.variables);
  mkdirSync(folder, { recursive: true });
  expect(of({ app: true })).toBe(folder);
  expect(() => of({ app: true, dataDir: 'x' })).toThrow('one of the two');
  expect(of({ dataDir: 'x' })).toBe(join(home, 'x'));
});
