import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { EventName, EventPayload } from '#shared/bridge/contract.ts';
import { eventNames } from '#shared/bridge/names.ts';
import type { Core } from '../create-core.ts';
import { relayEvents } from './relay-events.ts';

type Streamed = EventPayload<'operations.streamed'>;

let emitter: EventEmitter;
let sent: [EventName, unknown][];
let stop: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  emitter = new EventEmitter();
  sent = [];
  const core = {
    on: (name: EventName, listener: (payload: unknown) => void) => {
      emitter.on(name, listener);
      return () => emitter.off(name, listener);
    },
  } as unknown as Pick<Core, 'on'>;
  stop = relayEvents(core, (name, payload) => sent.push([name, payload]));
});
afterEach(() => {
  stop();
  vi.useRealTimers();
});

const piece = (streamId: string, data: unknown): Streamed => ({
  streamId,
  pieces: [{ data }],
  result: null,
  failure: null,
});

test('the pieces of each stream are gathered in order, and its end comes with the last of them', () => {
  emitter.emit('operations.streamed', piece('a', 1));
  emitter.emit('operations.streamed', piece('b', 1));
  emitter.emit('operations.streamed', piece('a', 2));
  const result = { status: 200, value: [1, 2], notes: [], requestId: null, tookMs: 5 };
  emitter.emit('operations.streamed', { streamId: 'a', pieces: [], result, failure: null });
  expect(sent).toEqual([]);
  vi.advanceTimersByTime(100);
  expect(sent).toEqual([
    ['operations.streamed', { streamId: 'a', pieces: [{ data: 1 }, { data: 2 }], result, failure: null }],
    ['operations.streamed', piece('b', 1)],
  ]);
  emitter.emit('operations.streamed', piece('b', 2));
  vi.advanceTimersByTime(100);
  expect(sent.at(-1)).toEqual(['operations.streamed', piece('b', 2)]);
});

test('that uploads changed is told also where nobody says which', () => {
  emitter.emit('uploads.changed', { ids: [] });
  vi.advanceTimersByTime(100);
  emitter.emit('uploads.changed', { ids: [2] });
  emitter.emit('uploads.changed', { ids: [] });
  emitter.emit('uploads.changed', { ids: [1, 2] });
  vi.advanceTimersByTime(1_000);
  expect(sent).toEqual([
    ['uploads.changed', { ids: [] }],
    ['uploads.changed', { ids: [2, 1] }],
  ]);
});

/** One of each event that there is. */
const all: { readonly [N in EventName]: EventPayload<N> } = {
  'status.changed': {} as EventPayload<'status.changed'>,
  'uploads.changed': { ids: [1] },
  'folders.changed': { folderId: 'inbox' },
  'documents.changed': {},
  'jobs.changed': { jobId: 1 },
  'across.changed': { gatheringId: 'a' },
  'notes.changed': { contentIds: ['a'] },
  'connectors.changed': { connectorId: 'a', ended: null },
  'operations.streamed': piece('a', 1),
};

test('each event that there is reaches the pages', () => {
  expect(Object.keys(all).sort()).toEqual([...eventNames].sort());
  for (const [name, payload] of Object.entries(all)) emitter.emit(name, payload);
  vi.advanceTimersByTime(100);
  expect(Object.fromEntries(sent)).toEqual(all);
});

test('documents whose notes changed are told together, each once', () => {
  emitter.emit('notes.changed', { contentIds: ['a', 'b'] });
  emitter.emit('notes.changed', { contentIds: ['b', 'c'] });
  vi.advanceTimersByTime(100);
  expect(sent).toEqual([['notes.changed', { contentIds: ['a', 'b', 'c'] }]]);
});

test('nothing is sent after it was stopped', () => {
  emitter.emit('operations.streamed', piece('a', 1));
  stop();
  vi.advanceTimersByTime(1_000);
  emitter.emit('operations.streamed', piece('a', 2));
  vi.advanceTimersByTime(1_000);
  expect(sent).toEqual([]);
});
