import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { JobWish, TakeAnswer, TeamJobs } from '#core/ports/team-jobs.ts';
import { contentIdSchema } from '#shared/ids/ids.ts';
import { openDatabase } from '../ledger/database.ts';
import { createSqliteLedger } from '../ledger/sqlite-ledger.ts';
import { createTurnedClock } from '../service/testing/turned-clock.ts';
import { JobHolds } from './job-holds.ts';
import { createJobSharing } from './share-jobs.ts';

const wish: JobWish = { kind: 'share', options: { add: [], remove: [] }, askedBy: 'ANNA', ageMs: 0 };
const documents = [
  { number: 7, contentId: contentIdSchema.parse('A'.repeat(32)), fileName: 'a.txt' },
  { number: 9, contentId: contentIdSchema.parse('B'.repeat(32)), fileName: 'b.txt' },
];

/** A machine with a ledger of its own, and a team that answers as the test says. */
function machine() {
  const directory = mkdtempSync(join(tmpdir(), 'sluice-share-'));
  const database = openDatabase(join(directory, 'ledger.sqlite'));
  const clock = createTurnedClock();
  const ledger = createSqliteLedger(database, clock.now);
  onTestFinished(async () => {
    await ledger.close();
    rmSync(directory, { recursive: true, force: true });
  });
  const holds = new JobHolds();
  const asked: string[] = [];
  const run: number[] = [];
  const team = {
    areFree: false,
    mayTake: true,
    isForgotten: false,
    takes: [] as TakeAnswer[],
  };
  const by = { agent: 'anna', name: 'ANNA' };
  const jobs: TeamJobs = {
    self: 'here',
    areFree: () => team.areFree,
    async offer() {
      asked.push('offer');
      return { kind: 'unreachable' };
    },
    async report(_hold, stands) {
      asked.push(`report ${stands}`);
      return team.isForgotten ? { kind: 'unknown' } : { kind: 'written', lost: new AbortController().signal };
    },
    async take() {
      asked.push('take');
      return team.takes.shift() ?? { kind: 'none' };
    },
    async cancel() {
      asked.push('cancel');
      return 'written';
    },
    open: async () => [],
    async follow(_name, after) {
      if (team.isForgotten) return 'unknown';
      const outcome = { seq: 1, number: 7, outcome: 'done', code: null, detail: null, by } as const;
      return { state: 'running', by: undefined, outcomes: after === 0 ? [outcome] : [] };
    },
    documents: async (_name, after) => documents.filter(({ number }) => number > after),
  };
  const share = createJobSharing({
    profileId: 'test',
    jobs,
    ledger,
    clock,
    scope: async () => 'scope',
    begun: () => [],
    mayTake: () => team.mayTake,
    here: {
      holds,
      isAt: () => false,
      run: (_profile, jobId) => void run.push(jobId),
      cancel: () => undefined,
      heardDone: () => undefined,
      changed: () => undefined,
    },
  });
  const signal = new AbortController().signal;
  return { asked, clock, holds, ledger, run, share: () => share(signal), team };
}

const ours = (lost = new AbortController().signal): TakeAnswer => ({
  kind: 'ours',
  hold: { scope: 'scope', job: '0b9c7c1e-0000-4000-8000-000000000001', epoch: 5 },
  wish,
  lost,
});

test('at rest nothing is asked, and nothing is planned', async () => {
  const { asked, share } = machine();
  expect(await share()).toBeUndefined();
  expect(asked).toEqual([]);
});

test('a free job that is none for this machine is asked for once a minute, and not while it may take none', async () => {
  const { asked, clock, share, team } = machine();
  team.areFree = true;
  team.mayTake = false;
  await share();
  expect(asked).toEqual([]);
  team.mayTake = true;
  for (let index = 0; index < 24; index += 1) {
    await share();
    await clock.turn(5_000);
  }
  expect(asked).toEqual(['take', 'take']);
});

test('a job is taken with what others did of it, and only what is left is run', async () => {
  const { asked, holds, ledger, run, share, team } = machine();
  const lease = new AbortController();
  team.areFree = true;
  team.takes = [ours(lease.signal)];
  await share();
  const [job] = ledger.jobs.list('test');
  expect(job).toMatchObject({ kind: 'share', state: 'running', askedBy: 'ANNA', total: 2, done: 1 });
  expect(run).toEqual([job?.id]);
  expect(ledger.jobs.listWaiting(job?.id ?? 0, 0, 10)).toMatchObject([{ fileName: 'b.txt' }]);
  lease.abort();
  expect(holds.mayWork(job?.id ?? 0)).toBe(false);
  // One at a time; and it goes on with the one it has once the team says so.
  await share();
  expect(asked).toEqual(['take', 'report running']);
  expect(holds.mayWork(job?.id ?? 0)).toBe(true);
  expect(run).toEqual([job?.id, job?.id]);
});

test('an answer that never came may have given it a job, so it is asked for although none is free', async () => {
  const { asked, ledger, share, team } = machine();
  team.areFree = true;
  team.takes = [{ kind: 'unreachable' }, ours()];
  expect(await share()).toBeGreaterThan(0);
  team.areFree = false;
  await share();
  expect(asked).toEqual(['take', 'take']);
  expect(ledger.jobs.list('test')).toMatchObject([{ state: 'running' }]);
});

test.each([
  ['running', ['report running'], ['offer']],
  ['interrupted', ['report free'], []],
  ['cancelled', ['report cancelled', 'cancel'], []],
  ['done', ['report done'], ['offer']],
] as const)(
  'what the team does not know, and is %s here, is offered where that begins nothing anew',
  async (state, first, then) => {
    const { asked, ledger, share, team } = machine();
    team.areFree = true;
    team.takes = [ours()];
    await share();
    const [job] = ledger.jobs.list('test');
    ledger.jobs.setState(job?.id ?? 0, state);
    Object.assign(team, { areFree: false, isForgotten: true });
    asked.length = 0;
    await share();
    expect(asked).toEqual(first);
    asked.length = 0;
    await share();
    expect(asked).toEqual(then);
    expect(ledger.jobs.list('test')).toMatchObject([{ state }]);
  },
);
