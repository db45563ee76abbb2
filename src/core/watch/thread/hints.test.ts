import { expect, onTestFinished, test, vi } from 'vitest';
import { createHints, type DirectoryHints } from './hints.ts';

test('W20: more hints than are remembered ask for a pass, once, and what comes after is followed again', async () => {
  const handled: DirectoryHints[] = [];
  const overflow = vi.fn();
  const hints = createHints(
    20,
    async (given) => void handled.push(given),
    overflow,
    (error) => expect.unreachable(String(error)),
  );
  onTestFinished(() => hints.stop());
  for (let index = 0; index < 20; index++) hints.add('/root', `${index}.txt`, false);
  expect(overflow).not.toHaveBeenCalled();
  hints.add('/root', 'one-more.txt', false);
  expect(overflow).toHaveBeenCalledTimes(1);
  hints.add('/root/sub', 'after.txt', true);
  await expect.poll(() => hints.busy).toBe(false);
  expect(handled).toEqual([{ directory: '/root/sub', names: new Map([['after.txt', true]]) }]);
  expect(overflow).toHaveBeenCalledTimes(1);
});
