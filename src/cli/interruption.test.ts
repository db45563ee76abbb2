import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import { deafToSignals, interruption } from './interruption.ts';

test('the first signal asks to end, the second ends; a library that is loaded has no say', async () => {
  const exits: number[] = [];
  const target = Object.assign(new EventEmitter(), { exit: (code: number) => exits.push(code) });
  const { signal } = interruption(target);
  const library = await deafToSignals(target, async () => target.on('SIGTERM', () => exits.push(-1)));
  expect(library).toBe(target);
  expect(signal.aborted).toBe(false);
  target.emit('SIGTERM');
  expect([signal.aborted, exits]).toEqual([true, []]);
  target.emit('SIGINT');
  expect(exits).toEqual([130]);
});

test('SIGHUP reads anew where something does, unless the terminal was closed, and ends where nothing does', () => {
  const exits: number[] = [];
  const target = Object.assign(new EventEmitter(), { exit: (code: number) => exits.push(code) });
  let isGone = false;
  const { signal, onHangup } = interruption(target, () => isGone);
  let reloads = 0;
  const stop = onHangup(() => {
    reloads += 1;
  });
  target.emit('SIGHUP');
  expect([reloads, signal.aborted]).toEqual([1, false]);
  isGone = true;
  target.emit('SIGHUP');
  expect([reloads, signal.aborted]).toEqual([1, true]);
  isGone = false;
  stop();
  target.emit('SIGHUP');
  expect([reloads, exits]).toEqual([1, [130]]);
});
