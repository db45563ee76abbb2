import { expect, test } from 'vitest';
import { until } from '../../support/until.ts';
import { endPrograms, startSluice } from './program.ts';
import { dataOf } from './answer-of.ts';

test('the sandbox that a failed test left behind ends too, and not only the command that started it', async () => {
  const sandbox = startSluice(['sandbox', '--json']);
  await until('the sandbox listens', () => sandbox.stdout() !== '');
  const { baseUrl } = dataOf(sandbox.stdout());
  expect((await fetch(baseUrl)).status).toBeGreaterThan(0);
  await endPrograms();
  await expect(fetch(baseUrl)).rejects.toThrow();
});
