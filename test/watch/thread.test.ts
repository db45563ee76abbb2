import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { silentLogger } from '../../src/core/ports/logger.ts';
import { startWatchThread } from '../../src/core/watch/watch-thread.ts';
import { openDatabase } from '../../src/core/ledger/database.ts';
import { watchingKey } from '#core/watch/watching-key.ts';
import { createEngine } from '../../src/core/watch/thread/engine.ts';
import type { FromThread, ToThread } from '../../src/core/watch/thread/protocol.ts';
import { createFixture, folderOf, put, temporaryDirectory, until } from './support.ts';

test('a thread that ends by itself is noticed, and nobody waits for its answers', async () => {
  const crashes: unknown[] = [];
  const databasePath = join(temporaryDirectory(), 'not-there.db');
  const thread = await startWatchThread({ databasePath, options: {}, jitter: 0, epoch: 1 }, silentLogger, {
    message: () => undefined,
    crashed: (error) => crashes.push(error),
  });
  await until('the crash', () => crashes.length === 1);
  expect(await thread.ask({ type: 'reconcile', folderId: null, reason: 'test' })).toEqual({
    summary: null,
    count: 0,
  });
  await thread.stop();
});

test('a thread that is stopped ends, and that is no crash', async () => {
  const crashes: unknown[] = [];
  const databasePath = join(temporaryDirectory(), 'ledger.db');
  openDatabase(databasePath).close();
  const thread = await startWatchThread({ databasePath, options: {}, jitter: 0, epoch: 1 }, silentLogger, {
    message: () => undefined,
    crashed: (error) => crashes.push(error),
  });
  const answer = await thread.ask({ type: 'reconcile', folderId: null, reason: 'test' });
  expect(answer.summary).toMatchObject({ seen: 0, skipped: [] });
  await thread.stop();
  expect(await thread.ask({ type: 'reconcile', folderId: null, reason: 'test' })).toEqual({
    summary: null,
    count: 0,
  });
  expect(crashes).toEqual([]);
});

test('what a dead thread still says reaches nobody, and its acknowledgements never reach its successor', async () => {
  const events: Parameters<typeof startWatchThread>[2][] = [];
  const sent: ToThread[][] = [];
  const startThread: typeof startWatchThread = async (_start, _logger, given) => {
    events.push(given);
    const messages: ToThread[] = [];
    sent.push(messages);
    return {
      send: (message) => void messages.push(message),
      ask: async () => ({ summary: null, count: 0 }),
      stop: async () => undefined,
    };
  };
  const begun = Promise.withResolvers<void>();
  const intake = { take: () => begun.resolve() as undefined };
  const fixture = await createFixture({ dependencies: { startThread, intake } });
  const file = {
    folderId: 'f1',
    directory: '',
    name: 'a.txt',
    nameKey: 'a.txt',
    device: '1',
    inode: '2',
    size: 3,
    mtimeNs: '4',
    disposition: 'settling' as const,
    reason: null,
  };
  const settled = { kind: 'settled' as const, file, fresh: true, movedFrom: null };
  events[0]?.message({ type: 'batch', batch: 1, findings: [settled] });
  // Waits behind the first, which is acknowledged in a later turn.
  events[0]?.message({
    type: 'batch',
    batch: 2,
    findings: [{ ...settled, file: { ...file, name: 'b.txt', nameKey: 'b.txt' } }],
  });
  await begun.promise;
  events[0]?.crashed(new Error('it died'));
  await until('the successor', () => events.length === 2);
  events[0]?.message({ type: 'busy', busy: false });
  events[1]?.message({ type: 'batch', batch: 1, findings: [] });
  await until('an acknowledgement', () => sent[1]?.length === 1);
  expect(sent[0]).toEqual([]);
  expect(sent[1]).toMatchObject([{ type: 'ack', batch: 1 }]);
  expect(fixture.watch.idle()).toBe(false);
  expect(fixture.row('b.txt')).toBeUndefined();
});

test('threads that end again and again are reported until one has looked through all folders', async () => {
  const events: Parameters<typeof startWatchThread>[2][] = [];
  const startThread: typeof startWatchThread = async (_start, _logger, given) => {
    events.push(given);
    return {
      send: () => undefined,
      ask: async () => ({ summary: null, count: 0 }),
      stop: async () => undefined,
    };
  };
  const { watch } = await createFixture({ dependencies: { startThread } });
  events[0]?.crashed(new Error('out of memory'));
  await until('the second', () => events.length === 2);
  expect(watch.failing()).toBeUndefined();
  events[1]?.crashed(new Error('out of memory'));
  await until('the third', () => events.length === 3);
  expect(watch.failing()).toMatchObject({ error: { message: 'out of memory' } });
  events[2]?.message({ type: 'busy', busy: false });
  expect(watch.failing()).toBeUndefined();
});

test('a thread that is prepared looks at nothing before the start that takes it, and ends with a stop', async () => {
  const threads: string[][] = [];
  const startThread: typeof startWatchThread = async () => {
    const log: string[] = [];
    threads.push(log);
    return {
      send: () => undefined,
      ask: async ({ type }) => {
        log.push(type);
        return { summary: null, count: 0 };
      },
      stop: async () => void log.push('stop'),
    };
  };
  const { watch } = await createFixture({ dependencies: { startThread } });
  await watch.stop();
  watch.prepare();
  await watch.setFolders([]);
  expect(threads).toEqual([['folders', 'stop'], []]);
  await watch.start();
  await watch.stop();
  expect(threads.slice(1)).toEqual([['folders', 'stop']]);
  watch.prepare();
  await watch.stop();
  expect(threads.slice(2)).toEqual([['stop']]);
});

test('a prepared thread that ended before the start is not taken for one that lives', async () => {
  const events: Parameters<typeof startWatchThread>[2][] = [];
  const asked: number[] = [];
  const startThread: typeof startWatchThread = async (_start, _logger, given) => {
    const which = events.push(given);
    return {
      send: () => undefined,
      ask: async () => {
        asked.push(which);
        return { summary: null, count: 0 };
      },
      stop: async () => undefined,
    };
  };
  const { watch } = await createFixture({ dependencies: { startThread } });
  await watch.stop();
  watch.prepare();
  events[1]?.crashed(new Error('it died'));
  await watch.start();
  expect(asked).toEqual([1, 3]);
  expect(events).toHaveLength(3);
});

test('a prepared thread that cannot be made fails the start, or nothing where no start comes', async () => {
  let canBeMade = true;
  const startThread: typeof startWatchThread = async () => {
    if (!canBeMade) throw new Error('no thread left');
    const answer = { summary: null, count: 0 };
    return { send: () => undefined, ask: async () => answer, stop: async () => undefined };
  };
  const { watch } = await createFixture({ dependencies: { startThread } });
  await watch.stop();
  canBeMade = false;
  watch.prepare();
  // An unhandled rejection would be told in this turn, and end a process.
  await new Promise(setImmediate);
  await expect(watch.start()).rejects.toThrow('no thread left');
  watch.prepare();
  await watch.stop();
});

test('a thread does not take the acknowledgement of another for its own', async () => {
  const base = temporaryDirectory();
  const root = join(base, 'root');
  put(join(root, 'a.txt'));
  const databasePath = join(base, 'ledger.db');
  openDatabase(databasePath).close();
  const messages: FromThread[] = [];
  const engine = createEngine({ databasePath, options: {}, jitter: 0, epoch: 2 }, (message) =>
    messages.push(message),
  );
  onTestFinished(() => engine.stop());
  const folder = folderOf(root, { settleSeconds: 0 });
  engine.receive({
    type: 'folders',
    id: 1,
    folders: [{ folder, addedAt: 0, firstScanComplete: false, nested: [], key: watchingKey(folder, []) }],
  });
  const of = (type: FromThread['type']) => messages.filter((message) => message.type === type);
  await until('a batch', () => of('batch').length > 0);
  engine.receive({ type: 'ack', epoch: 1, batch: 1, again: [] });
  engine.receive({ type: 'reconcile', id: 2, folderId: null, reason: 'test' });
  // The pass ends only once its findings are written, and an answer to another says nothing of that.
  for (let turn = 0; turn < 200; turn++) await new Promise((resolve) => setImmediate(resolve));
  expect(of('passed')).toEqual([]);
  engine.receive({ type: 'ack', epoch: 2, batch: 1, again: [] });
  await until('the pass', () => of('passed').length > 0);
});

test('of changes to its folders that come close together, a thread follows the last', async () => {
  const base = temporaryDirectory();
  const root = join(base, 'root');
  put(join(root, 'a.txt'));
  const databasePath = join(base, 'ledger.db');
  openDatabase(databasePath).close();
  const messages: FromThread[] = [];
  const engine = createEngine({ databasePath, options: {}, jitter: 0, epoch: 1 }, (message) => {
    messages.push(message);
    if (message.type === 'batch') engine.receive({ type: 'ack', epoch: 1, batch: message.batch, again: [] });
  });
  onTestFinished(() => engine.stop());
  const answered = (id: number) =>
    until(`answer ${id}`, () => messages.some((one) => one.type === 'answer' && one.id === id));
  const follow = (id: number, paused: boolean) => {
    const folder = folderOf(root, { paused, settleSeconds: 0 });
    const folders = [
      { folder, addedAt: 0, firstScanComplete: false, nested: [], key: watchingKey(folder, []) },
    ];
    engine.receive({ type: 'folders', id, folders });
  };
  follow(1, false);
  await answered(1);
  follow(2, true);
  follow(3, false);
  await Promise.all([answered(2), answered(3)]);
  engine.receive({ type: 'reconcile', id: 4, folderId: null, reason: 'test' });
  await answered(4);
  expect(messages.findLast((one) => one.type === 'answer')).toMatchObject({
    id: 4,
    summary: { skipped: [] },
  });
});

test('W20: a machine that slept is looked through anew, and no event need tell of what came meanwhile', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const base = temporaryDirectory();
  const root = join(base, 'root');
  put(join(root, 'before.txt'));
  const databasePath = join(base, 'ledger.db');
  openDatabase(databasePath).close();
  const messages: FromThread[] = [];
  const engine = createEngine(
    { databasePath, options: { dropAllEvents: true }, jitter: 0, epoch: 1 },
    (message) => {
      messages.push(message);
      if (message.type === 'batch')
        engine.receive({ type: 'ack', epoch: 1, batch: message.batch, again: [] });
    },
  );
  onTestFinished(() => engine.stop());
  const folder = folderOf(root, { settleSeconds: 0 });
  const folders = [
    { folder, addedAt: 0, firstScanComplete: false, nested: [], key: watchingKey(folder, []) },
  ];
  engine.receive({ type: 'folders', id: 1, folders });
  const passes = () =>
    messages.flatMap((message) =>
      message.type === 'log' && message.message === 'reconciled' ? [message.fields?.reason] : [],
    );
  await until('the first pass', () => passes().length === 1);
  put(join(root, 'meanwhile.txt'));
  vi.advanceTimersByTime(2_000);
  vi.setSystemTime(Date.now() + 3_600_000);
  vi.advanceTimersByTime(2_000);
  await until('the next pass', () => passes().length === 2);
  expect(passes()).toEqual(['start', 'wake']);
  // While it slept no grace time went by.
  expect(messages).toContainEqual({ type: 'doubted', folderId: 'f1', otherVolume: false });
  await until('the file', () => JSON.stringify(messages).includes('meanwhile.txt'));
});
