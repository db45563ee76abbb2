import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  addUploads,
  createEngine,
  eventsOf,
  idle,
  states,
  until,
  uploadOf,
} from '../support/engine-fixture.ts';
import { elsewhere, ended, namesOf, patch, refreshed, rowsOf, uploaded } from './documents-support.ts';

describe.each([
  ['spec', true],
  ['field', true],
  ['spec', false],
] as const)('documents (%s, list: %s)', (profile, listEndpoint) => {
  const sandbox = { profile, listEndpoint };

  test('what was uploaded is there, with all that is known of it', async () => {
    const engine = await createEngine({ sandbox });
    const { core, ids } = await uploaded(engine, ['Annual Report.txt'], {
      share: true,
      noIndex: true,
      published: '2024-02-03T04:05:06Z',
    });
    const upload = await uploadOf(core, ids[0] ?? 0);
    expect(await rowsOf(core)).toMatchObject([
      {
        contentId: upload.contentId,
        uploadId: upload.id,
        fileName: 'Annual Report.txt',
        folderId: null,
        status: 'completed',
        shared: true,
        noIndex: true,
        noStore: false,
        size: upload.size,
        uploadedAt: upload.landedAt,
        publishedAt: Date.parse('2024-02-03T04:05:06Z'),
      },
    ]);
  });

  test('search, filters, sorting and pages', async () => {
    const engine = await createEngine({ sandbox });
    await engine.settings.update((settings) => ({
      ...settings,
      folders: [engine.folder('inbox', { share: true })],
    }));
    engine.file('inbox/Über uns [1].txt', 'x'.repeat(300));
    const core = await engine.start('watch');
    await addUploads(
      core,
      [engine.file('Alpha.txt', 'a'.repeat(200)), engine.file('beta.txt', 'b'.repeat(100))],
      {
        tags: ['energy'],
      },
    );
    const tag = await core.calls['tags.create']({ name: 'energy' });
    await until('all are in', async () => (await rowsOf(core, { statuses: ['completed'] })).length === 3);
    expect(await namesOf(core, { search: 'über UNS [1]' })).toEqual(['Über uns [1].txt']);
    expect(await namesOf(core, { search: 'A.T' })).toEqual(['Alpha.txt', 'beta.txt']);
    expect(await namesOf(core, { search: '*' })).toEqual([]);
    const [first] = await rowsOf(core, { search: 'alpha' });
    expect(await namesOf(core, { search: first?.contentId.slice(0, 10).toLowerCase() ?? '' })).toEqual([
      'Alpha.txt',
    ]);
    expect(await namesOf(core, { tags: ['energy'] })).toEqual(['Alpha.txt', 'beta.txt']);
    expect(first?.tags).toEqual([{ id: tag.id, name: 'energy' }]);
    expect(await namesOf(core, { folderId: 'inbox' })).toEqual(['Über uns [1].txt']);
    expect(await namesOf(core, { folderId: null, shared: false })).toEqual(['Alpha.txt', 'beta.txt']);
    expect(await namesOf(core, { shared: true })).toEqual(['Über uns [1].txt']);
    expect(await namesOf(core, { after: Date.now() - 3_600_000_000, dated: 'completed' })).toHaveLength(3);
    expect(await namesOf(core, { before: 1 })).toEqual([]);
    const page = await core.calls['documents.query']({
      sort: { by: 'size', descending: false },
      offset: 1,
      limit: 1,
    });
    expect([page.total, page.rows.map(({ fileName }) => fileName)]).toEqual([3, ['Alpha.txt']]);
    for (const by of [
      'file',
      'status',
      'source',
      'tags',
      'shared',
      'flags',
      'published',
      'completed',
      'contentId',
      'error',
    ] as const)
      for (const descending of [true, false])
        expect((await core.calls['documents.query']({ sort: { by, descending } })).rows).toHaveLength(3);
  });

  test('bulk tags: none of another client is lost, and the result is told for each', async () => {
    const engine = await createEngine({ sandbox });
    const { core } = await uploaded(engine, ['a.txt', 'b.txt', 'c.txt']);
    const [theirs, old] = await Promise.all(
      ['theirs', 'old'].map(async (name) => (await core.calls['tags.create']({ name })).id),
    );
    for (const { contentId } of await rowsOf(core))
      await core.calls['documents.tag']({ contentId, add: ['old'] });
    // What Sluice knows of the tags is old by now.
    for (const { contentId } of await rowsOf(core)) await patch(engine, contentId, { tags: [old, theirs] });
    const job = await core.calls['documents.change']({
      kind: 'tag',
      filter: {},
      add: ['ours'],
      remove: ['old'],
    });
    expect(await ended(core, job.id)).toMatchObject({ state: 'done', total: 3, done: 3, failed: 0 });
    for (const document of engine.live()) expect(document.tags.sort()).toEqual(['ours', 'theirs']);
    expect((await rowsOf(core)).map(({ tags }) => tags.map(({ name }) => name).sort())).toEqual(
      Array.from({ length: 3 }, () => ['ours', 'theirs']),
    );
  });

  test('tags: a change that another client overwrites before it is looked at is made again', async () => {
    const engine = await createEngine({ sandbox });
    const { core } = await uploaded(engine, ['a.txt']);
    const { id: theirs } = await core.calls['tags.create']({ name: 'theirs' });
    const [{ contentId } = { contentId: '' }] = await rowsOf(core);
    // The read after the write comes late: in between another client puts its own set in place of ours.
    engine.sandbox.faults.replace([
      { match: { method: 'GET', path: `/documents/${contentId}$`, nth: 2 }, kind: 'slow', delayMs: 1_500 },
    ]);
    const goOn = engine.holdService();
    const changing = core.calls['documents.tag']({ contentId, add: ['ours'] });
    await until('ours was written', () => engine.sandbox.faults.state()[0]?.struck === 1);
    expect(engine.requests({ method: 'PATCH' })).toHaveLength(1);
    await patch(engine, contentId, { tags: [theirs] });
    goOn();
    expect((await changing).tags.sort()).toEqual(['ours', 'theirs']);
    expect(engine.live()[0]?.tags.sort()).toEqual(['ours', 'theirs']);
  });

  test('bulk sharing and deleting; what is not mine fails with its reason and can be tried again', async () => {
    const engine = await createEngine({ sandbox });
    const { core } = await uploaded(engine, ['a.txt', 'b.txt']);
    const share = await core.calls['documents.change']({ kind: 'share' });
    expect(await ended(core, share.id)).toMatchObject({ state: 'done', done: 2 });
    expect(engine.live().map(({ shared }) => shared)).toEqual([true, true]);
    expect(await rowsOf(core, { shared: true })).toHaveLength(2);
    engine.sandbox.faults.replace([{ match: { method: 'DELETE' }, kind: 'status', status: 403, times: 1 }]);
    const removal = await core.calls['documents.change']({ kind: 'delete' });
    expect(await ended(core, removal.id)).toMatchObject({ state: 'done', done: 1, failed: 1 });
    const { items } = await core.calls['documents.jobItems']({ jobId: removal.id, outcome: 'failed' });
    expect(items).toMatchObject([{ code: 'NOT_PERMITTED' }]);
    expect(await rowsOf(core)).toHaveLength(1);
    await core.calls['documents.repeatJob']({ jobId: removal.id });
    expect(await ended(core, removal.id)).toMatchObject({ state: 'done', done: 2, failed: 0 });
    expect(await rowsOf(core)).toEqual([]);
    expect(engine.live()).toEqual([]);
    expect(await states(core)).toEqual(['cancelled', 'cancelled']);
    expect(await core.calls['documents.dismissJob']({ jobId: removal.id })).toEqual({ dismissed: true });
  });

  test('no_store: kept for a day, then expired, in the list, the detail and the history alike', async () => {
    const engine = await createEngine({ sandbox, speed: 20_000 });
    const { core } = await uploaded(engine, ['a.txt'], { noStore: true });
    const [row] = await rowsOf(core);
    expect(row).toMatchObject({ status: 'completed', noStore: true });
    expect((row?.expiresAt ?? 0) - (row?.completedAt ?? 0)).toBe(24 * 3_600_000);
    const copy = await core.calls['documents.original']({ contentId: row?.contentId ?? '' });
    expect(existsSync(copy.path)).toBe(true);
    await until('a day is over', async () => (await rowsOf(core))[0]?.status === 'expired');
    await until('its copy here is gone too', () => !existsSync(copy.path));
    await until('the service has deleted it', () => engine.live().length === 0);
    await expect(core.calls['documents.show']({ contentId: row?.contentId ?? '' })).rejects.toMatchObject({
      code: 'DOCUMENT_NOT_FOUND',
    });
    expect((await core.calls['documents.detail']({ contentId: row?.contentId ?? '' })).document?.status).toBe(
      'expired',
    );
    expect(await states(core)).toEqual(['completed']);
  });

  test('export: everything of the filter, as CSV and JSON, formulas defused', async () => {
    const engine = await createEngine({ sandbox });
    const { core } = await uploaded(engine, ['=cmd().txt', 'b, "c".txt']);
    const csv = await core.calls['documents.export']({
      format: 'csv',
      path: join(engine.directory, 'out/list.csv'),
    });
    expect(csv.count).toBe(2);
    const lines = readFileSync(csv.path, 'utf8').split('\r\n');
    expect(lines).toHaveLength(4);
    expect(lines.join('\n')).toContain(`,"'=cmd().txt","completed",`);
    expect(lines.join('\n')).toContain(',"b, ""c"".txt","completed",');
    const json = await core.calls['documents.export']({ format: 'json', filter: { search: 'cmd' } });
    expect(JSON.parse(readFileSync(json.path, 'utf8'))).toMatchObject([
      { fileName: '=cmd().txt', status: 'completed' },
    ]);
  });

  test('a document that was deleted is not brought back by a list that is behind', async () => {
    const engine = await createEngine({ sandbox });
    const { core } = await uploaded(engine, ['a.txt']);
    const [row] = await rowsOf(core);
    await core.calls['documents.delete']({ contentId: row?.contentId ?? '' });
    expect(await refreshed(core, true)).toBe(listEndpoint ? 'idle' : 'unavailable');
    expect(await rowsOf(core)).toEqual([]);
  });
});

test('what the service holds beside our own comes in, page by page, and goes when it is gone', async () => {
  const engine = await createEngine();
  const { core } = await uploaded(engine, ['mine.txt']);
  const ids = await Promise.all(
    Array.from({ length: 130 }, (_, index) => elsewhere(engine, `theirs-${index}.txt`)),
  );
  expect(await refreshed(core)).toBe('idle');
  expect(await core.calls['documents.mirror']({})).toMatchObject({ read: 131, code: null });
  expect((await core.calls['documents.query']({})).total).toBe(131);
  expect(await rowsOf(core, { search: 'theirs-129' })).toMatchObject([
    { contentId: ids[129], uploadId: null, noIndex: null },
  ]);
  // Only news are asked for the next time: one page.
  const news = await elsewhere(engine, 'news.txt');
  await patch(engine, ids[0] ?? '', { share_with_org: true });
  const before = engine.requests({ method: 'GET' }).length;
  await until('the list is looked at again', async () => {
    await refreshed(core);
    return (await rowsOf(core, { search: 'news' })).length === 1;
  });
  expect(engine.requests({ method: 'GET' }).length - before).toBeLessThan(4);
  expect(await rowsOf(core, { shared: true })).toMatchObject([{ contentId: ids[0] }]);
  // A full pass finds what is gone.
  const headers = { 'x-api-key': engine.sandbox.apiKey };
  for (const id of [news, ids[5]])
    await fetch(`${engine.sandbox.baseUrl}/contents/v1/documents/${id}`, { method: 'DELETE', headers });
  await until('a full pass after they count as old', async () => {
    await refreshed(core, true);
    return (await core.calls['documents.query']({})).total === 130;
  });
});

test('no_store: one that expired while Sluice was off reads as expired, not as vanished', async () => {
  const engine = await createEngine({ speed: 20_000, sandbox: { enrichSeconds: [2_000, 4_000] } });
  const core = await engine.start();
  const goOn = engine.holdService();
  const [id = 0] = await addUploads(core, [engine.file('a.txt')], { noStore: true });
  await until('it has landed', async () => (await uploadOf(core, id)).state === 'processing');
  await core.stop();
  goOn();
  await until('the service has deleted it', () => engine.live().length === 0);
  const next = await engine.start();
  await idle(next);
  expect(await uploadOf(next, id)).toMatchObject({ state: 'completed', remoteStatus: 'expired', code: null });
  expect((await eventsOf(next, id)).at(-1)).toMatchObject({ kind: 'expired' });
  expect(await rowsOf(next)).toMatchObject([{ status: 'expired' }]);

  // Nothing holds these bytes any more: whoever uploads them again does not get a duplicate of what is gone.
  const [again = 0] = await addUploads(next, [
    engine.file('b.txt', readFileSync(engine.file('a.txt'), 'utf8')),
  ]);
  await idle(next);
  expect(await uploadOf(next, again)).toMatchObject({ state: 'completed', duplicateOf: null });
});

test('the timeline tells when a file of a folder was seen and quiet', async () => {
  const engine = await createEngine();
  await engine.settings.update((settings) => ({ ...settings, folders: [engine.folder('inbox')] }));
  engine.file('inbox/a.txt');
  const core = await engine.start('watch');
  await until('it is in', async () => (await rowsOf(core, { statuses: ['completed'] })).length === 1);
  const [row] = await rowsOf(core);
  const { upload, events } = await core.calls['documents.detail']({ contentId: row?.contentId ?? '' });
  expect(upload?.path).toContain('a.txt');
  expect(events.map(({ kind }) => kind)).toEqual(
    expect.arrayContaining(['settled', 'fingerprinted', 'reserved', 'landed', 'completed']),
  );
  expect(events[0]).toMatchObject({ kind: 'settled', detail: { seenAt: expect.any(Number) } });
});
