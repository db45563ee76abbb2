import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { drawsPages, replacesModules } from '../../vitest.config.ts';
import { projectRoot } from '../support/project-copy.ts';

const find = (pattern: string, ...exclude: string[]) => globSync(pattern, { cwd: projectRoot, exclude });
const read = (path: string) => readFileSync(join(projectRoot, path), 'utf8');
/** These have a process a file. */
const ofTheirOwn = 'test/canary/**';
const tests = () => [...find('src/**/*.test.{ts,tsx}'), ...find('test/**/*.test.ts', ofTheirOwn)];

/** What is replaced for a whole process would be so for the next file, or not at all where it was loaded. */
const replaces = (source: string) => /\bvi\.(?:doMock|mock)\(/.test(source);

test('files that replace modules have a process each, and only they', () => {
  const sources = tests().filter((path) => replaces(read(path)));
  expect(sources.sort()).toEqual(replacesModules.flatMap((pattern) => find(pattern)).sort());
  expect(sources).not.toEqual([]);
});

test('files that draw pages into the globals of their process have one each', () => {
  const drawing = /from '\.\/(?:open-pages|pages-say)\.ts'/;
  const found = find('test/**/*.test.ts').filter((path) => drawing.test(read(path)));
  expect(found.sort()).toEqual(drawsPages.flatMap((pattern) => find(pattern)).sort());
  expect(found).not.toEqual([]);
});

test('nothing changes what all files of a process share', () => {
  const shared = /\bprocess\.(?:chdir\(|env(?:\.\w+|\[[^\]]+\]) = )|\bglobalThis\.\w+ = /;
  const helpers = find('test/**/*.ts', ofTheirOwn);
  const found = [...tests(), ...helpers].filter((path) => shared.test(read(path)));
  // All files that run commands in their process need the same: to be away from any real data folder.
  expect(found).toEqual(['test/cli/support/in-process.ts']);
  expect(shared.test("process.env.HOME = '/tmp';")).toBe(true);
});

test('tests that run side by side clear away by their own context, not by the test begun last', () => {
  const mixes = (source: string) => /\.concurrent\b/.test(source) && /\bonTestFinished\b/.test(source);
  const sources = [...find('src/**/*.test.{ts,tsx}'), ...find('test/**/*.test.ts', 'test/canary/**')];
  expect(sources.filter((path) => mixes(read(path)))).toEqual([]);
  expect(mixes("test.concurrent('…', () => onTestFinished(stop))")).toBe(true);
});

test('no module that files of a process share has hooks of a file', () => {
  // Loaded once, it would have them in the first file only; a setup file is run before each.
  const hooks = /^(?:before|after|around)(?:Each|All)\(/m;
  const found = find('test/**/*.ts', ofTheirOwn).filter((path) => !path.endsWith('.test.ts'));
  expect(found.filter((path) => hooks.test(read(path))).sort()).toEqual([
    'test/cli/support/end-programs.ts',
    'test/support/remember-test.ts',
  ]);
});
