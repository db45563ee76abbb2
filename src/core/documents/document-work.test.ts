import { expect, test, vi } from 'vitest';
import { createTurnedClock } from '../service/testing/turned-clock.ts';
import { DocumentWork, type DocumentWorkOptions } from './document-work.ts';

/** Documents of a ledger that brings them into step in chunks as large as the test says. */
function workOver(...chunks: number[]) {
  const catchUp = vi.fn(() => chunks.shift() ?? 0);
  const work = new DocumentWork({
    ledger: { documents: { catchUp } },
    clock: createTurnedClock(),
    onChange: () => undefined,
  } as unknown as DocumentWorkOptions);
  return { work, catchUp, left: () => chunks };
}

test('the rest is brought into step in the background, also after there was none before', async () => {
  const { work, left } = workOver(200, 0, 200, 200, 50);
  work.catchUp();
  await expect.poll(left).toEqual([200, 200, 50]);
  work.catchUp();
  await expect.poll(left).toEqual([]);
  await work.stop();
});
