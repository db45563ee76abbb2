import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { projectRoot } from '../support/project-copy.ts';

/** Stands in for the command line. */
const program = `
import { getCompileCacheDir } from 'node:module';
console.log(JSON.stringify({ cache: getCompileCacheDir() ?? null, given: process.argv.slice(2) }));
`;

let directory: string;
const cache = () => join(directory, 'node_modules/.cache/sluice');

beforeEach(() => {
  directory = realpathSync(mkdtempSync(join(tmpdir(), 'sluice-compile-')));
  mkdirSync(join(directory, 'src/cli'), { recursive: true });
  mkdirSync(join(directory, 'node_modules'));
  cpSync(join(projectRoot, 'bin'), join(directory, 'bin'), { recursive: true });
  writeFileSync(join(directory, 'package.json'), '{ "type": "module" }');
  writeFileSync(join(directory, 'src/cli/index.ts'), program);
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

function start(...args: string[]) {
  const { NODE_COMPILE_CACHE: _cache, NODE_DISABLE_COMPILE_CACHE: _none, ...env } = process.env;
  const path = join(directory, 'bin/sluice.js');
  return JSON.parse(execFileSync(process.execPath, [path, ...args], { encoding: 'utf8', env })) as {
    cache: string | null;
    given: string[];
  };
}

test('a start from sources keeps what it compiled in the project, for the next', () => {
  const { cache: used, given } = start('status', '--json');
  expect(given).toEqual(['status', '--json']);
  expect(used?.startsWith(cache())).toBe(true);
  expect(existsSync(cache())).toBe(true);
});

test('where nothing can be kept, it starts all the same', () => {
  // No folder can be made below a file, whoever asks: a test as root may write everywhere else.
  writeFileSync(join(directory, 'node_modules/.cache'), '');
  expect(start('status')).toEqual({ cache: null, given: ['status'] });
});
