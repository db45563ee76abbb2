import { expect, test } from 'vitest';
import { createDocumentJobs } from '#core/ledger/document-jobs.ts';
import { contentIdSchema } from '#shared/ids/ids.ts';
import {
  addUploads,
  createEngine,
  eventsOf,
  idle,
  states,
  until,
  uploadOf,
} from '../support/engine-fixture.ts';
import { ended, namesOf, rowsOf, uploaded } from './documents-support.ts';

test('a failed document explains itself and is sent again in a job', async () => {
  const engine = await createEngine({ sandbox: { annotate: true } });
  const { core, ids } = await uploaded(engine, ['good.txt']);
  await addUploads(core, [engine.file('broken.pdf', 'this is no PDF')]);
  await idle(core);
  const [failed] = await rowsOf(core, { statuses: ['failed'] });
  expect(failed).toMatchObject({
    fileName: 'broken.pdf',
    code: 'FILE_DAMAGED',
    remoteError: expect.any(String),
  });
  const job = await core.calls['documents.change']({ kind: 'retry' });
  expect(await ended(core, job.id)).toMatchObject({ total: 1, done: 1 });
  await idle(core);
  expect(await namesOf(core)).toEqual(['broken.pdf', 'good.txt']);
  const again = await rowsOf(core, { statuses: ['failed'] });
  expect(again[0]?.contentId).not.toBe(failed?.contentId);
  expect((await eventsOf(core, (ids[0] ?? 0) + 1)).map(({ kind }) => kind)).toEqual(
    expect.arrayContaining(['retried', 'discarded']),
  );
});

test('a document that somebody else deleted is sent again, once, and one that is back is left', async () => {
  const engine = await createEngine();
  const { core } = await uploaded(engine, ['a.txt']);
  const [row] = await rowsOf(core);
  const contentId = row?.contentId ?? '';
  const headers = { 'x-api-key': engine.sandbox.apiKey };
  const sentAgain = async () => {
    const job = await core.calls['documents.change']({ kind: 'retry' });
    expect(await ended(core, job.id)).toMatchObject({ total: 1, done: 1 });
    await idle(core);
  };
  engine.ledger((database) => database.statement(`UPDATE documents SET status = 'gone'`).run());
  await sentAgain();
  expect(engine.live().map(({ id }) => id)).toEqual([contentId]);
  expect(await rowsOf(core)).toMatchObject([{ contentId, status: 'completed' }]);

  await fetch(`${engine.sandbox.baseUrl}/contents/v1/documents/${contentId}`, { method: 'DELETE', headers });
  await expect(core.calls['documents.show']({ contentId })).rejects.toMatchObject({
    code: 'DOCUMENT_NOT_FOUND',
  });
  expect(await rowsOf(core)).toMatchObject([{ contentId, status: 'gone' }]);
  await sentAgain();
  expect(await states(core)).toEqual(['completed']);
  engine.expectExactlyOnce(['This is a.txt, which says something of its own.']);
  expect(await rowsOf(core)).toMatchObject([{ contentId: engine.live()[0]?.id, status: 'completed' }]);
});

test('U7: a document that a replica does not know yet, and that is sent again on request, stands there once', async () => {
  const engine = await createEngine();
  const { core } = await uploaded(engine, ['a.txt']);
  const contentId = (await rowsOf(core))[0]?.contentId ?? '';
  engine.sandbox.faults.replace([
    { match: { method: 'GET', path: `/documents/${contentId}$` }, kind: 'stale' },
  ]);
  await expect(core.calls['documents.show']({ contentId })).rejects.toMatchObject({
    code: 'DOCUMENT_NOT_FOUND',
  });
  const job = await core.calls['documents.change']({ kind: 'retry' });
  expect(await ended(core, job.id)).toMatchObject({ total: 1, done: 1 });
  await idle(core);
  engine.expectExactlyOnce(['This is a.txt, which says something of its own.']);
  expect(await states(core)).toEqual(['completed']);
});

test('a job that is cut off waits, and goes on when told; a cancelled one leaves the rest undone', async () => {
  const engine = await createEngine();
  const { core } = await uploaded(
    engine,
    Array.from({ length: 12 }, (_, index) => `${index}.txt`),
  );
  engine.sandbox.faults.replace([
    { match: { method: 'PATCH', nth: 3 }, kind: 'slow', delayMs: 150, times: 100 },
  ]);
  const goOn = engine.holdService();
  const job = await core.calls['documents.change']({ kind: 'share' });
  await until('the job is under way', () => (engine.sandbox.faults.state()[0]?.struck ?? 0) >= 2);
  await core.stop();
  goOn();
  const next = await engine.start();
  const [left] = await next.calls['documents.jobs']({});
  expect(left).toMatchObject({ id: job.id, state: 'interrupted', total: 12 });
  expect(left?.done).toBeLessThan(12);
  await next.calls['documents.repeatJob']({ jobId: job.id });
  expect(await ended(next, job.id)).toMatchObject({ state: 'done', done: 12 });
  expect(engine.live().every(({ shared }) => shared)).toBe(true);
  const second = await next.calls['documents.change']({ kind: 'unshare' });
  await next.calls['documents.cancelJob']({ jobId: second.id });
  const cancelled = await ended(next, second.id);
  expect(cancelled.state).toBe('cancelled');
  expect(engine.live().filter(({ shared }) => !shared)).toHaveLength(cancelled.done);
});

test('a job whose documents were still being chosen at a kill is none: nobody was told of it, and a part would pass for all', async () => {
  const engine = await createEngine();
  const { core } = await uploaded(engine, ['a.txt', 'b.txt']);
  const [first] = await rowsOf(core);
  await core.stop();
  engine.ledger((database) => {
    const jobs = createDocumentJobs(database, Date.now);
    jobs.addItems(jobs.create('test', 'delete', { add: [], remove: [] }), [
      { contentId: contentIdSchema.parse(first?.contentId), fileName: 'a.txt' },
    ]);
  });
  const next = await engine.start();
  expect(await next.calls['documents.jobs']({})).toEqual([]);
  expect(engine.live()).toHaveLength(2);
});

test('T-24: a job that has used up the request budget says until when it waits', async () => {
  const engine = await createEngine({ speed: 1, profile: { requestsPerMinute: 40 } });
  const { core } = await uploaded(engine, ['a.txt', 'b.txt']);
  const add = (name: string) => core.calls['documents.change']({ kind: 'tag', add: [name] });
  const waits = async () =>
    (await core.calls['documents.jobs']({})).find(({ state }) => state === 'running')?.waitsUntil ?? null;
  let number = 0;
  await until('a job waits', async () => {
    const jobs = await core.calls['documents.jobs']({});
    if (!jobs.some(({ state }) => state === 'running')) await add(`tag-${number++}`);
    return (await waits()) !== null;
  });
  const told = (await waits()) ?? 0;
  const { budget } = await core.calls['agent.status']({});
  expect(Math.abs((budget.waitsUntil ?? 0) - told)).toBeLessThan(50);
  const now = engine.dependencies.clock?.now() ?? Date.now();
  expect(told - now).toBeGreaterThan(0);
  expect(told - now).toBeLessThanOrEqual(61_000);
});

test.each(['call', 'job'] as const)(
  'U7: a document that a replica does not know yet goes all the same when a person deletes it: %s',
  async (how) => {
    const engine = await createEngine({ speed: 200 });
    const { core, ids } = await uploaded(engine, ['a.txt']);
    const contentId = (await uploadOf(core, ids[0] ?? 0)).contentId ?? '';
    engine.sandbox.faults.replace([{ match: { method: 'DELETE' }, kind: 'stale', times: 1 }]);
    if (how === 'call') await core.calls['documents.delete']({ contentId });
    else await ended(core, (await core.calls['documents.change']({ kind: 'delete' })).id);
    expect(engine.live()).toHaveLength(1);
    await addUploads(core, [engine.file('a.txt')]);
    await idle(core);
    await until('it is deleted again', () => engine.live().length === 1);
    expect(engine.live()[0]?.id).not.toBe(contentId);
    engine.expectExactlyOnce(['This is a.txt, which says something of its own.']);
  },
);
