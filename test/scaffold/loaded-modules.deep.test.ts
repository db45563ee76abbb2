import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { projectRoot } from '../support/project-copy.ts';

/** Nearly all a start takes is loading, about a millisecond of processor time a file. */
const list = fileURLToPath(new URL('support/list-modules.mjs', import.meta.url));
const program = join(projectRoot, 'bin/sluice.js');
const root = pathToFileURL(projectRoot).href;

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'sluice-modules-'));
  mkdirSync(join(directory, 'data'));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

/** The files of the project that a command loads, and the packages. */
function loadedBy(...args: string[]) {
  return loadedIn(program, ...args);
}

function loadedIn(script: string, ...args: string[]) {
  const to = join(directory, 'modules.json');
  const env = { ...process.env, MODULES_TO: to, HOME: directory };
  // How it ends does not matter: a status ends otherwise while a key is missing.
  spawnSync(process.execPath, ['--import', list, script, ...args], { env, stdio: 'ignore' });
  const urls = JSON.parse(readFileSync(to, 'utf8')) as string[];
  const files = urls.filter((url) => url.startsWith(root)).map((url) => url.slice(root.length));
  const packages = files.flatMap((file) => /^node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file)?.[1] ?? []);
  return { files, packages: [...new Set(packages)].sort() };
}

test('the version needs no more than the list of commands', () => {
  const { files, packages } = loadedBy('--version');
  expect(packages).toEqual(['commander']);
  expect(files.filter((file) => /^src\/(?:core|sandbox)\//.test(file))).toEqual([]);
  expect(files.length).toBeLessThan(30);
});

test('the help loads no core, and nothing that speaks to a service', () => {
  const { files, packages } = loadedBy('--help');
  expect(files).toContain('src/cli/commands/connectors.ts');
  expect(files.filter((file) => /^src\/(?:core\/(?:engine|ledger|service)|sandbox)\//.test(file))).toEqual(
    [],
  );
  expect(packages).not.toContain('got');
});

test.each(['no profile', 'a profile'])(
  'the status loads the ledger, and nothing that speaks to a service: %s',
  (of) => {
    const data = ['--data-dir', join(directory, 'data')];
    if (of === 'a profile') loadedBy('profiles', 'add', 'Desk', 'https://content.example.com', ...data);
    const { files, packages } = loadedBy('status', ...data);
    expect(files).toContain('src/core/ledger/sqlite-ledger.ts');
    const others =
      /^src\/(?:sandbox|core\/(?:across|connectors|documents|finish|notes|rebuild|search|tags|track|upload))\//;
    expect(files.filter((file) => others.test(file))).toEqual([]);
    const unused = [
      'conf',
      'got',
      'log-update',
      'pg',
      'picomatch',
      'postal-mime',
      're2js',
      'string-width',
      'unpdf',
    ];
    expect(packages.filter((name) => unused.includes(name))).toEqual([]);
    // Commands read the report of the agent, why uploads wait, and why a file or a folder cannot be used.
    expect(files.length).toBeLessThan(399);
  },
);

test('what speaks to a service loads the client at its first request: 18 MB of an agent at rest', () => {
  const { files, packages } = loadedIn(join(projectRoot, 'src/core/engine/open-services.ts'));
  expect(files).toContain('src/core/service/http.ts');
  expect(packages).not.toContain('got');
});

test.each(['watch', 'ui'])(
  'what reads documents is loaded in threads, when one is to be read: %s',
  (command) => {
    const data = ['--data-dir', join(directory, 'data')];
    loadedBy('profiles', 'add', 'Desk', 'http://127.0.0.1:9', ...data);
    const once = command === 'watch' ? ['--once'] : ['--address'];
    const { files, packages } = loadedBy(command, ...once, ...data);
    expect(files).toContain('src/cli/commands/index.ts');
    expect(files.filter((file) => file.startsWith('src/sandbox/'))).toEqual([]);
    const readers = [
      'csv-parse',
      'fflate',
      'htmlparser2',
      'mdast-util-from-markdown',
      'postal-mime',
      'tar',
      'unpdf',
    ];
    expect(packages.filter((name) => readers.includes(name))).toEqual([]);
  },
);
