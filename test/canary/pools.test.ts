import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { projectRoot } from '../support/project-copy.ts';

/** Workers that take from one line, made by hand. */
const byHand = (source: string) => /Promise\.all\(\s*Array\.from\(/.test(source);

test('so many at once is asked of p-map, everywhere', () => {
  const sources = readdirSync(join(projectRoot, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path))
    .map((path) => ({ path, text: readFileSync(join(projectRoot, 'src', path), 'utf8') }));
  expect(sources.filter(({ text }) => byHand(text)).map(({ path }) => path)).toEqual([]);
  expect(sources.filter(({ text }) => text.includes("from 'p-map'")).length).toBeGreaterThanOrEqual(5);
});

test('one made by hand would be noticed', () => {
  expect(byHand('await Promise.all(Array.from({ length: atOnce }, worker));')).toBe(true);
});
