import { expect, test } from 'vitest';
import { lookWhenWanted } from './look-when-wanted.ts';

/** Looks that last until they are let go. */
function heldLooks() {
  const open: PromiseWithResolvers<void>[] = [];
  const failed: unknown[] = [];
  let made = 0;
  const looks = lookWhenWanted(
    () => {
      made += 1;
      const held = Promise.withResolvers<void>();
      open.push(held);
      return held.promise;
    },
    (error) => failed.push(error),
  );
  const isAt = (count: number) => expect.poll(() => made).toBe(count);
  return { looks, open, failed, made: () => made, isAt };
}

test('what is wanted during a look is looked at once after it', async () => {
  const { looks, open, made, isAt } = heldLooks();
  looks.want();
  looks.want();
  await isAt(1);
  looks.want();
  looks.want();
  expect(made()).toBe(1);
  open[0]?.resolve();
  await isAt(2);
  open[1]?.resolve();
  await looks.end();
  expect(made()).toBe(2);
});

test('what is wanted while a look fails, or the moment it is over, is looked at too', async () => {
  const { looks, open, failed, isAt } = heldLooks();
  looks.want();
  await isAt(1);
  looks.want();
  open[0]?.reject('broken');
  await isAt(2);
  // Each moment from the end of the look on until nothing is under way.
  for (let moment = 0; moment < 8; moment++) {
    open[moment + 1]?.resolve();
    for (let turn = 0; turn < moment; turn++) await undefined;
    looks.want();
    await isAt(moment + 3);
  }
  expect(failed).toEqual(['broken']);
});

test('the end waits for the look that was wanted, and none is made after it', async () => {
  const { looks, open, made, isAt } = heldLooks();
  looks.want();
  let isOver = false;
  const ended = looks.end().then(() => (isOver = true));
  await isAt(1);
  looks.want();
  expect(isOver).toBe(false);
  open[0]?.resolve();
  await ended;
  expect(made()).toBe(1);
  looks.want();
  await looks.end();
  expect(made()).toBe(1);
});
