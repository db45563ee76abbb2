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

test('a full batch goes out at once, and what does not fill one with the turn', async () => {
  const { outbox, sent, add } = setUp();
  add(249);
  expect(sent).toHaveLength(0);
  add(1);
  expect(sent.map(({ findings }) => findings.length)).toEqual([250]);
  add(3);
  expect(sent).toHaveLength(1);
  await turn();
  expect(sent.map(({ findings }) => findings.length)).toEqual([250, 3]);
  add(1);
  await turn();
  expect(sent).toHaveLength(3);
  expect(outbox.empty).toBe(false);
});

test('there is room at once below two batches, and it is empty only when all is sent and written', async () => {
  const { outbox, sent, add, idle } = setUp();
  expect(outbox.empty).toBe(true);
  add(750 + 499);
  await outbox.room();
  expect(outbox.empty).toBe(false);
  expect(sent).toHaveLength(3);
  outbox.acknowledge(1);
  outbox.acknowledge(2);
  expect(idle()).toBe(0);
  outbox.acknowledge(3);
  expect(outbox.empty).toBe(false);
  for (const batch of [4, 5]) outbox.acknowledge(batch);
  expect([outbox.empty, idle()]).toEqual([true, 1]);
});

test('a flush sends what is there without waiting for the turn', async () => {
  const { outbox, sent, add } = setUp();
  await outbox.flush();
  add(2);
  const flushed = outbox.flush();
  expect(sent).toHaveLength(1);
  outbox.acknowledge(1);
  await flushed;
});

test('once it is closed nothing is sent, and nobody waits any more', async () => {
  const { outbox, sent, add } = setUp();
  add(3000);
  const waiting = Promise.all([outbox.room(), outbox.flush()]);
  outbox.close();
  await waiting;
  await Promise.all([outbox.room(), outbox.flush()]);
  add(500);
  await turn();
  expect(sent).toHaveLength(3);
});
