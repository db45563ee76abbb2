import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createRequire, isBuiltin } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { listPackage } from '@electron/asar';
import type { Configuration } from 'electron-builder';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import config from '../../electron-builder.config.ts';
import { projectRoot, runTool } from '../support/project-copy.ts';
import { findOrBuildApp } from './support/built-app.ts';

/** What the bundle is of a folder that may hold more. */
const bundled = ['{main,preload,renderer}/**'];

const checkFuses = (program: string) => {
  try {
    const script = join(projectRoot, 'scripts/check-fuses.ts');
    return { isRight: true, output: execFileSync(process.execPath, [script, program], { encoding: 'utf8' }) };
  } catch (error) {
    return { isRight: false, output: (error as { stdout: string }).stdout };
  }
};

/**
 * What electron-builder and the fuses look for in a runtime; it runs nothing. The fuses are on the whole as
 * Electron delivers them.
 */
function writeRuntime(directory: string): void {
  const fuses = Buffer.from([1, 9, ...Buffer.from('101101011')]);
  mkdirSync(join(directory, 'resources'), { recursive: true });
  const program = [
    Buffer.alloc(500),
    Buffer.from('dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX'),
    fuses,
    Buffer.alloc(500),
  ];
  writeFileSync(join(directory, 'electron'), Buffer.concat(program));
  for (const name of ['chrome-sandbox', 'LICENSE', 'LICENSES.chromium.html'])
    writeFileSync(join(directory, name), '');
}

describe('the app, packaged around a runtime that is only a shape', () => {
  let place: string;
  let out: string;
  let resources: string;

  beforeAll(() => {
    place = mkdtempSync(join(tmpdir(), 'sluice-package-'));
    writeRuntime(join(place, 'runtime'));
    out = findOrBuildApp(join(place, 'out'));
    // Where the bundle comes from a folder of this test's own, all else is the project's.
    const ownConfig = {
      ...config,
      files: [
        { from: out, to: 'out', filter: bundled },
        ...config.files.filter((pattern) => !pattern.startsWith('out/')),
      ],
      electronDist: join(place, 'runtime'),
      directories: { ...config.directories, output: join(place, 'dist') },
    };
    writeFileSync(join(place, 'config.json'), JSON.stringify(ownConfig));
    const options = ['--config', join(place, 'config.json'), '--publish', 'never', '--linux', 'dir', '--x64'];
    const packaged = runTool(projectRoot, 'electron-builder', ...options);
    expect(packaged.status, packaged.output).toBe(0);
    resources = join(place, 'dist/linux-unpacked/resources');
  });
  afterAll(() => rmSync(place, { recursive: true, force: true }));

  test('19: has its fuses set; the check sees a runtime where they are not', () => {
    const program = join(place, 'dist/linux-unpacked/sluice');
    const packaged = checkFuses(program);
    expect(packaged).toMatchObject({ isRight: true });
    expect(packaged.output).not.toContain('WRONG');
    expect(packaged.output.match(/^ok /gm)).toHaveLength(9);
    const bare = checkFuses(join(place, 'runtime/electron'));
    expect(bare).toMatchObject({ isRight: false });
    expect(bare.output).toContain('WRONG runAsNode: ENABLE');
  });

  test('19: of a universal program both halves are looked at', () => {
    const right = readFileSync(join(place, 'dist/linux-unpacked/sluice'));
    const bare = readFileSync(join(place, 'runtime/electron'));
    const check = (name: string, ...halves: Buffer[]) => {
      writeFileSync(join(place, name), Buffer.concat(halves));
      return checkFuses(join(place, name));
    };
    expect(check('universal', right, right)).toMatchObject({ isRight: true });
    const second = check('universal', right, bare);
    expect(second).toMatchObject({ isRight: false });
    expect(second.output).toContain('WRONG the same in each');
    expect(check('universal', right)).toMatchObject({ isRight: false });
    expect(check('one', right)).toMatchObject({ isRight: true });
  });

  test('holds what the bundle starts and reads, and what it imports', () => {
    const files = listPackage(join(resources, 'app.asar'), { isPack: false });
    const needed = [
      '/out/main/index.js',
      '/out/main/command-line.js',
      '/out/main/sandbox.js',
      '/out/main/watch-worker.js',
      '/out/main/annotate-worker.js',
      '/out/main/migrations/0001-initial.sql',
      '/out/main/team-migrations/0001-tables.sql',
      '/out/preload/index.cjs',
      '/out/renderer/index.html',
      '/resources/icons/icon.png',
      '/resources/locales/de.json',
      '/resources/locales/en.json',
      '/resources/icons/tray-idle.png',
      '/resources/icons/tray-idle.ico',
      '/resources/icons/tray-idleTemplate.png',
      '/resources/icons/tray-idleTemplate@2x.png',
    ];
    expect(files).toEqual(expect.arrayContaining(needed));
    const bundle = join(out, 'main');
    const code = readdirSync(bundle)
      .filter((name) => name.endsWith('.js'))
      .map((name) => readFileSync(join(bundle, name), 'utf8'))
      .join('\n');
    const imported = [...code.matchAll(/(?:from|import)\s*\(?["']((?:@[\w-]+\/)?[a-z][\w.-]*)["'/]/g)];
    const packages = [...new Set(imported.map(([, name = '']) => name))].filter(
      (name) => name !== 'electron' && !isBuiltin(name),
    );
    expect(packages).toContain('chokidar');
    expect(files).toEqual(
      expect.arrayContaining(packages.map((name) => `/node_modules/${name}/package.json`)),
    );
    // What they import in turn.
    expect(files).toContain('/node_modules/readdirp/package.json');
    const stray =
      /^\/(src|test|bench|e2e|docs|scripts)\b|^\/node_modules\/(electron|vite|vitest|pdfjs-dist)\//;
    expect(files.filter((file) => stray.test(file))).toEqual([]);
    // There are no native modules: it runs on every processor its runtime runs on.
    expect(files.filter((file) => /^\/node_modules\/@napi-rs\/|\.node$/.test(file))).toEqual([]);
  });

  test('keeps its code inside the archive, and the samples beside it', () => {
    expect(existsSync(join(resources, 'app.asar.unpacked'))).toBe(false);
    expect(existsSync(join(resources, 'samples/broker-research'))).toBe(true);
    expect(statSync(join(resources, 'bin/sluice')).mode & 0o111).not.toBe(0);
  });

  test('asks nobody for updates unless an address was given', () => {
    expect(existsSync(join(resources, 'app-update.yml'))).toBe(false);
  });
});

test('the configuration is one that electron-builder knows, and names links and formats', async () => {
  const load = createRequire(createRequire(import.meta.url).resolve('electron-builder'));
  const { validateConfiguration } = load('app-builder-lib/out/util/config/config.js') as {
    validateConfiguration(config: Configuration, debug: unknown): Promise<void>;
  };
  const debug = { add: () => undefined, isEnabled: false };
  await expect(validateConfiguration(config, debug)).resolves.toBeUndefined();
  await expect(validateConfiguration({ ...config, ...{ nonsense: 1 } }, debug)).rejects.toThrow('nonsense');
  expect(config.protocols).toEqual([{ name: expect.any(String), schemes: ['sluice'] }]);
  expect([config.win.target, config.mac.target, config.linux.target]).toEqual([
    ['nsis', 'msi'],
    [
      { target: 'dmg', arch: ['universal'] },
      { target: 'zip', arch: ['universal'] },
    ],
    ['AppImage', 'deb'],
  ]);
  expect(config.mac.hardenedRuntime).toBe(true);
  // What gives the menu entry of an AppImage no `--no-sandbox`, and windows the name of their entry.
  expect(config.toolsets.appimage).toBe('1.0.3');
  const { desktopName } = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8')) as {
    desktopName?: string;
  };
  expect([config.linux.syncDesktopName, desktopName]).toEqual([true, 'sluice.desktop']);
  // Windows finds the program of a notification by this name.
  const start = readFileSync(join(projectRoot, 'src/main/index.ts'), 'utf8');
  expect(start).toContain(`setAppUserModelId('${config.appId}')`);
});
