import { expect, test } from 'vitest';
import { inTime } from './in-time.ts';

test('what comes in time comes, and what never comes is given up', async () => {
  await expect(inTime(Promise.resolve(1))).resolves.toBe(1);
  await expect(inTime(Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  await expect(inTime(new Promise(() => undefined), 0)).rejects.toMatchObject({ kind: 'slow' });
});
