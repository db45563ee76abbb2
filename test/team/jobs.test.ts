import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { JobHold, JobName, JobOffer, JobOutcome, JobStands, TakeAnswer } from '#core/ports/team-jobs.ts';
import { type Cluster, createCluster, hasPostgres } from './support/cluster.ts';
import { connectAgent, scope, slot, type TestAgent } from './support/connect-agent.ts';

/** Beyond its lease and what was on its way, ms. */
const goneMs = 15_000 + 10_000;

describe.runIf(hasPostgres)('jobs over documents of a team (needs the package postgresql)', () => {
  let cluster: Cluster;
  beforeAll(async () => {
    cluster = await createCluster();
  });
  afterAll(() => cluster.remove());

  async function two(more = {}) {
    const team = await cluster.createTeam();
    const connect = (name: string, options = {}) => connectAgent(team.agent, name, { ...more, ...options });
    return { team, connect, anna: connect('ANNA-LAPTOP', { person: 'Anna' }), server: connect('FILESRV1') };
  }

  test('a job whose machine is gone is taken by one machine, with what was done and what is left', async () => {
    const { team, anna, server, connect } = await two();
    const hold = await offered(anna, 'abc');
    expect(await jobsOf(anna).report(hold, 'running', [done(1)])).toMatchObject({ kind: 'written' });
    expect(await jobsOf(server).take({ scope })).toEqual({ kind: 'none' });
    await anna.close();
    expect(await jobsOf(server).take({ scope })).toEqual({ kind: 'none' });
    await team.turn(goneMs);
    const others = Array.from({ length: 4 }, (_, index) => connect(`AGENT-${index}`));
    const answers = await Promise.all([server, ...others].map((agent) => jobsOf(agent).take({ scope })));
    const taken = answers.filter(({ kind }) => kind === 'ours');
    expect(taken).toHaveLength(1);
    expect(taken[0]).toMatchObject({
      hold: { job: hold.job },
      wish: { kind: 'tag', options: { add: ['Q3'], remove: [] }, askedBy: 'ANNA-LAPTOP' },
    });
    expect(await jobsOf(server).documents(hold, 1)).toEqual([
      { number: 2, contentId: slot('B'), fileName: 'b.txt' },
      { number: 3, contentId: slot('C'), fileName: 'c.txt' },
    ]);
    expect(await jobsOf(server).follow(hold, 0)).toMatchObject({
      state: 'running',
      outcomes: [{ number: 1, outcome: 'done', by: { name: 'ANNA-LAPTOP', person: 'Anna' } }],
    });
  });

  test('who was away learns that another machine has it, and what it did', async () => {
    const { team, anna, server, connect } = await two();
    const hold = await offered(anna, 'ab');
    await anna.close();
    await team.turn(goneMs);
    const taken = oursOf(await jobsOf(server).take({ scope }));
    const failed = { number: 2, outcome: 'failed', code: 'CONFLICT', detail: 'tags' } as const;
    expect(await jobsOf(server).report(taken, 'running', [done(1)])).toMatchObject({ kind: 'written' });
    const back = connect('ANNA-LAPTOP', { agent: anna.agent, remembered: anna.remembered() });
    expect(await jobsOf(back).report(hold, 'running', [done(2)])).toEqual({ kind: 'fenced' });
    expect(await jobsOf(back).take({ scope, job: hold.job })).toMatchObject({
      kind: 'held',
      by: { name: 'FILESRV1' },
    });
    const first = await jobsOf(back).follow(hold, 0);
    expect(first).toMatchObject({ state: 'running', by: { name: 'FILESRV1' }, outcomes: [{ number: 1 }] });
    await jobsOf(server).report(taken, 'done', [failed]);
    const seen = typeof first === 'string' ? 0 : (first.outcomes.at(-1)?.seq ?? 0);
    expect(await jobsOf(back).follow(hold, seen)).toMatchObject({
      state: 'done',
      by: undefined,
      outcomes: [{ ...failed, by: { name: 'FILESRV1' } }],
    });
    expect(await jobsOf(back).take({ scope })).toEqual({ kind: 'none' });
    expect(await jobsOf(back).take({ scope, job: hold.job })).toEqual({ kind: 'over', state: 'done' });
  });

  test('a new life of the same machine may go on at once, and every machine hears of a free job with its renewal', async () => {
    const { team, anna, connect } = await two();
    const hold = await offered(anna, 'a');
    let heard = 0;
    const back = connect('ANNA-LAPTOP', {
      agent: anna.agent,
      remembered: anna.remembered(),
      leaseMs: 1_500,
      onFreeJobs: () => {
        heard += 1;
      },
    });
    back.begin();
    await expect.poll(() => heard).toBeGreaterThan(0);
    expect(jobsOf(back).areFree()).toBe(true);
    const again = oursOf(await jobsOf(back).take({ scope }));
    expect(again.epoch).toBeGreaterThan(hold.epoch);
    await team.turn(0);
    await expect.poll(() => jobsOf(back).areFree()).toBe(false);
  });

  test('one that is done is not begun again by a machine whose data folder is an older copy', async () => {
    const { anna, server } = await two();
    const hold = await offered(anna, 'ab');
    await jobsOf(anna).report(hold, 'done', [done(1)]);
    expect(await jobsOf(anna).report(hold, 'free', [])).toEqual({ kind: 'fenced' });
    expect(await jobsOf(server).take({ scope })).toEqual({ kind: 'none' });
    expect(await jobsOf(anna).report(hold, 'done', [])).toMatchObject({ kind: 'written' });
  });

  test('a person stops it from any machine with the key; whoever is at it hears of it with what it tells', async () => {
    const { anna, server } = await two();
    const hold = await offered(anna, 'ab');
    const open = await jobsOf(server).open(scope);
    expect(open).toMatchObject([
      { job: hold.job, kind: 'tag', askedBy: 'ANNA-LAPTOP', by: { person: 'Anna' }, total: 2, done: 0 },
    ]);
    expect(await jobsOf(server).cancel(hold)).toBe('written');
    expect(await jobsOf(server).open(scope)).toEqual([]);
    expect(await jobsOf(anna).report(hold, 'running', [done(1)])).toEqual({ kind: 'cancelled' });
    expect(await jobsOf(server).follow(hold, 0)).toMatchObject({
      state: 'cancelled',
      by: { name: 'ANNA-LAPTOP' },
      outcomes: [{ number: 1 }],
    });
    // What was under way has ended too.
    expect(await jobsOf(anna).report(hold, 'cancelled', [done(2)])).toEqual({ kind: 'cancelled' });
    expect(await jobsOf(server).follow(hold, 0)).toMatchObject({
      by: undefined,
      outcomes: [{}, { number: 2 }],
    });
  });

  test('what failed is done again at whichever machine a person has it go on', async () => {
    const { anna, server, connect } = await two();
    const hold = await offered(anna, 'abc');
    const failed = { number: 2, outcome: 'failed', code: 'CONFLICT', detail: null } as const;
    await jobsOf(anna).report(hold, 'stopped', [done(1), failed]);
    expect(await jobsOf(server).open(scope)).toMatchObject([{ total: 3, done: 1, failed: 1 }]);
    const taken = oursOf(await jobsOf(server).take({ scope, job: hold.job }));
    expect(await jobsOf(anna).open(scope)).toMatchObject([{ total: 3, done: 1, failed: 0 }]);
    // Who takes it from there reads nothing of what failed before.
    await jobsOf(server).report(taken, 'free', []);
    const third = connect('FILESRV2');
    expect(await jobsOf(third).take({ scope })).toMatchObject({ kind: 'ours' });
    expect(await jobsOf(third).follow(hold, 0)).toMatchObject({ outcomes: [{ number: 1 }] });
    await jobsOf(third).report(oursOf(await jobsOf(third).take({ scope, job: hold.job })), 'running', [
      done(1),
      done(2),
    ]);
    expect(await jobsOf(anna).open(scope)).toMatchObject([{ total: 3, done: 2, failed: 0 }]);
  });

  test('what waits for a person is kept for a month', async () => {
    const { team, anna } = await two();
    const hold = await offered(anna, 'ab');
    await jobsOf(anna).report(hold, 'stopped', [done(1)]);
    await team.turn(8 * 24 * 60 * 60_000);
    await offered(anna, 'c');
    expect(await jobsOf(anna).follow(hold, 0)).toMatchObject({ state: 'stopped' });
    await team.turn(30 * 24 * 60 * 60_000);
    await offered(anna, 'd');
    expect(await jobsOf(anna).follow(hold, 0)).toBe('unknown');
  });

  test('what keeps every machine waits for a person, and is taken by nobody else', async () => {
    const { anna, server } = await two();
    const hold = await offered(anna, 'ab');
    await jobsOf(anna).report(hold, 'stopped', []);
    expect(await jobsOf(server).take({ scope })).toEqual({ kind: 'none' });
    expect(await jobsOf(server).take({ scope, job: hold.job })).toMatchObject({ kind: 'ours' });
    expect(await jobsOf(anna).report(hold, 'running', [])).toEqual({ kind: 'fenced' });
  });

  test('a job of which only a part is known is no job, and one that is given up is free at once', async () => {
    const { team, anna, server } = await two();
    const job = randomUUID();
    const part = await jobsOf(anna).offer({ ...offer(job, 'ab'), isAll: false });
    if (part.kind !== 'ours') throw new Error(part.kind);
    await anna.close();
    await team.turn(goneMs);
    expect(await jobsOf(server).take({ scope })).toEqual({ kind: 'none' });
    const whole = await offered(server, 'cd');
    await jobsOf(server).report(whole, 'free', []);
    expect(await jobsOf(server).take({ scope })).toMatchObject({ kind: 'ours', hold: { job: whole.job } });
  });

  test('a paused machine takes nothing, unless a person says so there', async () => {
    const { anna, server } = await two();
    const hold = await offered(anna, 'a');
    await jobsOf(anna).report(hold, 'free', []);
    await server.pause(undefined, true);
    expect(await jobsOf(server).take({ scope })).toEqual({ kind: 'none' });
    expect(await jobsOf(server).take({ scope, job: hold.job })).toMatchObject({ kind: 'ours' });
  });

  test('another key sees nothing of a job, and can neither take nor stop it', async () => {
    const { anna, connect } = await two();
    const hold = await offered(anna, 'a');
    await jobsOf(anna).report(hold, 'free', []);
    const other = 'service|key-2';
    const carla = connect('CARLA', { scope: other });
    const theirs = { scope: other, job: hold.job };
    expect(await jobsOf(carla).take({ scope: other })).toEqual({ kind: 'none' });
    expect(await jobsOf(carla).take(theirs)).toEqual({ kind: 'none' });
    expect(await jobsOf(carla).open(other)).toEqual([]);
    expect(await jobsOf(carla).follow(theirs, 0)).toBe('unknown');
    expect(await jobsOf(carla).documents(theirs, 0)).toEqual([]);
    expect(await jobsOf(carla).offer({ ...offer(hold.job, 'z'), scope: other })).toEqual({ kind: 'fenced' });
    await jobsOf(carla).cancel(theirs);
    expect(await jobsOf(anna).follow(hold, 0)).toMatchObject({ state: 'running' });
  });

  test('without an answer of the database every question says so, and none throws', async () => {
    const { team, anna, connect } = await two();
    const hold = await offered(anna, 'a');
    const proxy = await cluster.createProxy();
    const cutOff = jobsOf(connect('CUT-OFF', { address: { ...team.agent, port: proxy.port } }));
    expect(await cutOff.open(scope)).toHaveLength(1);
    proxy.cut();
    expect(
      await Promise.all([cutOff.open(scope), cutOff.follow(hold, 0), cutOff.documents(hold, 0)]),
    ).toEqual(['unreachable', 'unreachable', 'unreachable']);
  });

  test('what ended a week ago goes with the next job', async () => {
    const { team, anna } = await two();
    const hold = await offered(anna, 'ab');
    await jobsOf(anna).report(hold, 'done', [done(1), done(2)]);
    await team.turn(8 * 24 * 60 * 60_000);
    await offered(anna, 'c');
    expect(await jobsOf(anna).follow(hold, 0)).toBe('unknown');
    const { rows } = await team.admin.query('SELECT count(*)::int AS n FROM sluice.job_items');
    expect(rows[0].n).toBe(1);
  });
});

/** Its jobs, with questions that nobody gives up. */
function jobsOf({ jobs }: TestAgent) {
  if (jobs === undefined) throw new Error('A machine alone shares no jobs.');
  const never = new AbortController().signal;
  return {
    areFree: jobs.areFree,
    offer: (given: JobOffer) => jobs.offer(given, never),
    report: (hold: JobHold, stands: JobStands, outcomes: readonly JobOutcome[]) =>
      jobs.report(hold, stands, outcomes, never),
    take: (of: { readonly scope: string; readonly job?: string }) => jobs.take(of, never),
    open: (of: string) => jobs.open(of, never),
    cancel: (name: JobName) => jobs.cancel(name, never),
    follow: (name: JobName, after: number) => jobs.follow(name, after, never),
    documents: (name: JobName, after: number) => jobs.documents(name, after, never),
  };
}

function oursOf(answer: TakeAnswer): JobHold {
  if (answer.kind !== 'ours') throw new Error(`not ours: ${answer.kind}`);
  return answer.hold;
}

const done = (number: number): JobOutcome => ({ number, outcome: 'done', code: null, detail: null });

/** One document a letter. */
function offer(job: string, letters: string): JobOffer {
  return {
    scope,
    job,
    epoch: 0,
    kind: 'tag',
    options: { add: ['Q3'], remove: [] },
    askedBy: null,
    ageMs: 0,
    documents: [...letters].map((letter, index) => ({
      number: index + 1,
      contentId: slot(letter.toUpperCase()),
      fileName: `${letter}.txt`,
      outcome: 'waiting',
    })),
    isAll: true,
  };
}

async function offered(agent: TestAgent, letters: string): Promise<JobHold> {
  const job = randomUUID();
  const answer = await jobsOf(agent).offer(offer(job, letters));
  if (answer.kind !== 'ours') throw new Error(answer.kind);
  return { scope, job, epoch: answer.epoch };
}
