import { expect, test } from 'vitest';
import { silentLogger } from '#core/ports/logger.ts';
import type { DocumentJob } from '#shared/bridge/documents.ts';
import type { ContentId } from '#shared/ids/ids.ts';
import type { Ledger } from '../ledger/sqlite-ledger.ts';
import { createTurnedClock } from '../service/testing/turned-clock.ts';
import { JobHolds } from './job-holds.ts';
import { JobRunner } from './job-runner.ts';

/** A job over documents 1 to 6, in memory; what it is at waits for the test. */
function sixDocuments() {
  const holds = new JobHolds();
  const waiting = new Set([1, 2, 3, 4, 5, 6]);
  const states: DocumentJob['state'][] = ['running'];
  const begun: { id: string; end: () => void; signal: AbortSignal }[] = [];
  const jobs = {
    get: () => ({ id: 1, kind: 'share', state: states.at(-1) }),
    listWaiting: (_job: number, after: number) =>
      [...waiting].filter((id) => id > after).map((id) => ({ id, contentId: String(id) as ContentId })),
    endItem: (id: number) => waiting.delete(id),
    setState: (_job: number, state: DocumentJob['state']) => states.push(state),
  };
  const runner = new JobRunner({
    ledger: { jobs } as unknown as Ledger,
    clock: createTurnedClock(),
    logger: silentLogger,
    holds,
    act: (_job, id, signal) =>
      new Promise((resolve, reject) => {
        begun.push({ id, end: resolve, signal });
        signal.addEventListener('abort', () => reject(signal.reason));
      }),
    onChange: () => undefined,
    onDone: () => undefined,
  });
  return { holds, waiting, states, begun, runner };
}

test('a job that another machine may have is left as it is, and goes on from there when it is this one’s again', async () => {
  const { holds, waiting, states, begun, runner } = sixDocuments();
  const lease = new AbortController();
  holds.hold(1, lease.signal);
  runner.run('test', 1);
  await expect.poll(() => begun.length).toBe(4);
  begun[0]?.end();
  await expect.poll(() => begun.length).toBe(5);
  lease.abort();
  // Who has it again is known before the line is through with it.
  holds.hold(1, new AbortController().signal);
  runner.run('test', 1);
  await expect.poll(() => begun.length).toBe(9);
  expect(begun.slice(5).map(({ id }) => id)).toEqual(['2', '3', '4', '5']);
  expect(states).toEqual(['running']);
  for (const one of begun) one.end();
  await expect.poll(() => begun.length).toBe(10);
  begun[9]?.end();
  await expect.poll(() => states).toEqual(['running', 'done']);
  expect([...waiting]).toEqual([]);
  expect(runner.isAt(1)).toBe(false);
});

test('nothing is begun of a job that another machine has, and nothing is said of how it stands', async () => {
  const { holds, waiting, states, begun, runner } = sixDocuments();
  holds.giveUp(1);
  runner.run('test', 1);
  await expect.poll(() => runner.isAt(1)).toBe(false);
  expect([begun.length, waiting.size, states]).toEqual([0, 6, ['running']]);
  holds.forget(1);
  runner.run('test', 1);
  await expect.poll(() => begun.length).toBe(4);
  await runner.stop();
  expect(states).toEqual(['running', 'interrupted']);
});
