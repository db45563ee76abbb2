import { rmSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { Core } from '#core/create-core.ts';
import { scopeOf } from '#core/team/scope.ts';
import { createTeamWorld, type ScriptedTeam } from '#core/team/testing/scripted-team.ts';
import { documentFilterSchema } from '#shared/bridge/documents.ts';
import type { ContentId } from '#shared/ids/ids.ts';
import {
  addUploads,
  allUploads,
  createEngine,
  type EngineFixture,
  type EngineOptions,
  eventsOf,
  idle,
  sha256,
  until,
  uploadOf,
} from '../support/engine-fixture.ts';

/** Never aborted. */
const { signal } = new AbortController();
const content = 'The company reported record revenue in the third quarter.';
const newer = 'The company restated its revenue of the third quarter.';

/** Two machines of one team; the first watches a folder in which a newer version replaces the old one. */
async function replacing() {
  const world = createTeamWorld();
  const team = world.join('ANNA-LAPTOP');
  const other = world.join('FILESRV1');
  const engine = await createEngine({ team });
  const scope = await scopeOf(engine.sandbox.baseUrl, engine.sandbox.apiKey);
  await engine.settings.update((settings) => ({
    ...settings,
    folders: [engine.folder('inbox', { changed: 'replace' })],
  }));
  engine.file('inbox/a.txt', content);
  const core = await engine.start('watch');
  await until('it is told', () => world.claims.size === 1 && world.only().isLanded);
  await idle(core);
  const same = { scope, sha256: sha256(content), size: content.length, upload: 'upload-of-the-other' };
  const replace = async () => {
    engine.file('inbox/a.txt', newer);
    await core.calls['folders.reconcile']({});
    await until('the new one is in', async () => (await allUploads(core))[1]?.state === 'completed');
  };
  return { world, team, other, engine, core, same, replace };
}

const deletes = (engine: EngineFixture) => engine.requests({ method: 'DELETE' });

/** Another machine sends bytes to the service, and tells the team unless it is cut off before. */
async function sentBy(
  engine: EngineFixture,
  machine: ScriptedTeam,
  {
    scope,
    bytes,
    name,
    ends = 'landed',
    puts = bytes,
  }: {
    readonly scope: string;
    readonly bytes: string;
    readonly name: string;
    readonly ends?: 'named' | 'sent' | 'landed';
    /** What storage gets in their place. */
    readonly puts?: string;
  },
) {
  const intent = { scope, sha256: sha256(bytes), size: bytes.length, upload: `of-${name}`, fileName: name };
  const answer = await machine.claim(intent, signal);
  if (answer.kind !== 'ours') throw new Error(answer.kind);
  const response = await fetch(`${engine.sandbox.baseUrl}/contents/v1/documents`, {
    method: 'POST',
    headers: { 'x-api-key': engine.sandbox.apiKey, 'content-type': 'application/json' },
    body: JSON.stringify({ file_name: name }),
  });
  const { id, url } = (await response.json()) as { id: ContentId; url: string };
  await machine.name(answer.claim, id, signal);
  if (ends !== 'named')
    expect((await fetch(url, { method: 'PUT', body: Buffer.from(puts) })).status).toBe(200);
  if (ends === 'landed') await machine.landed(answer.claim, id, signal);
  return intent;
}

const documents = async (core: Core, filter = {}) =>
  (await core.calls['documents.query']({ filter: documentFilterSchema.parse(filter) })).rows;

test.concurrent('the document of a replaced version stays while another machine stands for it, as that one’s', async () => {
  const { engine, core, other, same, replace } = await replacing();
  const old = engine.live()[0]?.id as ContentId;
  expect(await other.claim(same, signal)).toMatchObject({ kind: 'landed', contentId: old });
  await replace();
  await until('the old one is at rest', async () => (await allUploads(core))[0]?.state === 'cancelled');
  await idle(core);
  expect(deletes(engine)).toEqual([]);
  engine.expectExactlyOnce([content, newer]);
  const replaced = (await eventsOf(core, 1)).find(({ kind }) => kind === 'replaced');
  expect(replaced?.detail).toMatchObject({ machine: 'FILESRV1', contentId: old });
  expect(await documents(core, { contentIds: [old] })).toMatchObject([
    { contentId: old, uploadId: null, machine: 'FILESRV1' },
  ]);
  // Now it is the other’s alone, and goes with it.
  expect(await other.letGo(same, signal)).toEqual({ kind: 'last', contentId: old });
});

test.concurrent('a newer version is sent where another machine names a document of other bytes, and the old one goes only then', async () => {
  const { engine, core, other, same } = await replacing();
  const old = engine.live()[0]?.id as ContentId;
  const bytes = { scope: same.scope, name: 'theirs.txt', bytes: newer };
  await sentBy(engine, other, { ...bytes, puts: 'Something else.' });
  engine.file('inbox/a.txt', newer);
  await core.calls['folders.reconcile']({});
  await until('the old one was deleted', () => deletes(engine).length > 0);
  const [sent] = (await allUploads(core)).filter(({ sha256: hash }) => hash === sha256(newer));
  expect(sent).toMatchObject({ state: 'completed' });
  expect(engine.live().map(({ id }) => id)).not.toContain(old);
});

test.concurrent('where nobody else stands for it, the document of a replaced version goes', async () => {
  const { engine, core, replace, world } = await replacing();
  await replace();
  await until('one is left', () => engine.live().length === 1);
  await idle(core);
  engine.expectExactlyOnce([newer]);
  await until('both are told', () => world.claims.size === 1 && world.only().isLanded);
  expect(world.only().intent.sha256).toBe(sha256(newer));
});

test.concurrent('while the team cannot be asked, no document of a replaced version is deleted', async () => {
  const { engine, core, replace, team, world, same, other } = await replacing();
  await other.claim(same, signal);
  team.cut = ['letGo'];
  await replace();
  await until('it was asked', () => world.log.some((line) => line.startsWith('ANNA-LAPTOP letGo')));
  expect(deletes(engine)).toEqual([]);
  team.cut = [];
  await until('the old one is at rest', async () => (await allUploads(core))[0]?.state === 'cancelled');
  expect(deletes(engine)).toEqual([]);
});

/** A machine of a team whose only upload has landed and is still being enriched. */
async function enriching(sandbox: EngineOptions['sandbox'] = {}) {
  const world = createTeamWorld();
  const other = world.join('FILESRV1');
  const engine = await createEngine({
    team: world.join('ANNA-LAPTOP'),
    sandbox: { ...sandbox, enrichSeconds: [600, 600] },
  });
  const scope = await scopeOf(engine.sandbox.baseUrl, engine.sandbox.apiKey);
  const core = await engine.start();
  const [id = 0] = await addUploads(core, [engine.file('a.txt', content)]);
  await until('the team knows that it landed', () => world.claims.size === 1 && world.only().isLanded);
  const same = { scope, sha256: sha256(content), size: content.length, upload: 'upload-of-the-other' };
  const cancel = () => core.calls['uploads.cancel']({ filter: { ids: [id] } });
  return { world, other, engine, core, id, same, cancel };
}

test.concurrent('U11: the document of a cancelled upload stays while another machine stands for it', async () => {
  const { other, engine, core, id, same, cancel } = await enriching();
  const contentId = engine.live()[0]?.id as ContentId;
  expect(await other.claim(same, signal)).toMatchObject({ kind: 'landed', contentId });
  await cancel();
  await until('it is cancelled', async () => (await uploadOf(core, id)).state === 'cancelled');
  expect(deletes(engine)).toEqual([]);
  const left = (await eventsOf(core, id)).find(({ kind }) => kind === 'left-to');
  expect(left?.detail).toEqual({ contentId, machine: 'FILESRV1' });
  expect(await other.letGo(same, signal)).toEqual({ kind: 'last', contentId });
});

test.concurrent('U11: a document whose deletion is refused is known to the team again, and sent by nobody else', async () => {
  const faults = [{ match: { method: 'DELETE' }, kind: 'forbidden' as const }];
  const { world, other, engine, core, id, same, cancel } = await enriching({ faults });
  const contentId = engine.live()[0]?.id as ContentId;
  await cancel();
  await until('it says so', async () => (await uploadOf(core, id)).code === 'DELETE_REFUSED');
  await until('the team knows it', () => world.claims.size === 1 && world.only().isLanded);
  expect(await other.claim(same, signal)).toMatchObject({ kind: 'landed', contentId });
});

test.concurrent('U11: a document that could not be deleted in many tries is known to the team again', async () => {
  const faults = [{ match: { method: 'DELETE' }, kind: 'status' as const, status: 500 }];
  const { other, engine, core, id, same, cancel } = await enriching({ faults });
  const contentId = engine.live()[0]?.id as ContentId;
  engine.ledger(({ sqlite }) => sqlite.exec('UPDATE uploads SET attempts = 10'));
  await cancel();
  await until('it says so', async () => (await uploadOf(core, id)).code === 'DELETE_REFUSED');
  await until(
    'the team knows it',
    async () => (await other.claim(same, signal)).kind === 'landed' && engine.live().length === 1,
  );
  expect(await other.claim(same, signal)).toMatchObject({ kind: 'landed', contentId });
});

test.concurrent('W7: where a replaced version may not be deleted, no other machine sends it a second time', async () => {
  const { engine, other, same, replace, world } = await replacing();
  const contentId = engine.live()[0]?.id as ContentId;
  engine.sandbox.faults.replace([{ match: { method: 'DELETE' }, kind: 'forbidden' }]);
  await replace();
  await until('it was tried', () => deletes(engine).length > 0);
  await until('the team knows both', () => {
    const landed = [...world.claims.values()].filter(({ isLanded }) => isLanded);
    return landed.length === 2;
  });
  expect(await other.claim(same, signal)).toMatchObject({ kind: 'landed', contentId });
});

test.concurrent('who deletes a document hears which machines have its file too, and it goes all the same', async () => {
  const { engine, core, team, same, other } = await replacing();
  const contentId = engine.live()[0]?.id as ContentId;
  const holders = () => core.calls['documents.holders']({ contentId });
  expect(await holders()).toEqual({ others: [], isKnown: true });
  await other.claim(same, signal);
  expect(await holders()).toMatchObject({ others: [{ name: 'FILESRV1' }], isKnown: true });
  team.cut = 'all';
  expect(await holders()).toEqual({ others: [], isKnown: false });
  team.cut = [];
  expect(await core.calls['documents.delete']({ contentId })).toEqual({ deleted: true });
  expect(engine.live()).toEqual([]);
});

test.concurrent('a document that was kept for this machine alone goes when its file here changes', async () => {
  const world = createTeamWorld();
  const other = world.join('FILESRV1');
  const engine = await createEngine({ team: world.join('ANNA-LAPTOP') });
  const scope = await scopeOf(engine.sandbox.baseUrl, engine.sandbox.apiKey);
  const theirs = await sentBy(engine, other, { scope, bytes: content, name: 'theirs.txt' });
  await engine.settings.update((settings) => ({
    ...settings,
    folders: [engine.folder('inbox', { changed: 'replace' })],
  }));
  engine.file('inbox/a.txt', content);
  const core = await engine.start('watch');
  await until('it stands for theirs', async () => (await allUploads(core))[0]?.state === 'duplicate');
  expect(await other.letGo(theirs, signal)).toMatchObject({ kind: 'kept', by: { name: 'ANNA-LAPTOP' } });
  engine.file('inbox/a.txt', newer);
  await core.calls['folders.reconcile']({});
  await until('only the new one is left', () => engine.live().length === 1 && deletes(engine).length === 1);
  engine.expectExactlyOnce([newer]);
  expect(world.only().intent.sha256).toBe(sha256(newer));
});

test.concurrent('W9: a document that was kept for this machine alone goes when its file here is deleted', async () => {
  const world = createTeamWorld();
  const other = world.join('FILESRV1');
  const engine = await createEngine({
    team: world.join('ANNA-LAPTOP'),
    tuning: { watch: { deleteGrace: 20 } },
  });
  const scope = await scopeOf(engine.sandbox.baseUrl, engine.sandbox.apiKey);
  const theirs = await sentBy(engine, other, { scope, bytes: content, name: 'theirs.txt' });
  await engine.settings.update((settings) => ({
    ...settings,
    folders: [engine.folder('inbox', { localDelete: 'delete' })],
  }));
  const path = engine.file('inbox/a.txt', content);
  engine.file('inbox/b.txt', newer);
  const core = await engine.start('watch');
  await until('both are in', async () =>
    (await allUploads(core)).every(({ state }) => state === 'duplicate' || state === 'completed'),
  );
  await idle(core);
  expect(await other.letGo(theirs, signal)).toMatchObject({ kind: 'kept', by: { name: 'ANNA-LAPTOP' } });
  const passUntil = (what: string, holds: () => boolean) =>
    until(what, async () => {
      await core.calls['folders.reconcile']({});
      return holds();
    });
  rmSync(path);
  await passUntil('only the other one is left', () => engine.live().length === 1);
  engine.expectExactlyOnce([newer]);
  engine.file('inbox/a.txt', content);
  await passUntil('it is in again', () => engine.live().length === 2);
  await idle(core);
  engine.expectExactlyOnce([content, newer]);
});

test.concurrent('W9: a document stays while another machine stands for it, although the answer that it landed was lost', async () => {
  const world = createTeamWorld();
  const team = world.join('ANNA-LAPTOP');
  const other = world.join('FILESRV1');
  const engine = await createEngine({ team, tuning: { watch: { deleteGrace: 20 } } });
  const scope = await scopeOf(engine.sandbox.baseUrl, engine.sandbox.apiKey);
  await engine.settings.update((settings) => ({
    ...settings,
    folders: [engine.folder('inbox', { localDelete: 'delete' })],
  }));
  const path = engine.file('inbox/a.txt', content);
  engine.file('inbox/b.txt', newer);
  team.lost = ['landed'];
  const core = await engine.start('watch');
  await until(
    'both are in',
    async () => (await allUploads(core)).filter(({ state }) => state === 'completed').length === 2,
  );
  await until('the team knows', () => [...world.claims.values()].every(({ isLanded }) => isLanded));
  team.cut = 'all';
  const same = { scope, sha256: sha256(content), size: content.length, upload: 'upload-of-the-other' };
  expect(await other.claim(same, signal)).toMatchObject({ kind: 'landed' });
  rmSync(path);
  await until('it is to be deleted', async () => {
    await core.calls['folders.reconcile']({});
    return (await allUploads(core)).some(({ state }) => state === 'cancelling');
  });
  team.lost = [];
  team.cut = [];
  await until('it is at rest', async () =>
    (await allUploads(core)).some(({ state }) => state === 'cancelled'),
  );
  await idle(core);
  expect(deletes(engine)).toEqual([]);
  const [left] = (await allUploads(core)).filter(({ state }) => state === 'cancelled');
  expect((await eventsOf(core, left?.id ?? 0)).map(({ kind }) => kind)).toContain('left-to');
  engine.expectExactlyOnce([content, newer]);
});

test.concurrent('W9: a document that this machine sent before its ledger became an older copy goes with its file', async () => {
  const world = createTeamWorld();
  const team = world.join('ANNA-LAPTOP');
  const engine = await createEngine({ team, tuning: { watch: { deleteGrace: 20 } } });
  const scope = await scopeOf(engine.sandbox.baseUrl, engine.sandbox.apiKey);
  // By uploads that the ledger does not know any more.
  await sentBy(engine, team, { scope, bytes: content, name: 'a.txt' });
  await sentBy(engine, team, { scope, bytes: newer, name: 'b.txt' });
  await engine.settings.update((settings) => ({
    ...settings,
    folders: [engine.folder('inbox', { localDelete: 'delete', changed: 'replace' })],
  }));
  const path = engine.file('inbox/a.txt', content);
  engine.file('inbox/b.txt', newer);
  engine.file('inbox/c.txt', 'Something else.');
  const core = await engine.start('watch');
  await until('the team knows them', async () => {
    const [completed, ...others] = (await allUploads(core)).map(({ state }) => state).sort();
    return completed === 'completed' && others.join() === 'duplicate,duplicate';
  });
  await idle(core);
  rmSync(path);
  engine.file('inbox/b.txt', 'Edited after that.');
  await until('neither is left', async () => {
    await core.calls['folders.reconcile']({});
    const left = engine.live().map((document) => document.sha256);
    return !left.includes(sha256(content)) && !left.includes(sha256(newer));
  });
  await idle(core);
  engine.expectExactlyOnce(['Edited after that.', 'Something else.']);
});

test.concurrent('what other machines landed is in the list of documents, with who sent it from where', async () => {
  const world = createTeamWorld();
  const engine = await createEngine({ team: world.join('FILESRV1') });
  const scope = await scopeOf(engine.sandbox.baseUrl, engine.sandbox.apiKey);
  const anna = world.join('ANNA-LAPTOP');
  const theirs = (name: string) => sentBy(engine, anna, { scope, bytes: `Of ${name}.`, name });
  await theirs('A.pdf');
  const core = await engine.start();
  await until('it is there', async () => (await documents(core)).length === 1);
  expect(await documents(core)).toMatchObject([
    { fileName: 'A.pdf', size: 9, machine: 'ANNA-LAPTOP', person: 'Anna', uploadId: null, status: 'waiting' },
  ]);
  await addUploads(core, [engine.file('own.txt')]);
  await idle(core);
  await until(
    'its own has its machine',
    async () => (await documents(core, { machine: 'FILESRV1' })).length === 1,
  );
  expect(await core.calls['documents.senders']({})).toEqual({
    machines: ['ANNA-LAPTOP', 'FILESRV1'],
    persons: ['Anna'],
  });
  await core.stop();
  // The position is kept: only what is new is read.
  await theirs('B.pdf');
  const again = await engine.start();
  await until('both are there', async () => (await documents(again, { person: 'Anna' })).length === 2);
  expect((await documents(again, { machine: 'FILESRV1' })).map(({ fileName }) => fileName)).toEqual([
    'own.txt',
  ]);
});

test.concurrent('a document that was deleted here does not come back with the feed', async () => {
  const world = createTeamWorld();
  const engine = await createEngine({ team: world.join('FILESRV1') });
  const core = await engine.start();
  const [id = 0] = await addUploads(core, [engine.file('own.txt')]);
  await idle(core);
  const { contentId } = await uploadOf(core, id);
  await until('it is read', async () => (await documents(core, { machine: 'FILESRV1' })).length === 1);
  await core.calls['documents.delete']({ contentId: contentId ?? '' });
  await until('it is gone', async () => (await documents(core)).length === 0);
});

test.concurrent('bytes that a machine left behind are recorded when the service has them, else they are only there', async () => {
  const world = createTeamWorld();
  const team = world.join('FILESRV1');
  const engine = await createEngine({ team });
  const scope = await scopeOf(engine.sandbox.baseUrl, engine.sandbox.apiKey);
  const anna = world.join('ANNA-LAPTOP');
  await sentBy(engine, anna, { scope, bytes: content, name: 'sent.txt', ends: 'sent' });
  await sentBy(engine, anna, { scope, bytes: newer, name: 'kept.txt', ends: 'named' });
  world.gone.add('ANNA-LAPTOP');
  await engine.start();
  await until('what landed is recorded', () => [...world.claims.values()].some(({ isLanded }) => isLanded));
  expect(await team.stranded(scope, 10, signal)).toMatchObject({
    total: 1,
    bytes: newer.length,
    files: [{ fileName: 'kept.txt', by: { name: 'ANNA-LAPTOP', person: 'Anna' } }],
  });
});

test.concurrent.each([
  ['is not sent again because a replica lost sight of it', { kind: 'stale', times: 3 }, 1],
  ['is not sent again because only the list shows it', { kind: 'stale' }, 1],
  ['that was deleted is sent again', { kind: 'stale' }, 2],
] as const)('another machine’s document %s', async (_what, fault, posts) => {
  const world = createTeamWorld();
  const team = world.join('ANNA-LAPTOP');
  const other = world.join('FILESRV1');
  const { claim } = team;
  team.claim = async (...asked) => {
    const answer = await claim(...asked);
    return answer.kind === 'landed' ? { ...answer, ageMs: 3_600_000 } : answer;
  };
  const engine = await createEngine({ team });
  const scope = await scopeOf(engine.sandbox.baseUrl, engine.sandbox.apiKey);
  await sentBy(engine, other, { scope, bytes: content, name: 'a.txt' });
  const path = '/documents/[A-F0-9]{32}$';
  if (posts > 1)
    await fetch(`${engine.sandbox.baseUrl}/contents/v1/documents/${engine.live()[0]?.id}`, {
      method: 'DELETE',
      headers: { 'x-api-key': engine.sandbox.apiKey },
    });
  else engine.sandbox.faults.replace([{ match: { method: 'GET', path }, ...fault }]);
  const core = await engine.start();
  await addUploads(core, [engine.file('a.txt', content)]);
  await idle(core);
  expect((await allUploads(core))[0]?.state).toBe(posts > 1 ? 'completed' : 'duplicate');
  engine.expectExactlyOnce([content]);
  expect(engine.requests({ method: 'POST', path: '/documents$' })).toHaveLength(posts);
});

test.concurrent('a file that stands for another machine’s document needs a person once that is gone', async () => {
  const world = createTeamWorld();
  const team = world.join('ANNA-LAPTOP');
  const other = world.join('FILESRV1');
  const engine = await createEngine({ team });
  const scope = await scopeOf(engine.sandbox.baseUrl, engine.sandbox.apiKey);
  await sentBy(engine, other, { scope, bytes: content, name: 'theirs.txt' });
  const core = await engine.start();
  const [id = 0] = await addUploads(core, [engine.file('a.txt', content)]);
  await until('it stands for theirs', async () => (await uploadOf(core, id)).state === 'duplicate');
  await idle(core);
  const theirs = engine.live()[0]?.id as ContentId;
  await fetch(`${engine.sandbox.baseUrl}/contents/v1/documents/${theirs}`, {
    method: 'DELETE',
    headers: { 'x-api-key': engine.sandbox.apiKey },
  });
  await until('it is gone', async () => {
    await core.calls['documents.show']({ contentId: theirs }).catch(() => undefined);
    return (await uploadOf(core, id)).state !== 'duplicate';
  });
  expect(await uploadOf(core, id)).toMatchObject({ state: 'attention', code: 'DOCUMENT_GONE' });
  await idle(core);
  expect(engine.live()).toEqual([]);
});

test.concurrent('a file that stands for another machine’s document that failed needs a person, also after a retry', async () => {
  const world = createTeamWorld();
  const team = world.join('ANNA-LAPTOP');
  const other = world.join('FILESRV1');
  const engine = await createEngine({ team });
  const scope = await scopeOf(engine.sandbox.baseUrl, engine.sandbox.apiKey);
  await sentBy(engine, other, { scope, bytes: content, name: 'theirs.txt' });
  await until('it is complete', () => engine.live()[0]?.status === 'completed');
  const core = await engine.start();
  const theirs = engine.live()[0]?.id as ContentId;
  const fail = (replace: Record<string, unknown>) =>
    engine.sandbox.faults.replace([
      { match: { method: 'GET', path: '/documents' }, kind: 'rewrite', replace },
    ]);
  fail({ status: 'failed', updated_at: '2099-01-01T00:00:00Z' });
  const [id = 0] = await addUploads(core, [engine.file('a.txt', content)]);
  const failed = { state: 'attention', code: 'ENRICHMENT_FAILED' };
  await idle(core);
  expect(await uploadOf(core, id)).toMatchObject(failed);
  await core.calls['uploads.retry']({ filter: { ids: [id] } });
  await idle(core);
  expect(await uploadOf(core, id)).toMatchObject(failed);
  fail({ updated_at: '2099-01-02T00:00:00Z' });
  await core.calls['documents.show']({ contentId: theirs });
  expect(await uploadOf(core, id)).toMatchObject({ state: 'duplicate', code: null });
  engine.expectExactlyOnce([content]);
});

test('a file whose document of another machine failed tags its own document once it is saved anew', async () => {
  const world = createTeamWorld();
  const engine = await createEngine({ team: world.join('ANNA-LAPTOP') });
  const scope = await scopeOf(engine.sandbox.baseUrl, engine.sandbox.apiKey);
  await sentBy(engine, world.join('FILESRV1'), { scope, bytes: content, name: 'theirs.txt' });
  await until('it is complete', () => engine.live()[0]?.status === 'completed');
  const theirs = engine.live()[0]?.id as ContentId;
  const folders = [
    engine.folder('inbox'),
    engine.folder('other', { duplicates: 'add-tags', tags: ['copies'] }),
  ];
  await engine.settings.update((settings) => ({ ...settings, folders }));
  engine.file('inbox/a.txt', content);
  const core = await engine.start('watch');
  await until('it stands for theirs', async () => (await allUploads(core))[0]?.state === 'duplicate');
  await idle(core);
  const replace = { status: 'failed', updated_at: '2099-01-01T00:00:00Z' };
  engine.sandbox.faults.replace([{ match: { method: 'GET', path: theirs }, kind: 'rewrite', replace }]);
  await until('theirs failed', async () => {
    await core.calls['documents.show']({ contentId: theirs }).catch(() => undefined);
    return (await allUploads(core))[0]?.state === 'attention';
  });
  engine.file('inbox/a.txt', newer);
  await core.calls['folders.reconcile']({});
  await until('the new one is in', async () => (await allUploads(core))[0]?.state === 'completed');
  engine.sandbox.faults.replace([]);
  engine.file('other/copy.txt', newer);
  await core.calls['folders.reconcile']({});
  await until('it is tagged', () => engine.live().some(({ tags }) => tags.includes('copies')));
  expect(engine.live().find(({ id }) => id === theirs)?.tags).toEqual([]);
});

test('a file counts as uploaded no more when the user deletes the document of another machine it stood for', async () => {
  const world = createTeamWorld();
  const engine = await createEngine({ team: world.join('FILESRV1') });
  const scope = await scopeOf(engine.sandbox.baseUrl, engine.sandbox.apiKey);
  await sentBy(engine, world.join('ANNA-LAPTOP'), { scope, bytes: content, name: 'sent.txt' });
  const folders = [engine.folder('inbox')];
  await engine.settings.update((settings) => ({ ...settings, folders }));
  engine.file('inbox/a.txt', content);
  const core = await engine.start('watch');
  await until('it stands for theirs', async () => (await allUploads(core))[0]?.state === 'duplicate');
  await idle(core);
  await until('the list is read', async () => (await documents(core)).length === 1);
  const contentId = (await allUploads(core))[0]?.remoteContentId as ContentId;
  await core.calls['documents.delete']({ contentId });
  await until('it has ended', async () => (await allUploads(core))[0]?.state === 'cancelled');
  const [folder] = await core.calls['folders.list']({});
  expect(folder?.coverage).toMatchObject({ searchable: 0 });
});
