import { join } from 'node:path';
import { expect, test } from 'vitest';
import { silentLogger } from '../../src/core/ports/logger.ts';
import { startWatchThread } from '../../src/core/watch/watch-thread.ts';
import { openDatabase } from '../../src/core/ledger/database.ts';
import { temporaryDirectory, until } from './support.ts';

test('a thread that ends by itself is noticed, and nobody waits for its answers', async () => {
  const crashes: unknown[] = [];
  const databasePath = join(temporaryDirectory(), 'not-there.db');
  const thread = await startWatchThread({ databasePath, options: {}, jitter: 0 }, silentLogger, {
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
  const thread = await startWatchThread({ databasePath, options: {}, jitter: 0 }, silentLogger, {
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
