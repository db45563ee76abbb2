import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import { deafToSignals, interruption } from './interruption.ts';

test('the first signal asks to end, the second ends; a library that is loaded has no say', async () => {
  const exits: number[] = [];
  const target = Object.assign(new EventEmitter(), { exit: (code: number) => exits.push(code) });
  const signal = interruption(target);
  const library = await deafToSignals(target, async () => target.on('SIGTERM', () => exits.push(-1)));
  expect(library).toBe(target);
  expect(signal.aborted).toBe(false);
  target.emit('SIGTERM');
  expect([signal.aborted, exits]).toEqual([true, []]);
  target.emit('SIGINT');
  expect(exits).toEqual([130]);
});
