import { expect, test } from 'vitest';
import { createOutbox } from './outbox.ts';
import type { Finding } from './protocol.ts';

function setUp() {
  const sent: { batch: number; findings: Finding[] }[] = [];
  let idle = 0;
  const outbox = createOutbox(
    (batch, findings) => sent.push({ batch, findings }),
    () => idle++,
  );
  const add = (count: number) => {
    for (let id = 0; id < count; id++) outbox.add({ kind: 'left-out', id });
  };
  return { outbox, sent, add, idle: () => idle };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

test('a lone finding goes out with the next turn', async () => {
  const { sent, add } = setUp();
  add(1);
  expect(sent).toHaveLength(0);
  await turn();
  expect(sent.map(({ findings }) => findings.length)).toEqual([1]);
});

test('no more than a few batches are ahead of what is written, and there is no room meanwhile', async () => {
  const { outbox, sent, add, idle } = setUp();
  add(2000);
  await turn();
  expect(sent.map(({ findings }) => findings.length)).toEqual([250, 250, 250]);
  let room = false;
  void outbox.room().then(() => {
    room = true;
  });
  for (let batch = 1; batch <= 3; batch++) outbox.acknowledge(batch);
  await turn();
  expect(room).toBe(false);
  for (let batch = 4; batch <= 8; batch++) outbox.acknowledge(batch);
  await turn();
  expect(room).toBe(true);
  expect(sent).toHaveLength(8);
  expect(outbox.empty).toBe(true);
  expect(idle()).toBe(1);
});

test('a flush waits for what was added before it, and not for what comes after', async () => {
  const { outbox, sent, add } = setUp();
  add(1000);
  let flushed = false;
  void outbox.flush().then(() => {
    flushed = true;
  });
  add(10);
  for (let batch = 1; batch <= 3; batch++) outbox.acknowledge(batch);
  await turn();
  expect(flushed).toBe(false);
  outbox.acknowledge(4);
  await turn();
  expect(flushed).toBe(true);
  expect(sent).toHaveLength(5);
});
