import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '@playwright/test';
import { projectRoot } from '../support/project-root.ts';

interface Result {
  readonly name: string;
  readonly value: number;
  /** ms until another page of the same run was painted, which asks for nothing. */
  readonly emptyPage?: readonly number[];
}

/** Three times the goals of `npm run bench -- history`, ms: what fails here is broken, not slow. */
/** An empty page is painted within this where nothing else runs, ms. */
const usualPage = 60;
const atMost = { history: 900, 'history-search': 300, 'history-scroll': 150 };

test('three thousand documents: first rows, a search and scrolling keep nobody waiting', async () => {
  const args = [join(projectRoot, 'bench/index.ts'), 'history', '--files', '3000', '--rounds', '1', '--json'];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  const results = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Result);
  expect(results.map(({ name }) => name)).toEqual(Object.keys(atMost));
  // What slows down an empty page slows down the others alike: a machine that others use.
  const slowness = Math.max(
    1,
    ...results.flatMap(({ emptyPage = [] }) => emptyPage.map((ms) => ms / usualPage)),
  );
  for (const { name, value } of results)
    expect(value / slowness, name).toBeLessThan(atMost[name as keyof typeof atMost]);
});
