import { EventEmitter } from 'node:events';
import type { ClientRequest } from 'node:http';
import { expect, test, vi } from 'vitest';
import { watchStall } from './stall-watch.ts';

const quiet = 300_000;

/** A request on a connection, as Node shows both: what they emit, and the timeout that is set. */
function requestOn(socket: EventEmitter & { setTimeout: (milliseconds: number) => void }) {
  return Object.assign(new EventEmitter(), { socket }) as unknown as ClientRequest;
}

function connect() {
  return Object.assign(new EventEmitter(), { setTimeout: vi.fn<(milliseconds: number) => void>() });
}

test('a connection that says nothing for so long is given up', () => {
  const socket = connect();
  const onStall = vi.fn();
  const watch = watchStall(quiet, onStall);
  watch.attach(requestOn(socket));
  expect(socket.setTimeout.mock.calls).toEqual([[quiet]]);
  socket.emit('timeout');
  expect([watch.stalled(), onStall.mock.calls.length]).toEqual([true, 1]);
});

test('one that has given all of the answer is left to who keeps it, however long the answer is read', () => {
  const socket = connect();
  const onStall = vi.fn();
  const watch = watchStall(quiet, onStall);
  const request = requestOn(socket);
  watch.attach(request);
  request.emit('close');
  expect(socket.setTimeout.mock.calls).toEqual([[quiet], [0]]);
  // Node's agent gives up a connection that nobody needs, seconds later.
  socket.setTimeout(4_000);
  socket.emit('timeout');
  watch.end();
  expect([watch.stalled(), onStall.mock.calls.length]).toEqual([false, 0]);
  expect(socket.setTimeout.mock.lastCall).toEqual([4_000]);
});
