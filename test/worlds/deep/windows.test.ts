import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findOrBuildPackage } from '../../../scripts/build-package.ts';
import { dataOf } from '../../cli/support/answer-of.ts';
import { findOrBuildApp } from '../../scaffold/support/built-app.ts';
import { runOrMissing } from '../../support/installed.ts';
import { until } from '../../support/until.ts';
import { apiKey, secondService } from '../support/fixture.ts';
import { sha256 } from '../support/service.ts';

/** Runs Node for Windows under Wine; lies beside the clone where that is set up. */
const windowsNode = fileURLToPath(new URL('../../../../shared/windows-world/node', import.meta.url));
const canRun = process.platform === 'linux' && existsSync(windowsNode) && runOrMissing('wine', ['--version']);

describe.runIf(canRun)('the package as a Windows program (Wine, which is not Windows)', () => {
  let place: string;
  beforeAll(async () => {
    place = mkdtempSync(join(tmpdir(), 'sluice-windows-'));
    const pages = join(findOrBuildApp(join(place, 'out')), 'renderer');
    const tarball = await findOrBuildPackage({ pages, to: place });
    execFileSync('npm', ['install', '--global', '--offline', '--ignore-scripts', '--prefix', place, tarball]);
  });
  afterAll(() => rmSync(place, { recursive: true, force: true }));

  const windowsPath = (path: string) => `Z:${path.replaceAll('/', '\\')}`;
  /** A module that is loaded first, by the address that a Windows program has of it. */
  const module = (name: string) =>
    `--import=file:///Z:${fileURLToPath(new URL(`../support/${name}`, import.meta.url))}`;
  const program = () => windowsPath(join(place, 'lib/node_modules/sluice/bin/sluice.js'));
  /** With a clock that is so many hours ahead. */
  const env = (hours = 0) => ({
    ...process.env,
    SLUICE_API_KEY: apiKey,
    // In variables, because threads with options of their own load it too.
    NODE_OPTIONS: [
      module('no-birth-times.mjs'),
      ...(hours === 0 ? [] : [`${module('clock-ahead.mjs')}?hours=${hours}`]),
    ].join(' '),
  });
  const run = (parameters: readonly string[], hours = 0) =>
    spawnSync(windowsNode, [program(), ...parameters], { encoding: 'utf8', env: env(hours) });
  /** Runs `sluice watch` until it is killed, as with SIGKILL. */
  const watch = (common: readonly string[]) => {
    const child = spawn(windowsNode, [program(), 'watch', ...common], {
      env: env(),
      stdio: 'ignore',
      detached: true,
    });
    const ended = once(child, 'close');
    return async () => {
      process.kill(-Number(child.pid), 'SIGKILL');
      await ended;
    };
  };

  test('each content goes up once: edited, renamed, renamed over, deleted, and nothing at a second run', async () => {
    const service = await secondService();
    const folder = join(place, 'Research & Größe');
    mkdirSync(folder);
    const common = ['--data-dir', windowsPath(join(place, 'data')), '--base-url', service.baseUrl];
    const once = (hours = 0) => {
      const ended = run(['watch', '--once', '--json', ...common], hours);
      expect(ended.status, ended.stdout + ended.stderr).toBe(0);
    };
    const documents = async () => {
      const { landed } = await service.state();
      const live = landed.filter(({ deleted }) => !deleted).map(({ sha256: hash }) => hash);
      return { live: live.toSorted(), sent: landed.length };
    };
    const are = (...texts: string[]) => texts.map(sha256).toSorted();
    writeFileSync(join(folder, 'a b.txt'), 'A report.');
    writeFileSync(join(folder, 'Übersicht.txt'), 'An overview.');
    const options = ['--settle', '0.2', '--changed', 'replace', '--local-delete', 'delete'];
    const add = run(['folders', 'add', windowsPath(folder), ...options, ...common]);
    expect(add.status, add.stdout + add.stderr).toBe(0);
    once();
    writeFileSync(join(folder, 'a b.txt'), 'A report, edited.');
    once();
    execFileSync('mv', [join(folder, 'Übersicht.txt'), join(folder, 'Overview.txt')]);
    once();
    once();
    expect(await documents()).toEqual({
      live: are('A report, edited.', 'An overview.'),
      sent: 3,
    });
    writeFileSync(join(folder, 'c.txt'), 'A third text.');
    once();
    execFileSync('mv', [join(folder, 'c.txt'), join(folder, 'a b.txt')]);
    once();
    expect(await documents()).toEqual({
      live: are('A third text.', 'An overview.'),
      sent: 4,
    });
    rmSync(join(folder, 'Overview.txt'));
    // A document follows its file once two complete passes, a minute apart, have missed the file, and goes then.
    for (const hours of [1, 2, 3]) once(hours);
    expect(await documents()).toEqual({ live: are('A third text.'), sent: 4 });
    const status = run(['status', '--json', ...common]);
    expect(dataOf(status.stdout).folders[0].coverage).toMatchObject({ seen: 1, searchable: 1 });
  });

  test('what is written while it watches goes up once and is moved, also after it was killed', async () => {
    const service = await secondService();
    const folder = join(place, 'Live');
    const done = join(place, 'Done');
    for (const path of [folder, done]) mkdirSync(path);
    const common = ['--data-dir', windowsPath(join(place, 'live-data')), '--base-url', service.baseUrl];
    const options = ['--settle', '0.2', '--after-upload', 'move', '--done-folder', windowsPath(done)];
    const add = run(['folders', 'add', windowsPath(folder), ...options, ...common]);
    expect(add.status, add.stdout + add.stderr).toBe(0);
    const names = ['a.txt', 'Größe & Währung.txt', 'written while none ran.txt', 'd.txt'];
    const isDone = (name: string) =>
      until(`${name} was uploaded and moved`, () => readdirSync(done).includes(name), 60_000);
    const write = (name: string) => writeFileSync(join(folder, name), `What ${name} says.`);
    let kill = watch(common);
    for (const name of names.slice(0, 2)) {
      write(name);
      await isDone(name);
    }
    await kill();
    write(String(names[2]));
    kill = watch(common);
    await isDone(String(names[2]));
    write(String(names[3]));
    await isDone(String(names[3]));
    await kill();
    expect(readdirSync(folder).filter((name) => !name.startsWith('.'))).toEqual([]);
    expect(readdirSync(done).toSorted()).toEqual(names.toSorted());
    expect((await service.state()).landed.map(({ name }) => name)).toEqual(names);
  });
});
