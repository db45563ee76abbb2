import { expect, test } from 'vitest';
import type { Finding } from './protocol.ts';
import { createRootOutbox } from './root-outbox.ts';

function setUp() {
  const passed: Finding[] = [];
  let empty = 0;
  const answers: ((isItself: boolean) => void)[] = [];
  const done = () => Promise.resolve();
  const outbox = createRootOutbox(
    { add: (finding) => void passed.push(finding), room: done, flush: done },
    () => new Promise((resolve) => answers.push(resolve)),
    () => void empty++,
  );
  const add = (...ids: number[]) => {
    for (const id of ids) outbox.add({ kind: 'left-out', id });
  };
  const ids = () => passed.map((finding) => (finding as { id: number }).id);
  return { outbox, add, ids, answers, empty: () => empty };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

test('what was found passes once the root was seen to be itself, one look for what was found together', async () => {
  const { outbox, add, ids, answers, empty } = setUp();
  add(1, 2);
  await turn();
  expect([ids(), answers.length, outbox.empty]).toEqual([[], 1, false]);
  answers[0]?.(true);
  await outbox.flush();
  expect([ids(), outbox.empty, empty()]).toEqual([[1, 2], true, 1]);
});

test('a look that began before something was found proves nothing of it', async () => {
  const { outbox, add, ids, answers } = setUp();
  add(1);
  await turn();
  add(2);
  answers[0]?.(true);
  await turn();
  expect([ids(), answers.length]).toEqual([[1], 2]);
  answers[1]?.(false);
  await outbox.flush();
  expect([ids(), outbox.empty]).toEqual([[1], true]);
});

test('what is dropped is not kept for later', async () => {
  const { outbox, add, ids, answers } = setUp();
  add(1);
  await turn();
  answers[0]?.(false);
  await outbox.room();
  add(2);
  await turn();
  answers[1]?.(true);
  await outbox.flush();
  expect(ids()).toEqual([2]);
});
