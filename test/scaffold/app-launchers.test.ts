import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import config from '../../electron-builder.config.ts';
import { commandLineArguments } from '../../src/main/command-line.ts';
import { projectRoot } from '../support/project-copy.ts';

/** What the program is given, by a stand-in that says so and ends as it is told. */
const program = '#!/bin/sh\nprintf "%s\\n" "$0" "$@"\nexit 8\n';

test.runIf(process.platform !== 'win32').each([
  ['linux', 'resources/bin/sluice', 'sluice'],
  ['mac', 'Contents/Resources/bin/sluice', 'Contents/MacOS/Sluice'],
])(
  'the launcher for %s starts the program beside it with all it is given, also through a link',
  (system, at, beside) => {
    const place = mkdtempSync(join(tmpdir(), 'sluice launcher-'));
    onTestFinished(() => rmSync(place, { recursive: true }));
    for (const path of [at, beside]) mkdirSync(join(place, path, '..'), { recursive: true });
    cpSync(join(projectRoot, 'resources/launchers', system, 'sluice'), join(place, at));
    writeFileSync(join(place, beside), program);
    chmodSync(join(place, beside), 0o755);
    mkdirSync(join(place, 'usr/bin'), { recursive: true });
    symlinkSync(join('../..', at), join(place, 'usr/bin/sluice'));
    for (const launcher of [at, 'usr/bin/sluice']) {
      const given = ['upload', 'a b.txt', '--json', '--', '$HOME', '*'];
      const { status, stdout } = spawnSync(join(place, launcher), given, { encoding: 'utf8', cwd: place });
      const [started, ...args] = stdout.trimEnd().split('\n');
      expect(status).toBe(8);
      expect(resolve(started ?? '')).toBe(realpathSync(join(place, beside)));
      expect(commandLineArguments(['', ...args], 1)).toEqual(given);
    }
  },
);

test('each system gets the launcher that is its own', () => {
  const launcher = (system: string) => [{ from: `resources/launchers/${system}`, to: 'bin' }];
  expect([config.linux, config.mac, config.win].map(({ extraResources }) => extraResources)).toEqual(
    ['linux', 'mac', 'windows'].map(launcher),
  );
  // Nobody could run it here.
  expect(readFileSync(join(projectRoot, 'resources/launchers/windows/sluice.cmd'), 'utf8')).toContain(
    '"%~dp0..\\..\\Sluice.exe" --cli -- %*\nexit /b %ERRORLEVEL%',
  );
});
