import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { replacesModules } from '../../vitest.config.ts';
import { projectRoot } from '../support/project-copy.ts';

/** What is replaced for a whole process would be so for the next file, or not at all where it was loaded. */
const replaces = (source: string) => /\bvi\.(?:doMock|mock)\(/.test(source);

test('files that replace modules have a process each, and only they', () => {
  const sources = globSync('src/**/*.test.{ts,tsx}', { cwd: projectRoot }).filter((path) =>
    replaces(readFileSync(join(projectRoot, path), 'utf8')),
  );
  expect(sources.sort()).toEqual(globSync(replacesModules, { cwd: projectRoot }).sort());
  expect(sources).not.toEqual([]);
});

test('nothing changes what all files of a process share', () => {
  const shared = /\bprocess\.(?:chdir\(|env(?:\.\w+|\[[^\]]+\]) = )|\bglobalThis\.\w+ = /;
  const found = globSync('src/**/*.test.{ts,tsx}', { cwd: projectRoot }).filter((path) =>
    shared.test(readFileSync(join(projectRoot, path), 'utf8')),
  );
  expect(found).toEqual([]);
  expect(shared.test("process.env.HOME = '/tmp';")).toBe(true);
});

test('tests that run side by side clear away by their own context, not by the test begun last', () => {
  const mixes = (source: string) => /\.concurrent\b/.test(source) && /\bonTestFinished\b/.test(source);
  const sources = globSync('{src,test}/**/*.test.{ts,tsx}', {
    cwd: projectRoot,
    exclude: ['test/canary/**'],
  }).map((path) => [path, readFileSync(join(projectRoot, path), 'utf8')] as const);
  expect(sources.filter(([, source]) => mixes(source)).map(([path]) => path)).toEqual([]);
  expect(mixes("test.concurrent('…', () => onTestFinished(stop))")).toBe(true);
});
