import { expect, test, vi } from 'vitest';
import { loadDocument } from './load-document.ts';

const text = '{"blocks":[1,2,3]}';

/** What is told while a document is read, each look at the clock of which is so many ms later. */
async function toldWhileReading(stepMs: number) {
  vi.spyOn(globalThis, 'fetch').mockResolvedValue(
    new Response(text, { headers: { 'content-length': String(text.length) } }),
  );
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => (now += stepMs));
  const onProgress = vi.fn();
  await loadDocument({ kind: 'address', url: '/x', headers: {} }, onProgress);
  return onProgress.mock.calls.map(([progress]) => progress);
}

test('a document that is read at once needs no word of how far it is', async () => {
  expect(await toldWhileReading(1)).toEqual([]);
});

test('the last word of one that takes longer is that all of it is there', async () => {
  const told = await toldWhileReading(1_000);
  expect(told.length).toBeGreaterThan(1);
  expect(told.at(-1)).toEqual({ received: text.length, total: text.length });
});
