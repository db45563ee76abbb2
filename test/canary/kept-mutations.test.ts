import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readKept } from '../../mutations/read-kept.ts';
import { projectRoot } from '../support/project-copy.ts';

/**
 * Whether they are killed is found out by `npm run mutations`; that they can be made at all, here, where it
 * costs nothing.
 */
test('every kept mutation can still be made, and there are as many as were agreed on', () => {
  const kept = readKept();
  const source = (file: string) => readFileSync(join(projectRoot, file), 'utf8');
  const stale = kept.filter(
    ({ file, find, replace, tests }) =>
      source(file).split(find).length !== 2 ||
      replace === find ||
      tests.some((name) => !existsSync(join(projectRoot, name))),
  );
  expect(stale.map(({ name, file }) => `${name} (${file})`)).toEqual([]);
  expect(kept.length).toBeGreaterThanOrEqual(60);
});
