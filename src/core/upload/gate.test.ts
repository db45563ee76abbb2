import { expect, test } from 'vitest';
import { createGate } from './gate.ts';

const never = new AbortController().signal;

test('as many are inside as there are places; the others come in order', async () => {
  const gate = createGate(2);
  const leave = [await gate.enter(never), await gate.enter(never)];
  const order: number[] = [];
  const third = gate.enter(never).then((out) => {
    order.push(3);
    return out;
  });
  const fourth = gate.enter(never).then((out) => {
    order.push(4);
    return out;
  });
  expect([gate.inside(), gate.waiting(), gate.isFull()]).toEqual([2, 2, true]);
  leave[0]?.();
  (await third)();
  (await fourth)();
  leave[1]?.();
  expect(order).toEqual([3, 4]);
  expect([gate.inside(), gate.waiting(), gate.isFull()]).toEqual([0, 0, false]);
});

test('leaving twice frees one place', async () => {
  const gate = createGate(1);
  const leave = await gate.enter(never);
  leave();
  leave();
  expect(gate.inside()).toBe(0);
});

test('whoever gives up while waiting leaves the line, and nobody enters with a signal that is over', async () => {
  const gate = createGate(1);
  const leave = await gate.enter(never);
  const controller = new AbortController();
  const waiting = gate.enter(controller.signal);
  controller.abort(new Error('enough'));
  await expect(waiting).rejects.toThrow('enough');
  expect(gate.waiting()).toBe(0);
  await expect(gate.enter(controller.signal)).rejects.toThrow('enough');
  leave();
  expect(gate.inside()).toBe(0);
});

test('more places let in who waits, fewer wait until enough have left', async () => {
  const gate = createGate(1);
  const first = await gate.enter(never);
  const second = gate.enter(never);
  gate.setPlaces(2);
  const leaveSecond = await second;
  gate.setPlaces(1);
  first();
  expect(gate.isFull()).toBe(true);
  leaveSecond();
  expect(gate.isFull()).toBe(false);
});
