import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { FollowedJob, JobWish, TakeAnswer, TeamJobs } from '#core/ports/team-jobs.ts';
import { contentIdSchema } from '#shared/ids/ids.ts';
import { openDatabase } from '../ledger/database.ts';
import { createSqliteLedger } from '../ledger/sqlite-ledger.ts';
import { createTurnedClock } from '../service/testing/turned-clock.ts';
import { JobHolds } from './job-holds.ts';
import { createJobSharing } from './share-jobs.ts';

const wish: JobWish = { kind: 'share', options: { add: [], remove: [] }, askedBy: 'ANNA', ageMs: 0 };
const anna = { agent: 'anna', name: 'ANNA' };
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
    offers: [] as Awaited<ReturnType<TeamJobs['offer']>>[],
    reports: [] as Awaited<ReturnType<TeamJobs['report']>>[],
    state: 'running' as FollowedJob['state'],
    by: undefined as FollowedJob['by'],
    scope: 'scope',
    begun: [] as number[],
    isAt: false,
    /** What happens here while this is asked. */
    meanwhile: {} as Partial<Record<'report' | 'documents' | 'follow', () => void>>,
  };
  const jobs: TeamJobs = {
    self: 'here',
    areFree: () => team.areFree,
    async offer() {
      asked.push('offer');
      return team.offers.shift() ?? { kind: 'unreachable' };
    },
    async report(_hold, stands, outcomes) {
      asked.push(`report ${stands}${outcomes.length > 0 ? ` ${outcomes.length}` : ''}`);
      team.meanwhile.report?.();
      const told = team.reports.shift();
      if (told !== undefined) return told;
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
      team.meanwhile.follow?.();
      const outcome = { seq: 1, number: 7, outcome: 'done', code: null, detail: null, by: anna } as const;
      return { state: team.state, by: team.by, outcomes: after === 0 ? [outcome] : [] };
    },
    async documents(_name, after) {
      team.meanwhile.documents?.();
      return documents.filter(({ number }) => number > after);
    },
  };
  const share = createJobSharing({
    profileId: 'test',
    jobs,
    ledger,
    clock,
    scope: async () => team.scope,
    begun: () => team.begun.splice(0),
    mayTake: () => team.mayTake,
    here: {
      holds,
      isAt: () => team.isAt,
      run: (_profile, jobId) => void run.push(jobId),
      cancel: () => undefined,
      heardDone: () => undefined,
      changed: () => undefined,
    },
  });
  const signal = new AbortController().signal;
  /** A person asks this machine. */
  function begin(): number {
    const jobId = ledger.jobs.create('test', 'delete', { add: [], remove: [] });
    ledger.jobs.addItems(
      jobId,
      documents.map((document, id) => ({ ...document, id })),
    );
    ledger.jobs.markChosen(jobId);
    team.begun.push(jobId);
    return jobId;
  }
  const stateOf = (jobId: number) => ledger.teamJobs.of(jobId)?.state;
  return { asked, begin, clock, holds, ledger, run, share: () => share(signal), stateOf, team };
}

/** A machine that goes on with a job which nobody did. */
async function atWork() {
  const one = machine();
  one.team.areFree = true;
  one.team.takes = [ours()];
  await one.share();
  one.team.areFree = false;
  const jobId = one.ledger.jobs.list('test')[0]?.id ?? 0;
  one.asked.length = 0;
  return { ...one, jobId };
}

/** One that has left it to another machine. */
async function elsewhere() {
  const one = await atWork();
  one.team.reports = [{ kind: 'fenced' }];
  await one.share();
  one.asked.length = 0;
  return one;
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

test('after an offer without an answer nothing is done until there is one: another machine may have the job', async () => {
  const { asked, begin, holds, run, share, team } = machine();
  const jobId = begin();
  await share();
  expect(holds.mayWork(jobId)).toBe(false);
  team.offers = [{ kind: 'ours', epoch: 1, lost: new AbortController().signal }];
  await share();
  expect(holds.mayWork(jobId)).toBe(true);
  expect([asked, run]).toEqual([['offer', 'offer'], [jobId]]);
});

test('one that was offered without an answer, and then cancelled, is cancelled at the team', async () => {
  const { asked, begin, ledger, share, stateOf } = machine();
  const jobId = begin();
  await share();
  ledger.jobs.setState(jobId, 'cancelled');
  await share();
  expect(asked).toEqual(['offer', 'cancel']);
  expect(stateOf(jobId)).toBe('cancelled');
});

test('one that was offered without an answer, and then interrupted, is asked about: others may have done it', async () => {
  const { begin, ledger, share, stateOf, team } = machine();
  const jobId = begin();
  await share();
  ledger.jobs.interruptRunning();
  team.by = anna;
  await share();
  await share();
  expect(stateOf(jobId)).toBe('running');
  expect(ledger.jobs.list('test')).toMatchObject([{ machine: 'ANNA' }]);
});

test('one that nobody was offered waits for a person after an interruption, who needs no answer', async () => {
  const { asked, begin, ledger, run, share, stateOf, team } = machine();
  const jobId = begin();
  team.begun = [];
  ledger.teamJobs.adopt('test', jobId, 'scope');
  ledger.jobs.interruptRunning();
  expect(await share()).toBeUndefined();
  ledger.teamJobs.wish(jobId, 'go-on');
  await share();
  expect([stateOf(jobId), run, asked]).toEqual(['running', [jobId], []]);
});

test('what a person stops while the team tells of the job stays stopped', async () => {
  const { asked, ledger, run, share, stateOf, team } = machine();
  team.areFree = true;
  team.takes = [ours()];
  team.meanwhile.documents = () => ledger.jobs.setState(1, 'cancelled');
  await share();
  expect([stateOf(1), run]).toEqual(['cancelled', []]);
  team.areFree = false;
  await share();
  expect(asked).toEqual(['take', 'report cancelled']);
});

test('what a person wants while another machine’s word is heard is carried out', async () => {
  const { asked, jobId, ledger, share, team } = await elsewhere();
  team.by = anna;
  team.meanwhile.follow = () => ledger.teamJobs.wish(jobId, 'cancel');
  await share();
  team.meanwhile = {};
  await share();
  expect(asked).toEqual(['cancel']);
});

test('what a person stops while it turns out to be another machine’s is stopped there', async () => {
  const { asked, jobId, ledger, share, stateOf, team } = await atWork();
  team.reports = [{ kind: 'fenced' }];
  team.meanwhile.report = () => ledger.jobs.setState(jobId, 'cancelled');
  await share();
  await share();
  expect(asked).toEqual(['report running', 'cancel']);
  expect(stateOf(jobId)).toBe('cancelled');
});

test('a wish to go on outlives a team that is cut off while it tells of the job', async () => {
  const { asked, jobId, ledger, share, team } = await elsewhere();
  ledger.teamJobs.wish(jobId, 'go-on');
  team.takes = [ours(), ours()];
  team.isForgotten = true;
  await share();
  team.isForgotten = false;
  await share();
  expect(asked).toEqual(['take', 'take']);
});

test('what is cancelled while requests are under way is told at once, and what they did too', async () => {
  const { asked, jobId, ledger, share, stateOf, team } = await atWork();
  ledger.jobs.setState(jobId, 'cancelled');
  team.isAt = true;
  team.reports = [{ kind: 'cancelled' }];
  await share();
  expect(asked).toEqual(['cancel', 'report running']);
  const [item] = ledger.jobs.listWaiting(jobId, 0, 10);
  ledger.jobs.endItem(item?.id ?? 0, 'done', null);
  team.isAt = false;
  await share();
  expect(asked.at(-1)).toBe('report cancelled 1');
  expect([stateOf(jobId), ledger.teamJobs.list('test')]).toEqual(['cancelled', []]);
});

test('a job of another key than the present one is left to its machines, and not gone on with', async () => {
  const { asked, holds, jobId, ledger, run, share, stateOf, team } = await atWork();
  const [item] = ledger.jobs.listWaiting(jobId, 0, 10);
  // As the service answers a key that is not the document's.
  ledger.jobs.endItem(item?.id ?? 0, 'done', null);
  team.scope = 'other';
  run.length = 0;
  await share();
  expect(holds.mayWork(jobId)).toBe(false);
  expect(stateOf(jobId)).toBe('interrupted');
  expect(asked).toEqual(['report free']);
  ledger.teamJobs.wish(jobId, 'go-on');
  await share();
  expect([asked, run]).toEqual([['report free'], []]);
  team.scope = 'scope';
  team.takes = [ours()];
  await share();
  expect(run).toEqual([jobId]);
});

test('what another machine is still at after a cancel is heard before the job is over', async () => {
  const { clock, jobId, ledger, share, team } = await elsewhere();
  ledger.teamJobs.wish(jobId, 'cancel');
  Object.assign(team, { by: anna, state: 'cancelled' });
  await share();
  await share();
  expect(ledger.jobs.list('test')).toMatchObject([{ state: 'cancelled', machine: 'ANNA' }]);
  expect(ledger.teamJobs.list('test')).toHaveLength(1);
  await clock.turn(5_000);
  team.by = undefined;
  await share();
  expect(ledger.teamJobs.list('test')).toEqual([]);
});

test('one that the team forgot while this machine slept for a week waits for a person', async () => {
  const { asked, clock, holds, jobId, ledger, share, stateOf, team } = await atWork();
  holds.giveUp(jobId);
  await clock.turn(8 * 24 * 60 * 60_000);
  team.isForgotten = true;
  await share();
  await share();
  expect(asked).toEqual(['report running']);
  expect([stateOf(jobId), ledger.teamJobs.of(jobId)?.stands]).toEqual(['interrupted', 'elsewhere']);
});
