import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeBackup } from '#core/backup/make-backup.ts';
import { restoreBackup } from '#core/backup/restore-backup.ts';
import { createCore } from '#core/create-core.ts';
import { profileIdSchema } from '#shared/ids/ids.ts';
import { atTestEnd } from '../support/at-test-end.ts';
import {
  addUploads,
  allUploads,
  createEngine,
  type EngineFixture,
  eventsOf,
  idle,
  states,
  until,
  uploadOf,
} from '../support/engine-fixture.ts';
import { elsewhere, patch, refreshed, rowsOf, uploaded } from './documents-support.ts';

/** The list may be asked for again. */
async function later({ dependencies: { clock } }: EngineFixture, end = clock.now() + 20_000) {
  await until('some time passed', () => clock.now() > end);
}

const gone = { code: 'DOCUMENT_NOT_FOUND' };

/** A colleague deletes it, and Sluice hears nothing of it. */
async function deleteBehindItsBack(engine: EngineFixture, contentId: string): Promise<void> {
  const { baseUrl, apiKey } = engine.sandbox;
  const answer = await fetch(`${baseUrl}/contents/v1/documents/${contentId}`, {
    method: 'DELETE',
    headers: { 'x-api-key': apiKey },
  });
  expect(answer.status).toBe(200);
}

async function oneUploaded(engine: EngineFixture, options = {}) {
  const { core, ids } = await uploaded(engine, ['a.txt'], options);
  const [id = 0] = ids;
  return { core, id, contentId: (await uploadOf(core, id)).contentId ?? '' };
}

test.each(['show', 'tag', 'share', 'original', 'annotated', 'call'] as const)(
  'T1: a 404 to %s is known to the document and to its upload',
  async (asked) => {
    const engine = await createEngine();
    const { core, id, contentId } = await oneUploaded(engine);
    await deleteBehindItsBack(engine, contentId);
    const ask = {
      show: () => core.calls['documents.show']({ contentId }),
      tag: () => core.calls['documents.tag']({ contentId, add: ['x'] }),
      share: () => core.calls['documents.share']({ contentId, share: true }),
      original: () => core.calls['documents.original']({ contentId }),
      annotated: () => core.calls['documents.annotated']({ contentId }),
      call: () => core.calls['operations.call']({ name: 'documents.get', params: { content_id: contentId } }),
    }[asked];
    await expect(ask()).rejects.toMatchObject(gone);
    expect(await rowsOf(core)).toMatchObject([{ contentId, status: 'gone', code: 'DOCUMENT_GONE' }]);
    expect(await uploadOf(core, id)).toMatchObject({ state: 'attention', code: 'DOCUMENT_GONE', contentId });
    expect((await eventsOf(core, id)).at(-1)).toMatchObject({ kind: 'vanished' });
  },
);

test('T1: the way that is named for a document that is gone works, and makes no second one', async () => {
  const engine = await createEngine();
  const { core, id, contentId } = await oneUploaded(engine);
  await deleteBehindItsBack(engine, contentId);
  await expect(core.calls['documents.show']({ contentId })).rejects.toMatchObject(gone);

  // The file again: nothing is sent, and who holds its bytes says that the document is gone.
  const [again = 0] = await addUploads(core, [engine.file('a.txt')]);
  await idle(core);
  expect(await uploadOf(core, again)).toMatchObject({ state: 'duplicate', duplicateOf: id });
  expect(engine.live()).toEqual([]);

  await core.calls['uploads.retry']({ filter: { ids: [id] } });
  await idle(core);
  expect(await states(core)).toEqual(['completed', 'duplicate']);
  engine.expectExactlyOnce(['This is a.txt, which says something of its own.']);
  await addUploads(core, [engine.file('a.txt')]);
  await idle(core);
  engine.expectExactlyOnce(['This is a.txt, which says something of its own.']);
});

test('U7: what a replica that was behind called gone is as it was when the service has it again', async () => {
  const engine = await createEngine();
  const { core, id, contentId } = await oneUploaded(engine);
  engine.sandbox.faults.replace([
    { match: { method: 'GET', path: `/documents/${contentId}$` }, kind: 'stale', times: 1 },
  ]);
  await expect(core.calls['documents.show']({ contentId })).rejects.toMatchObject(gone);
  expect(await states(core)).toEqual(['attention DOCUMENT_GONE']);
  await core.calls['documents.show']({ contentId });
  expect(await states(core)).toEqual(['completed']);
  expect(await rowsOf(core)).toMatchObject([{ contentId, status: 'completed', code: null }]);
  expect((await eventsOf(core, id)).at(-1)).toMatchObject({ kind: 'found-again' });
});

test('T1: a list that is behind does not bring back what is gone', async () => {
  const engine = await createEngine();
  const { core, contentId } = await oneUploaded(engine);
  await refreshed(core, true);
  engine.holdService();
  await deleteBehindItsBack(engine, contentId);
  await expect(core.calls['documents.show']({ contentId })).rejects.toMatchObject(gone);
  await refreshed(core, true);
  expect(await rowsOf(core)).toMatchObject([{ contentId, status: 'gone' }]);
});

test('an agent that nobody asks for its documents reads the list soon after its start, and says what failed or went', async () => {
  // One that is started again and again, as an app on a laptop, may never run for an hour.
  const soonMs = 20 * 60_000;
  const engine = await createEngine();
  const { clock } = engine.dependencies;
  const timers: [number, () => void][] = [];
  let passed = 0;
  const core = createCore({
    ...engine.dependencies,
    clock: {
      now: () => clock.now() + passed,
      monotonic: () => clock.monotonic() + passed,
      setTimer(milliseconds, callback) {
        if (milliseconds < soonMs) return clock.setTimer(milliseconds, callback);
        timers.push([milliseconds, callback]);
        return () => undefined;
      },
    },
  });
  atTestEnd(() => core.stop());
  await core.start('uploads');
  const [id = 0, stays = 0] = await addUploads(core, [engine.file('a.txt'), engine.file('b.txt')]);
  await idle(core);
  expect(await states(core)).toEqual(['completed', 'completed']);
  await deleteBehindItsBack(engine, (await uploadOf(core, id)).contentId ?? '');
  passed = soonMs;
  for (const [milliseconds, turn] of timers) if (milliseconds <= passed) turn();
  await until('it says so', async () => (await uploadOf(core, id)).code === 'DOCUMENT_GONE');
  expect(await uploadOf(core, stays)).toMatchObject({ state: 'completed' });
});

test('changes on a page that could not be read are not hidden by the page before it', async () => {
  const engine = await createEngine();
  const core = await engine.start();
  for (let n = 0; n < 110; n++) await elsewhere(engine, `${n}.txt`);
  await until('all are complete', () => engine.live().every(({ status }) => status === 'completed'));
  expect(await refreshed(core, true)).toBe('idle');
  for (const { id } of engine.live()) await patch(engine, id, { share_with_org: true });
  const page = { method: 'GET', path: '/contents/v1/documents$', nth: 2 };
  await later(engine);
  engine.sandbox.faults.replace([{ match: page, kind: 'status', status: 400 }]);
  expect(await refreshed(core)).toBe('failed');
  engine.sandbox.faults.replace([]);
  await later(engine);
  expect(await refreshed(core)).toBe('idle');
  const ids = engine.live().map(({ id }) => id);
  const rows = await Promise.all(ids.map((id) => rowsOf(core, { contentIds: [id] })));
  expect(rows.flat().filter(({ shared }) => !shared)).toEqual([]);
});

test('changes are not hidden by newer ones that were heard of while uploads were followed', async () => {
  const engine = await createEngine();
  const core = await engine.start();
  const changed = await elsewhere(engine, 'changed.txt');
  const upload = async (batch: number, count: number) => {
    const files = Array.from({ length: count }, (_, n) => engine.file(`${batch}-${n}.txt`));
    await addUploads(core, files);
    await idle(core);
  };
  await upload(0, 105);
  expect(await refreshed(core, true)).toBe('idle');
  await patch(engine, changed, { share_with_org: true });
  for (const batch of [1, 2]) await upload(batch, 70);
  await later(engine);
  expect(await refreshed(core)).toBe('idle');
  expect(await rowsOf(core, { contentIds: [changed] })).toMatchObject([{ shared: true }]);
});

test('what another program put there and deleted again is not there', async () => {
  const engine = await createEngine();
  const core = await engine.start();
  const contentId = await elsewhere(engine, 'theirs.txt');
  await core.calls['documents.show']({ contentId });
  await deleteBehindItsBack(engine, contentId);
  await expect(core.calls['documents.original']({ contentId })).rejects.toMatchObject(gone);
  expect(await rowsOf(core)).toEqual([]);
});

test('a document that is kept for a day is asked for before its copy is shown, and a copy of what is gone is dropped', async () => {
  const engine = await createEngine({ sandbox: { annotate: true } });
  const { core, contentId } = await oneUploaded(engine, { noStore: true });
  const copy = await core.calls['documents.annotated']({ contentId });
  await deleteBehindItsBack(engine, contentId);
  await expect(core.calls['documents.annotated']({ contentId })).rejects.toMatchObject(gone);
  expect(existsSync(copy.path)).toBe(false);
  expect(await rowsOf(core)).toMatchObject([{ contentId, status: 'gone' }]);
});

test('a copy of any document is not shown once it is known to be gone', async () => {
  const engine = await createEngine({ sandbox: { annotate: true } });
  const { core, contentId } = await oneUploaded(engine);
  await core.calls['documents.annotated']({ contentId });
  await deleteBehindItsBack(engine, contentId);
  await expect(core.calls['documents.show']({ contentId })).rejects.toMatchObject(gone);
  await expect(core.calls['documents.annotated']({ contentId })).rejects.toMatchObject(gone);
});

test('T1: what was deleted since a backup is known to be gone once the backup is restored', async () => {
  const engine = await createEngine();
  // More than the twenty that the list is doubted by.
  const names = Array.from({ length: 45 }, (_, index) => `${index}.txt`);
  const { core, ids } = await uploaded(engine, names);
  const from = join(engine.directory, 'backup.tar');
  await makeBackup({ dataDirectory: engine.dataDirectory, to: from, now: Date.now() });
  const deleted = ids.slice(0, 21);
  for (const id of deleted) await deleteBehindItsBack(engine, (await uploadOf(core, id)).contentId ?? '');
  await core.stop();
  await restoreBackup({ dataDirectory: engine.dataDirectory, from, now: Date.now() });
  const again = await engine.start();
  await until('all are known to be gone', async () => {
    const gone = (await allUploads(again)).filter(({ code }) => code === 'DOCUMENT_GONE');
    return gone.length === deleted.length;
  });
  const rows = (await again.calls['documents.query']({ filter: {}, limit: 100 })).rows;
  expect(rows.filter(({ status }) => status === 'gone')).toHaveLength(deleted.length);
});

test('T1: after a change to the key of another account, documents that it may not see need the user', async () => {
  const engine = await createEngine();
  const { core, id } = await oneUploaded(engine);
  const answer = await fetch(`${engine.sandbox.baseUrl}/_sandbox/users`, {
    method: 'POST',
    headers: { 'x-api-key': engine.sandbox.apiKey, 'content-type': 'application/json' },
    body: JSON.stringify({ user_id: 'bob' }),
  });
  const { api_key: key } = (await answer.json()) as { api_key: string };
  engine.dependencies.secrets.getKey = async () => key;
  const asked = async () => (await core.calls['agent.status']({})).health.findings.map(({ code }) => code);
  await until('it is asked whose key it is', async () => (await asked()).includes('PROFILE_MOVED'));
  const profileId = profileIdSchema.parse('test');
  await core.calls['ledger.settleService']({ profileId, choice: 'same-service' });
  await later(engine, engine.dependencies.clock.now() + 120_000);
  await refreshed(core, true);
  expect(await uploadOf(core, id)).toMatchObject({ code: 'DOCUMENT_GONE' });
  await core.calls['uploads.retry']({ filter: { ids: [id] } });
  await idle(core);
  expect(await uploadOf(core, id)).toMatchObject({ state: 'completed' });
  expect(engine.live().map((document) => document.user_id)).toEqual(['sandbox-owner', 'bob']);
});
