import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createFixture, put, until } from './support.ts';

test('W10: what is there at the start and what comes later is handed over once', async () => {
  const fixture = await createFixture({ before: { 'a.txt': 'a', 'sub/b.txt': 'b' } });
  await fixture.settle();
  expect(fixture.names()).toEqual(['a.txt', 'sub/b.txt']);
  put(join(fixture.root, 'sub/deeper/c.txt'));
  put(join(fixture.root, 'd.txt'));
  await until('the new files', () => fixture.taken.length === 4);
  await fixture.settle();
  expect(fixture.names()).toEqual(['a.txt', 'd.txt', 'sub/b.txt', 'sub/deeper/c.txt']);
  expect(fixture.watch.health('f1').mode).toBe('native');
});
