import { describe, expect, test } from 'vitest';
import type { SandboxOptions } from '../support/core-fixture.ts';
import {
  addUploads,
  createEngine,
  eventsOf,
  idle,
  states,
  until,
  uploadOf,
} from '../support/engine-fixture.ts';

/** What looks like the id of a tag and is none. */
const noTag = 'c683ff41-0000-4000-8000-000000000000';

const one = '/contents/v1/documents/{content_id}';
const list = '/contents/v1/documents';

type Engine = Awaited<ReturnType<typeof createEngine>>;

async function pollsOf(options: SandboxOptions, count: number, speed: number) {
  const engine = await createEngine({ sandbox: options, speed });
  return { ...(await pollsOfMore(engine, await engine.start(), count)), engine };
}

async function pollsOfMore(engine: Engine, core: Awaited<ReturnType<Engine['start']>>, count: number) {
  const before = engine.live().length;
  await addUploads(
    core,
    Array.from({ length: count }, (_, index) => engine.file(`${index}.txt`, `document ${index}`)),
  );
  await idle(core);
  const counts = engine.sandbox.requests.counts();
  const of = (route: string) =>
    counts
      .filter((one) => one.method === 'GET' && one.route === route)
      .reduce((sum, one) => sum + one.count, 0);
  expect(engine.live()).toHaveLength(before + count);
  expect(engine.live().every((document) => document.status === 'completed')).toBe(true);
  return { list: of(list), single: of(one), core };
}

describe('U3: polls', () => {
  const enrichSeconds = [60, 180] as const;

  test.concurrent.each(['spec', 'field'] as const)(
    'with the list, 200 documents cost few requests (%s)',
    async (profile) => {
      const polls = await pollsOf({ profile, enrichSeconds }, 200, 60);
      // As many as 1,000 may cost: these take as long, and are read more often because they are on fewer
      // pages.
      expect(polls.list + polls.single).toBeLessThanOrEqual(100);
    },
  );

  test.concurrent('a list that the service asks to leave alone for an hour is, and documents are asked one by one', async () => {
    const listed = { method: 'GET', path: '^/contents/v1/documents$' };
    const rule = { match: listed, kind: 'status', status: 503, retryAfter: 3_600, times: 1 } as const;
    const engine = await createEngine({ sandbox: { enrichSeconds }, speed: 60 });
    const core = await engine.start();
    // Once the service has answered, only what is followed asks for the list.
    await addUploads(core, [engine.file('first.txt', 'the first document')]);
    await idle(core);
    engine.sandbox.faults.replace([rule]);
    await pollsOfMore(engine, core, 20);
    const asked = engine.sandbox.requests.list({ origin: 'api', limit: 100_000 });
    const timesOf = (route: string) =>
      asked.filter((each) => each.method === 'GET' && each.route === route).map(({ time }) => time);
    const [refusedAt = Number.NaN, nextAt = Number.POSITIVE_INFINITY] = timesOf(list).sort((a, b) => a - b);
    // It is probed after ten minutes.
    expect(nextAt - refusedAt).toBeGreaterThan(9.5 * 60_000);
    expect(timesOf(one).some((time) => time > refusedAt && time < nextAt)).toBe(true);
  });

  test.concurrent('without the list, at most two looks a document', async () => {
    const polls = await pollsOf({ listEndpoint: false, enrichSeconds }, 300, 60);
    expect(polls.single).toBeLessThanOrEqual(600);
    // Nobody asks again for what is not there.
    expect(polls.list).toBeLessThanOrEqual(1);
  });

  test.concurrent('one document alone is seen soon after it is done', async () => {
    const engine = await createEngine({ sandbox: { enrichSeconds: [20, 20] }, speed: 10 });
    const core = await engine.start();
    const [id = 0] = await addUploads(core, [engine.file('a.txt')]);
    await idle(core);
    const { landedAt, finishedAt } = await uploadOf(core, id);
    expect((finishedAt ?? 0) - (landedAt ?? 0)).toBeLessThan(30_000);
  });

  test.concurrent('what was learned about the service outlives a restart', async () => {
    const { core, engine } = await pollsOf({ listEndpoint: false, enrichSeconds: [30, 31] }, 40, 60);
    await core.stop();
    engine.sandbox.requests.clear();
    const again = await engine.start();
    await addUploads(
      again,
      Array.from({ length: 40 }, (_, index) => engine.file(`more-${index}.txt`, `more ${index}`)),
    );
    await idle(again);
    const looks = engine.requests({ method: 'GET' }).length;
    expect(looks).toBeLessThanOrEqual(80);
  });
});

test.concurrent('U3: a status nobody knows is followed, whatever its name', async () => {
  const engine = await createEngine({ sandbox: { profile: 'field', enrichSeconds: [40, 40] } });
  const core = await engine.start();
  const [id = 0] = await addUploads(core, [engine.file('a.txt')]);
  await idle(core);
  expect(await states(core)).toEqual(['completed']);
  const said = (await eventsOf(core, id)).filter((event) => event.kind === 'status');
  expect(said.length).toBeGreaterThan(0);
});

describe('a document that fails', () => {
  test.concurrent('says why, and a retry removes it and sends the file again', async () => {
    const engine = await createEngine({ sandbox: { annotate: true } });
    const core = await engine.start();
    const path = engine.file('broken.pdf', 'this is no PDF');
    const [id = 0] = await addUploads(core, [path]);
    await idle(core);
    const upload = await uploadOf(core, id);
    expect(upload).toMatchObject({ state: 'attention', code: 'FILE_DAMAGED', remoteStatus: 'failed' });
    expect(upload.remoteError).toBe(engine.live()[0]?.error_code);
    expect(upload.detail).toBe(upload.remoteError);
    const failed = engine.live()[0]?.id;
    engine.file('broken.pdf', 'still no PDF, but another one');
    await core.calls['uploads.retry']({ filter: { ids: [id] } });
    await idle(core);
    expect(engine.live()).toHaveLength(1);
    expect(engine.live()[0]?.id).not.toBe(failed);
    expect((await eventsOf(core, id)).map((event) => event.kind)).toContain('discarded');
  });

  test.concurrent('retry by kind leaves other kinds alone', async () => {
    const engine = await createEngine({ sandbox: { annotate: true } });
    const core = await engine.start();
    await addUploads(core, [engine.file('broken.pdf', 'this is no PDF')]);
    await addUploads(core, [engine.file('tagged.txt')], { tags: [noTag] });
    await addUploads(core, [engine.file('good.txt')]);
    await idle(core);
    engine.ledger((database) =>
      database.sqlite.exec("UPDATE uploads SET code = 'AFTER_UPLOAD_FAILED' WHERE state = 'completed'"),
    );
    expect(await core.calls['uploads.retry']({ filter: { code: 'TAG_REFUSED' } })).toEqual({
      count: 1,
      left: {},
    });
    await idle(core);
    expect(await states(core)).toEqual([
      'attention FILE_DAMAGED',
      'attention TAG_REFUSED',
      'completed AFTER_UPLOAD_FAILED',
    ]);
  });
});

test.concurrent.each([true, false])(
  'a document that vanishes while it is enriched is said, and a retry sends it again (list: %s)',
  async (listEndpoint) => {
    const engine = await createEngine({ sandbox: { listEndpoint, enrichSeconds: [20, 20] } });
    const core = await engine.start();
    const names = ['a', 'b', 'c', 'd'];
    const ids = await addUploads(
      core,
      names.map((name) => engine.file(`${name}.txt`)),
    );
    await until('all landed', () => engine.live().length === 4);
    const { contentId } = await uploadOf(core, ids[1] ?? 0);
    await fetch(`${engine.sandbox.baseUrl}/contents/v1/documents/${contentId}`, {
      method: 'DELETE',
      headers: { 'x-api-key': engine.sandbox.apiKey },
    });
    await idle(core);
    expect((await states(core)).sort()).toEqual([
      'attention DOCUMENT_VANISHED',
      'completed',
      'completed',
      'completed',
    ]);
    await core.calls['uploads.retry']({ filter: { code: 'DOCUMENT_VANISHED' } });
    await idle(core);
    engine.expectExactlyOnce(names.map((name) => `This is ${name}.txt, which says something of its own.`));
  },
);

test.concurrent('a key that is rejected while documents are followed stops nothing for good', async () => {
  const engine = await createEngine({ sandbox: { enrichSeconds: [20, 20] } });
  const core = await engine.start();
  await addUploads(core, [engine.file('a.txt')]);
  await until('it landed', () => engine.live().length === 1);
  await engine.giveKey('wrong');
  await until(
    'it was asked with it',
    () => engine.requests({ status: 401 }).length > 0 || engine.requests({ status: 403 }).length > 0,
  );
  await engine.giveKey(engine.sandbox.apiKey);
  await until('it goes on by itself', async () => (await states(core))[0] === 'completed');
  await idle(core);
});
