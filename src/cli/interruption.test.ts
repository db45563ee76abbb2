import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import { interruption } from './interruption.ts';

test('the first signal asks to end, the second ends; listeners of libraries have no say', () => {
  const exits: number[] = [];
  const target = Object.assign(new EventEmitter(), { exit: (code: number) => exits.push(code) });
  target.on('SIGTERM', () => exits.push(-1));
  const signal = interruption(target);
  expect(signal.aborted).toBe(false);
  target.emit('SIGTERM');
  expect([signal.aborted, exits]).toEqual([true, []]);
  target.emit('SIGINT');
  expect(exits).toEqual([130]);
});
