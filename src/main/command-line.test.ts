import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { commandLineArguments, runCommandLine } from './command-line.ts';

test.each<[string, string[], string[] | undefined]>([
  ['nothing', [], undefined],
  ['a launcher', ['--cli', '--', 'status', '--json'], ['status', '--json']],
  [
    'a launcher with a switch of its own',
    ['--cli', '--ozone-platform=headless', '--', 'upload', '--', '-x'],
    ['upload', '--', '-x'],
  ],
  ['a launcher and nothing', ['--cli', '--'], []],
  ['a person who writes it out', ['--cli', 'status'], ['status']],
  ['a person, where the program is on the path', ['documents', 'list'], ['documents', 'list']],
  ['an AppImage', ['--no-sandbox', '--cli', '--', 'status'], ['status']],
  ['an AppImage that a link starts', ['--no-sandbox', 'sluice://document/0', '--cli'], undefined],
  ['a link', ['sluice://document/0'], undefined],
  ['a link that brings arguments', ['sluice://document/0', '--cli', '--', 'key', 'forget'], undefined],
  ['what starts it at login', ['--hidden', '--cli'], undefined],
  ['a file', ['/tmp/a.txt'], undefined],
])('%s: %j asks for %j', (_, args, wanted) => {
  expect(commandLineArguments(['/opt/Sluice/sluice', ...args], 1)).toEqual(wanted);
  expect(commandLineArguments(['electron', '.', ...args], 2)).toEqual(wanted);
});

test('a command runs without a window, away from what the app keeps, and its code is the end', async () => {
  const seen: unknown[] = [];
  let session = '';
  const app = {
    whenReady: async () => void seen.push('ready'),
    setPath: (name: string, path: string) => {
      session = path;
      seen.push(name);
    },
    exit: (code?: number) => void seen.push(code, existsSync(session)),
    dock: { hide: () => void seen.push('hidden') },
  };
  const startProgram = () => {
    throw new Error('not asked for');
  };
  const locales = new URL('file:///locales/');
  const load = async () => ({
    runInApp: async (args: readonly string[], host: object) => {
      seen.push(args, Object.keys(host).sort());
      return 8;
    },
  });
  await runCommandLine(['status'], { app, load, startProgram, moveToTrash: undefined, locales });
  const given = ['locales', 'moveToTrash', 'startProgram'];
  expect(seen).toEqual(['sessionData', 'hidden', 'ready', ['status'], given, 8, false]);
  const broken = () => Promise.reject(new Error('no such bundle'));
  await expect(
    runCommandLine([], { app, load: broken, startProgram, moveToTrash: undefined, locales }),
  ).rejects.toThrow('no such bundle');
  expect(seen.slice(-2)).toEqual([1, false]);
});
