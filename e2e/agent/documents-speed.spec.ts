import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '@playwright/test';
import { projectRoot } from '../support/project-root.ts';

interface Result {
  readonly name: string;
  readonly value: number;
}

/** Three times the goals of `npm run bench -- history`, ms: what fails here is broken, not slow. */
const atMost = { history: 900, 'history-search': 300, 'history-scroll': 150 };

test('three thousand documents: first rows, a search and scrolling keep nobody waiting', async () => {
  test.setTimeout(180_000);
  const args = [join(projectRoot, 'bench/index.ts'), 'history', '--files', '3000', '--rounds', '1', '--json'];
  const { stdout } = await promisify(execFile)(process.execPath, args, { timeout: 170_000 });
  const results = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Result);
  expect(results.map(({ name }) => name)).toEqual(Object.keys(atMost));
  for (const { name, value } of results)
    expect(value, name).toBeLessThan(atMost[name as keyof typeof atMost]);
});
