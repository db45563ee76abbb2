import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findOrBuildPackage } from '../../../scripts/build-package.ts';
import { dataOf } from '../../cli/support/answer-of.ts';
import { findOrBuildApp } from '../../scaffold/support/built-app.ts';
import { runOrMissing } from '../../support/installed.ts';
import { apiKey, secondService } from '../support/fixture.ts';

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
  const run = (...parameters: string[]) =>
    spawnSync(
      windowsNode,
      [windowsPath(join(place, 'lib/node_modules/sluice/bin/sluice.js')), ...parameters],
      { encoding: 'utf8', env: { ...process.env, SLUICE_API_KEY: apiKey } },
    );

  test('a folder goes up once, an edit replaces, a rename moves, and a second run sends nothing', async () => {
    const service = await secondService();
    const folder = join(place, 'Research & Größe');
    mkdirSync(folder);
    const common = ['--data-dir', windowsPath(join(place, 'data')), '--base-url', service.baseUrl];
    const once = () => {
      const ended = run('watch', '--once', '--json', ...common);
      expect(ended.status, ended.stdout + ended.stderr).toBe(0);
    };
    writeFileSync(join(folder, 'a b.txt'), 'A report.');
    writeFileSync(join(folder, 'Übersicht.txt'), 'An overview.');
    const add = run(
      'folders',
      'add',
      windowsPath(folder),
      '--settle',
      '0.2',
      '--changed',
      'replace',
      ...common,
    );
    expect(add.status, add.stdout + add.stderr).toBe(0);
    once();
    writeFileSync(join(folder, 'a b.txt'), 'A report, edited.');
    once();
    execFileSync('mv', [join(folder, 'Übersicht.txt'), join(folder, 'Overview.txt')]);
    once();
    once();
    const { landed } = await service.state();
    expect(landed.filter(({ deleted }) => !deleted)).toHaveLength(2);
    expect(landed).toHaveLength(3);
    const status = run('status', '--json', ...common);
    expect(dataOf(status.stdout).folders[0].coverage).toMatchObject({ seen: 2, searchable: 2 });
  });
});
