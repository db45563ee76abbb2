import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dataFolderOfApp } from '../../src/cli/adapters/data-directory.ts';
import { findElectron } from '../../scripts/find-electron.ts';
import { exitCodes } from '../../src/shared/errors/catalog-entry.ts';
import { version } from '../../src/shared/version.ts';
import { expect, projectRoot, test } from '../support/app.ts';
import type { Place } from '../support/place.ts';

/** A person's folders, whichever system this is. */
const homeOf = ({ home }: Pick<Place, 'home'>) => ({
  HOME: home,
  APPDATA: join(home, 'roaming'),
  XDG_CONFIG_HOME: join(home, '.config'),
});

/** Runs a command of the built app's own command line, as its launcher does. */
async function sluice(place: Pick<Place, 'home'>, ...args: string[]) {
  const runtime = findElectron(projectRoot);
  if ('reason' in runtime) throw new Error(runtime.reason);
  const program = { darwin: 'Electron.app/Contents/MacOS/Electron', win32: 'electron.exe' }[
    process.platform as string
  ];
  const { SLUICE_API_KEY: _key, ...env } = process.env;
  const child = spawn(
    join(runtime.folder, program ?? 'electron'),
    // A stand-in for the runtime needs a browser's profile of its own beside the app.
    [
      projectRoot,
      '--cli',
      '--ozone-platform=headless',
      `--user-data-dir=${join(place.home, 'own')}`,
      '--',
      ...args,
    ],
    {
      cwd: place.home,
      env: { ...env, ...homeOf(place), LC_ALL: 'C' },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  let [stdout, stderr] = ['', ''];
  child.stdout.on('data', (text) => {
    stdout += text;
  });
  child.stderr.on('data', (text) => {
    stderr += text;
  });
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, stdout, stderr };
}

test('the app carries the command line: it runs without a window, and its exit code is the command’s', async ({
  place,
}) => {
  expect(await sluice(place, '--version')).toMatchObject({ code: 0, stdout: `${version}\n` });
  const data = ['--data-dir', join(place.home, 'data')];
  const added = await sluice(place, 'profiles', 'add', 'Desk', 'https://content.example.com', ...data);
  expect(added, added.stderr).toMatchObject({ code: 0 });
  const listed = await sluice(place, 'profiles', 'list', '--json', ...data);
  expect(listed.stdout).toContain('"Desk"');
  const backup = await sluice(place, 'status', '--json', ...data);
  expect(backup.stdout).toContain('KEY_MISSING');
  const mistake = await sluice(place, 'statsu');
  expect(mistake.code).toBe(exitCodes.usage);
  const elsewhere = await sluice(place, 'demo');
  expect(elsewhere.code).toBe(exitCodes.usage);
  expect(elsewhere.stderr).toContain('The desktop app has no `sluice demo`');
  expect(readdirSync(tmpdir()).filter((name) => name.startsWith('sluice-command-'))).toEqual([]);
});

test('with --app it finds the data folder of the app that runs, and is refused what that has', async ({
  place,
  launch,
}) => {
  // Where Electron keeps what is the app's, when nobody says otherwise.
  const data = dataFolderOfApp(process.platform, homeOf(place));
  const { value, quit } = await launch();
  await value('agent.status');
  mkdirSync(join(data, '../..'), { recursive: true });
  symlinkSync(place.userData, join(data, '..'), 'junction');
  expect(existsSync(data)).toBe(true);
  const status = await sluice(place, '--app', 'status');
  expect(status.stdout + status.stderr).not.toContain('never started');
  const refused = await sluice(place, '--app', 'watch');
  expect(refused.code, refused.stderr).toBe(exitCodes.busy);
  await quit();
});
