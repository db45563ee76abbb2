import { expect, test } from 'vitest';
import { endPrograms, startService } from './program.ts';

test('the sandbox that a failed test left behind ends too, and not only the command that started it', async () => {
  const { baseUrl } = await startService('a-key');
  expect((await fetch(baseUrl)).status).toBeGreaterThan(0);
  await endPrograms();
  await expect(fetch(baseUrl)).rejects.toThrow();
});
