import { expect, onTestFinished, test } from 'vitest';
import { silentLogger } from '#core/ports/logger.ts';
import { type ListedJob, listedJobSchema } from '#shared/bridge/documents.ts';
import { followJobs } from './follow-jobs.ts';
import { fakeCore } from './testing/fake-core.ts';

const aJob = (id: number, given: Partial<ListedJob>): ListedJob =>
  listedJobSchema.parse({
    id,
    kind: 'share',
    state: 'running',
    add: [],
    remove: [],
    total: 12,
    done: 0,
    failed: 0,
    createdAt: 0,
    finishedAt: null,
    waitsUntil: null,
    ...given,
  });

/** Follows a core whose jobs are what the test says at the time; what was told, after each change. */
async function setUp(jobs: readonly ListedJob[] = []) {
  const changed: (() => void)[] = [];
  const told: string[] = [];
  let shown = jobs;
  const core = fakeCore({ 'documents.jobs': () => shown });
  const stop = followJobs({
    core: Object.assign(core, {
      on: ((name: string, listener: () => void) => {
        if (name === 'jobs.changed') changed.push(listener);
        return () => changed.splice(0);
      }) as never,
    }),
    logger: silentLogger,
    onJob: ({ id }, phase) => told.push(`${id} ${phase}`),
  });
  onTestFinished(stop);
  await expect.poll(() => core.made).toHaveLength(1);
  return {
    core,
    told,
    stop,
    changed,
    async show(...next: ListedJob[]): Promise<string[]> {
      shown = next;
      const before = core.made.length;
      for (const listener of changed) listener();
      await expect.poll(() => core.made.length).toBeGreaterThan(before);
      return told.splice(0);
    },
  };
}

test('work of another machine is told when it goes on here, and when it ends, once each', async () => {
  const { show, stop, changed, core } = await setUp();
  const taken = aJob(1, { askedBy: 'ANNA' });
  expect(await show(taken)).toEqual(['1 taken']);
  expect(await show({ ...taken, done: 7 })).toEqual([]);
  expect(await show({ ...taken, done: 12, state: 'done' })).toEqual(['1 done']);
  expect(await show({ ...taken, done: 12, state: 'done' })).toEqual([]);
  // Of every profile: this agent works for all of them.
  expect(core.made[0]?.input).toEqual({ profileId: null });
  await stop();
  expect(changed).toEqual([]);
});

test('work that begins and ends between two looks is told whole', async () => {
  const { show } = await setUp();
  expect(await show(aJob(1, { askedBy: 'ANNA', state: 'done' }))).toEqual(['1 taken', '1 done']);
});

test('cancelled, or gone on with elsewhere: it does not go on here, and may come back', async () => {
  const { show } = await setUp();
  const [one, two] = [aJob(1, { askedBy: 'ANNA' }), aJob(2, { askedBy: 'BEN' })];
  expect(await show(one, two)).toEqual(['1 taken', '2 taken']);
  expect(await show({ ...one, state: 'cancelled' }, { ...two, machine: 'CLARA' })).toEqual([
    '1 cancelled',
    '2 left',
  ]);
  expect(await show(two)).toEqual(['2 taken']);
  // It left again, and ended where it is.
  expect(await show({ ...two, machine: 'CLARA' })).toEqual(['2 left']);
  expect(await show({ ...two, machine: 'CLARA', state: 'done' })).toEqual([]);
});

test('what changes while a look fails is looked at', async () => {
  const listeners: (() => void)[] = [];
  const told: string[] = [];
  let looks = 0;
  const core = fakeCore({
    'documents.jobs': () => {
      looks += 1;
      if (looks !== 2) return looks === 1 ? [] : [aJob(1, { askedBy: 'ANNA' })];
      for (const listener of listeners) listener();
      throw new Error('the ledger is busy');
    },
  });
  const on = ((_name: string, listener: () => void) => {
    listeners.push(listener);
    return () => undefined;
  }) as never;
  const onJob = ({ id }: { id: number }, phase: string) => told.push(`${id} ${phase}`);
  onTestFinished(followJobs({ core: Object.assign(core, { on }), logger: silentLogger, onJob }));
  await expect.poll(() => looks).toBe(1);
  for (const listener of listeners) listener();
  await expect.poll(() => told).toEqual(['1 taken']);
});

test('what was asked for here is nothing to tell, nor what ended before', async () => {
  const { told, show } = await setUp([
    aJob(1, { askedBy: 'ANNA', state: 'done' }),
    aJob(2, { askedBy: 'ANNA' }),
    aJob(3, {}),
  ]);
  await expect.poll(() => told).toEqual(['2 taken']);
  told.splice(0);
  expect(await show(aJob(3, { done: 3 }), aJob(4, { machine: 'FILESRV1' }))).toEqual([]);
});
