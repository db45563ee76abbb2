import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { openDatabase } from '#core/ledger/database.ts';
import { createSqliteLedger } from '#core/ledger/sqlite-ledger.ts';
import { coverageOf } from '#core/watch/coverage.ts';
import type { Benchmark, Run } from './support/benchmark.ts';
import { fillQueue, folderId, profileId, type QueueShape, queueShapes } from './support/fill-queue.ts';
import { type Goal, resultOf } from './support/result.ts';

/** How often a question is asked in a round; the median counts. */
const times = 5;

/**
 * Milliseconds that one question about the queue holds its thread, with a million uploads none of which can
 * be sent now: paused one by one, in a paused folder, or all waiting for a later try. The floor is one seek
 * by primary key in the same ledger: what no question can beat.
 */
export const queue: Benchmark = {
  name: 'queue',
  about: 'questions about a queue of 1,000,000 uploads that all wait, in three shapes',
  run: async (run) => {
    for (const shape of queueShapes) measure(run, shape);
  },
};

function measure({ size, directory, report, say }: Run, shape: QueueShape): void {
  const { files: count = 1_000_000, rounds = 3 } = size;
  const own = join(directory, shape);
  mkdirSync(own);
  say(`writing ${count} uploads, ${shape}`);
  const database = openDatabase(join(own, 'ledger.sqlite'));
  const now = Date.now();
  try {
    fillQueue(database, count, shape, now);
    const ledger = createSqliteLedger(database, () => now);
    const pausedFolders = shape === 'paused-folder' ? [folderId] : [];
    const query = { profileId, now, limit: 10, exclude: new Set<number>(), pausedFolders };
    const seek = database.statement('SELECT state FROM uploads WHERE id = ?');
    const questions: readonly [name: string, goal: Goal, ask: () => unknown][] = [
      ['next', { below: 1 }, () => ledger.uploads.next(query)],
      ['next-wake', { below: 1 }, () => ledger.uploads.nextWake(query)],
      ['counts', { below: 20 }, () => ledger.history.counts({ profileId: null })],
      ['coverage', { below: 20 }, () => coverageOf(database, folderId)],
      ['newest-change', { below: 20 }, () => ledger.uploads.newestChange()],
    ];
    const floors = Array.from({ length: rounds }, () => millisecondsOf(() => seek.get(1)));
    for (const [name, goal, ask] of questions) {
      const values = Array.from({ length: rounds }, () => millisecondsOf(ask));
      report(
        resultOf({
          name: `queue-${name}-${shape}`,
          values,
          floors,
          unit: 'ms',
          goal,
          more: { uploads: count },
        }),
      );
    }
  } finally {
    database.close();
  }
}

function millisecondsOf(ask: () => unknown): number {
  const taken: number[] = [];
  for (let time = 0; time < times; time += 1) {
    const before = performance.now();
    ask();
    taken.push(performance.now() - before);
  }
  return taken.sort((one, other) => one - other)[Math.floor(times / 2)] ?? Number.NaN;
}
