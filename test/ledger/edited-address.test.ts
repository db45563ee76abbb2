import { existsSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Core } from '#core/create-core.ts';
import type { WatchOptions } from '../../src/core/watch/watch-api.ts';
import type { Sandbox } from '../../src/sandbox/start-sandbox.ts';
import { startSandbox } from '../../src/sandbox/start-sandbox.ts';
import { atTestEnd } from '../support/at-test-end.ts';
import type { EngineFixture } from '../support/engine-fixture.ts';
import { addUploads, createEngine, idle, sha256, until } from '../support/engine-fixture.ts';
import { noticesOf, textOf, watching } from './support.ts';

const profileId = 'test' as never;

/** Two files of a watch folder in, a third one waits, and another service to lead the profile to. */
async function twoServices(
  watch: Partial<WatchOptions> = {},
): Promise<{ engine: EngineFixture; core: Core; other: Sandbox }> {
  const engine = await createEngine({ tuning: { watch } });
  const core = await watching(engine, ['a.txt', 'b.txt']);
  const other = await startSandbox({ annotate: false, enrichSeconds: [0.01, 0.02] });
  atTestEnd(() => other.stop());
  return { engine, core, other };
}

async function leadTo(engine: EngineFixture, { baseUrl, agentsUrl, apiKey }: Sandbox): Promise<void> {
  await engine.settings.update((settings) => ({
    ...settings,
    profiles: settings.profiles.map((profile) => ({ ...profile, baseUrl, agentsUrl })),
  }));
  await engine.dependencies.secrets.setKey(profileId, apiKey, [new URL(baseUrl).origin]);
}

/** The same service, at an address that reads otherwise. */
function byAnotherName(sandbox: Sandbox): Sandbox {
  return { ...sandbox, baseUrl: sandbox.baseUrl.replace('127.0.0.1', 'localhost') };
}

/** Two files are in, and after a restart the key is this user's. */
async function createTwoAccounts(
  userId = 'somebody-else',
): Promise<{ engine: EngineFixture; core: Core; takeFirstKey: () => void }> {
  const engine = await createEngine({ speed: 10 });
  const core = await watching(engine, ['a.txt', 'b.txt']);
  await core.stop();
  // It waited, and goes out with the new key if that is of the same account.
  engine.file('inbox/waited.txt', textOf('waited.txt'));
  const key = engine.sandbox.addUser({ userId });
  const { getKey } = engine.dependencies.secrets;
  engine.dependencies.secrets.getKey = async (id, origin) =>
    (await getKey(id, origin)) === undefined ? undefined : key;
  const takeFirstKey = () => {
    engine.dependencies.secrets.getKey = getKey;
  };
  return { engine, core: await engine.start('watch'), takeFirstKey };
}

const sha256Of = (name: string) => sha256(textOf(name));
const coverage = async (core: Core) => (await core.calls['folders.list']({}))[0]?.coverage;
const liveAt = (sandbox: Sandbox) =>
  sandbox
    .audit()
    .documents.filter(({ deleted }) => !deleted)
    .map(({ file_name }) => file_name)
    .sort();

test.concurrent('a profile led to another address sends nothing before a person says which service it is, and says so', async () => {
  const { engine, core, other } = await twoServices();
  await leadTo(engine, other);
  await until('it is told', async () => (await noticesOf(core)).includes('PROFILE_MOVED'));
  const [waiting] = await addUploads(core, [engine.file('by-hand.txt', textOf('by-hand.txt'))]);
  expect(waiting).toBeDefined();
  expect(await coverage(core)).toMatchObject({ searchable: 0, attentionBy: { PROFILE_MOVED: 2 } });
  const { movedFrom } = await core.calls['settings.get']({});
  expect(movedFrom).toEqual({ test: engine.sandbox.baseUrl });
  expect(other.requests.list({ method: 'POST' })).toEqual([]);
  // Not after a restart either.
  await core.stop();
  const again = await engine.start('watch');
  expect(await noticesOf(again)).toContain('PROFILE_MOVED');
  expect(other.requests.list({ method: 'POST' })).toEqual([]);
});

test.concurrent('another service: what was sent is history, the files go there once, and what waited goes along', async () => {
  const { engine, core, other } = await twoServices();
  await leadTo(engine, other);
  await until('it is told', async () => (await noticesOf(core)).includes('PROFILE_MOVED'));
  await addUploads(core, [engine.file('by-hand.txt', textOf('by-hand.txt'))]);
  await core.calls['ledger.settleService']({ profileId, choice: 'another-service' });
  await until('all are there', () => liveAt(other).length === 3);
  await idle(core);
  expect(liveAt(other)).toEqual(['a.txt', 'b.txt', 'by-hand.txt']);
  expect(engine.live()).toHaveLength(2);
  expect(await coverage(core)).toMatchObject({ searchable: 2, attention: 0 });
  expect(await noticesOf(core)).not.toContain('PROFILE_MOVED');
  // Nothing of the former service is asked for at the new one, and a restart sends nothing again.
  await core.stop();
  const again = await engine.start('watch');
  await idle(again);
  expect(liveAt(other)).toHaveLength(3);
  expect(other.audit().duplicates).toEqual({});
});

test.concurrent('another service that was the same all along: what it holds is recognised', async () => {
  const { engine, core } = await twoServices();
  await leadTo(engine, byAnotherName(engine.sandbox));
  await until('it is told', async () => (await noticesOf(core)).includes('PROFILE_MOVED'));
  await core.calls['ledger.settleService']({ profileId, choice: 'another-service' });
  await until('they are known', async () => (await coverage(core))?.searchable === 2);
  await idle(core);
  expect(engine.live()).toHaveLength(2);
});

test.concurrent('the same service under another address: everything is known still, and goes on', async () => {
  const { engine, core } = await twoServices();
  await leadTo(engine, byAnotherName(engine.sandbox));
  await until('it is told', async () => (await noticesOf(core)).includes('PROFILE_MOVED'));
  // Said by a command beside the agent.
  const beside = await engine.start('none');
  await beside.calls['ledger.settleService']({ profileId, choice: 'same-service' });
  engine.file('inbox/c.txt', textOf('c.txt'));
  await until('the new one is in', () => engine.live().length === 3);
  await idle(core);
  expect(await coverage(core)).toMatchObject({ searchable: 3 });
  engine.expectExactlyOnce(['a.txt', 'b.txt', 'c.txt'].map(textOf));
});

test.concurrent('an address that is put back needs no word, nor does one that nothing was sent to', async () => {
  const { engine, core, other } = await twoServices();
  await leadTo(engine, other);
  await until('it is told', async () => (await noticesOf(core)).includes('PROFILE_MOVED'));
  await leadTo(engine, engine.sandbox);
  await until('it goes on', async () => !(await noticesOf(core)).includes('PROFILE_MOVED'));
  engine.file('inbox/c.txt', textOf('c.txt'));
  await until('the new one is in', () => engine.live().length === 3);

  const fresh = await createEngine();
  const first = await fresh.start();
  await leadTo(fresh, other);
  await addUploads(first, [fresh.file('x.txt', textOf('x.txt'))]);
  await until('it is there', () => liveAt(other).includes('x.txt'));
});

test.concurrent('a person can ask for a rebuild, and go on without one', async () => {
  const { engine, core } = await twoServices();
  engine.sandbox.faults.replace([
    { match: { method: 'GET', path: '^/contents/v1/documents$' }, kind: 'status', status: 503 },
  ]);
  await core.calls['ledger.rebuild']({ profileId });
  expect(await noticesOf(core)).toContain('LEDGER_REBUILDING');
  engine.file('inbox/c.txt', textOf('c.txt'));
  await until('it is queued', async () => (await coverage(core))?.seen === 3);
  expect(engine.live()).toHaveLength(2);
  await core.calls['ledger.startFresh']({ profileId });
  await until('it is in', () => engine.live().length === 3);
  await idle(core);
  expect(await noticesOf(core)).not.toContain('LEDGER_REBUILDING');
});

test.concurrent('another service: a file that is to be sent again goes there too', async () => {
  const { engine, core, other } = await twoServices();
  const { rows } = await core.calls['uploads.list']({});
  const first = rows.find(({ fileName }) => fileName === 'a.txt');
  await core.stop();
  await leadTo(engine, other);
  engine.ledger((ledger) =>
    ledger
      .statement(`UPDATE uploads SET state = 'cancelling', after_state = 'requeue' WHERE id = ?`)
      .run(first?.id ?? 0),
  );
  const again = await engine.start('watch');
  await until('it is told', async () => (await noticesOf(again)).includes('PROFILE_MOVED'));
  await again.calls['ledger.settleService']({ profileId, choice: 'another-service' });
  await until('both are there', () => liveAt(other).join() === 'a.txt,b.txt');
});

test.concurrent.each([
  ['putting', { match: { method: 'PUT' }, kind: 'status', status: 503 }],
  ['attention', { match: { method: 'POST' }, kind: 'status', status: 422 }],
] as const)(
  'another service: a file that was added by hand and arrived nowhere (%s) goes there',
  async (state, fault) => {
    const { engine, core, other } = await twoServices();
    engine.sandbox.faults.replace([fault]);
    const [id = 0] = await addUploads(core, [engine.file('by-hand.txt', textOf('by-hand.txt'))]);
    await until('it got so far', async () => {
      const { rows } = await core.calls['uploads.list']({});
      return rows.find((row) => row.id === id)?.state === state;
    });
    await leadTo(engine, other);
    await until('it is told', async () => (await noticesOf(core)).includes('PROFILE_MOVED'));
    await core.calls['ledger.settleService']({ profileId, choice: 'another-service' });
    await until('all are there', () => liveAt(other).join() === 'a.txt,b.txt,by-hand.txt');
  },
);

test.concurrent('another service: the document of a file that was deleted meanwhile stays at the former one', async () => {
  const { engine, core, other } = await twoServices({ deleteGrace: 20 });
  await engine.settings.update((settings) => ({
    ...settings,
    folders: settings.folders.map((folder) => ({ ...folder, localDelete: 'delete' as const })),
  }));
  await leadTo(engine, other);
  await until('it is told', async () => (await noticesOf(core)).includes('PROFILE_MOVED'));
  rmSync(join(engine.directory, 'files/inbox/a.txt'));
  await until('it is gone', async () => (await coverage(core))?.seen === 1);
  await core.calls['ledger.settleService']({ profileId, choice: 'another-service' });
  await until('the other is there', () => liveAt(other).join() === 'b.txt');
  for (let pass = 0; pass < 3; pass += 1) {
    const now = Date.now();
    await until('the grace time', () => Date.now() > now + 20);
    await core.calls['folders.reconcile']({});
  }
  await idle(core);
  expect(engine.live()).toHaveLength(2);
  const open = engine.ledger((database) =>
    database.statement(`SELECT state FROM uploads WHERE state <> 'completed'`).all(),
  );
  expect(open).toEqual([]);
});

const isKnown = (engine: EngineFixture) =>
  engine.ledger(
    ({ statement }) =>
      statement(`SELECT 1 FROM facts WHERE key = 'rebuild:test' AND value ->> 'state' = 'known'`).get() !==
      undefined,
  );

/** A person says that it is another service, and what that holds is known. */
async function settle(engine: EngineFixture, core: Core): Promise<void> {
  await until('it is told', async () => (await noticesOf(core)).includes('PROFILE_MOVED'));
  await core.calls['ledger.settleService']({ profileId, choice: 'another-service' });
  await until('it is known', () => isKnown(engine));
}

/** The profile is led there, and all files are in. */
async function settleAt(engine: EngineFixture, core: Core, sandbox: Sandbox, files: number): Promise<void> {
  await leadTo(engine, sandbox);
  await settle(engine, core);
  await until('all are in', async () => (await coverage(core))?.searchable === files);
  await idle(core);
}

test.concurrent.each(['is deleted', 'is saved anew'])(
  'another service and back: a document stays that was added by hand, though the file of a folder with its bytes %s',
  async (what) => {
    const { engine, core, other } = await twoServices({ deleteGrace: 20 });
    await engine.settings.update((settings) => ({
      ...settings,
      folders: settings.folders.map((folder) => ({
        ...folder,
        ...({ localDelete: 'delete', changed: 'replace' } as const),
      })),
    }));
    await addUploads(core, [engine.file('by-hand.txt', textOf('by-hand.txt'))]);
    await until('it is in', () => engine.live().length === 3);
    const copy = engine.file('inbox/copy.txt', textOf('by-hand.txt'));
    await until('it is known', async () => (await coverage(core))?.searchable === 3);
    await settleAt(engine, core, other, 3);
    await settleAt(engine, core, engine.sandbox, 3);
    expect(engine.live()).toHaveLength(3);
    const others = join(engine.directory, 'files/inbox/a.txt');
    if (what === 'is deleted') for (const path of [copy, others]) rmSync(path);
    else for (const path of [copy, others]) writeFileSync(path, `${textOf('changed')} ${path}`);
    // What only the folder had goes.
    const names = () => engine.live().map((document) => document.file_name);
    await until('the other one is gone', async () => {
      await core.calls['folders.reconcile']({});
      return !engine.live().some(({ sha256 }) => sha256 === sha256Of('a.txt'));
    });
    await idle(core);
    expect(names()).toContain('by-hand.txt');
  },
);

test.concurrent('another service and back, with nothing sent there: every document is known again', async () => {
  const { engine, core, other } = await twoServices();
  await core.calls['agent.pause']({});
  await leadTo(engine, other);
  await settle(engine, core);
  await leadTo(engine, engine.sandbox);
  await settle(engine, core);
  await core.calls['agent.resume']({});
  await until('they are known', async () => (await coverage(core))?.searchable === 2);
  await idle(core);
  expect(engine.live()).toHaveLength(2);
  expect(liveAt(other)).toEqual([]);
});

test.concurrent('another account and back, with nothing sent there: every document is known again', async () => {
  const { engine, core, takeFirstKey } = await createTwoAccounts();
  await core.calls['agent.pause']({});
  await settle(engine, core);
  await core.stop();
  takeFirstKey();
  const again = await engine.start('watch');
  await settle(engine, again);
  await again.calls['agent.resume']({});
  await until('they are in', async () => (await coverage(again))?.searchable === 3);
  await idle(again);
  expect(engine.live()).toHaveLength(3);
});

test.concurrent('another service: a file goes there that came back while its delete was being passed on', async () => {
  const { engine, core, other } = await twoServices({ deleteGrace: 20 });
  const [path, away] = ['files/inbox/a.txt', 'a.txt'].map((one) => join(engine.directory, one)) as [
    string,
    string,
  ];
  await engine.settings.update((settings) => ({
    ...settings,
    folders: settings.folders.map((folder) => ({ ...folder, localDelete: 'delete' as const })),
  }));
  engine.sandbox.faults.replace([{ match: { method: 'DELETE' }, kind: 'status', status: 503 }]);
  renameSync(path, away);
  const rowsOf = (where: string) =>
    engine.ledger(
      ({ statement }) =>
        statement(`SELECT 1 FROM local_files JOIN uploads ON uploads.id = upload_id
      WHERE state = 'cancelling' AND ${where}`).all().length,
    );
  const pass = async () => void (await core.calls['folders.reconcile']({}));
  await until('its delete is passed on', () => pass().then(() => rowsOf(`disposition = 'gone'`) === 1));
  renameSync(away, path);
  await until('it is seen again', () => pass().then(() => rowsOf(`disposition = 'taken'`) === 1));
  await leadTo(engine, other);
  await settle(engine, core);
  await until('both are there', () => liveAt(other).join() === 'a.txt,b.txt');
});

test.concurrent('another service: a file that was added by hand goes there if it waited for the same bytes of a folder', async () => {
  const { engine, core, other } = await twoServices();
  engine.sandbox.faults.replace([{ match: { method: 'PUT' }, kind: 'status', status: 503 }]);
  const first = engine.file('inbox/c.txt', textOf('c.txt'));
  const states = async () => (await core.calls['uploads.list']({})).rows.map(({ state }) => state);
  await until('it is under way', async () => (await states()).includes('putting'));
  await addUploads(core, [engine.file('by-hand.txt', textOf('c.txt'))]);
  await until('the other waits', async () => (await states()).includes('duplicate'));
  rmSync(first);
  await until('it is gone', async () => (await coverage(core))?.seen === 2);
  await leadTo(engine, other);
  await settle(engine, core);
  await until('all are there', () => liveAt(other).join() === 'a.txt,b.txt,by-hand.txt');
});

test.concurrent('another service: a file that was away or left out when the profile moved goes there once it is back', async () => {
  const { engine, core, other } = await twoServices();
  const inbox = (name: string) => join(engine.directory, 'files/inbox', name);
  const away = (name: string) => join(engine.directory, name);
  for (const name of ['c.txt', 'd.txt']) engine.file(`inbox/${name}`, textOf(name));
  await until('all are in', () => engine.live().length === 4);
  await leadTo(engine, other);
  await until('it is told', async () => (await noticesOf(core)).includes('PROFILE_MOVED'));
  engine.file('inbox/e.txt', textOf('e.txt'));
  await until('it is queued', async () => (await core.calls['uploads.list']({})).rows.length === 5);
  for (const name of ['a.txt', 'b.txt', 'e.txt']) renameSync(inbox(name), away(name));
  engine.file('inbox/.sluiceignore', 'd.txt');
  await until('three are gone', async () => (await coverage(core))?.seen === 3);
  // The rule applies to it once it is looked at again.
  utimesSync(inbox('d.txt'), 1_700_000_000, 1_700_000_000);
  await until('one is left out', async () => (await coverage(core))?.ignored === 2);
  await core.calls['ledger.settleService']({ profileId, choice: 'another-service' });
  await until('the one that was there is in', () => liveAt(other).join() === 'c.txt');
  renameSync(away('a.txt'), inbox('a.txt'));
  renameSync(away('b.txt'), inbox('another name.txt'));
  renameSync(away('e.txt'), inbox('e.txt'));
  rmSync(inbox('.sluiceignore'));
  await until('all are in', () => liveAt(other).length === 5);
  await idle(core);
  expect(liveAt(other)).toEqual(['a.txt', 'another name.txt', 'c.txt', 'd.txt', 'e.txt']);
  expect(engine.live()).toHaveLength(4);
  expect(other.audit().duplicates).toEqual({});
});

test.concurrent('another service: a file that Sluice moved to its done folder goes there when a person puts it back', async () => {
  const engine = await createEngine();
  const [done, inbox] = [join(engine.directory, 'done'), engine.folder('inbox')];
  const folder = { ...inbox, afterUpload: 'move' as const, doneFolder: done };
  await engine.settings.update((settings) => ({ ...settings, folders: [folder] }));
  engine.file('inbox/a.txt', textOf('a.txt'));
  const core = await engine.start('watch');
  await until('it is moved', () => existsSync(join(done, 'a.txt')));
  await idle(core);
  const other = await startSandbox({ annotate: false, enrichSeconds: [0.01, 0.02] });
  atTestEnd(() => other.stop());
  await leadTo(engine, other);
  await until('it is told', async () => (await noticesOf(core)).includes('PROFILE_MOVED'));
  await core.calls['ledger.settleService']({ profileId, choice: 'another-service' });
  await until('it goes on', async () => !(await noticesOf(core)).includes('PROFILE_MOVED'));
  renameSync(join(done, 'a.txt'), join(inbox.path, 'a.txt'));
  await until('it is there', () => liveAt(other).join() === 'a.txt');
  await until('it is moved again', () => existsSync(join(done, 'a.txt')));
  expect(engine.live()).toHaveLength(1);
});

test.concurrent.each(['another-service', 'same-service'] as const)(
  'a key that sees none of the documents seems to be of another account, and a person is asked: %s',
  async (choice) => {
    const { engine, core } = await createTwoAccounts();
    // As `watch --once` does, and nothing goes out before.
    await expect(core.whenIdle()).rejects.toMatchObject({ code: 'PROFILE_MOVED' });
    expect(await noticesOf(core)).toContain('PROFILE_MOVED');
    expect(engine.live()).toHaveLength(2);
    await core.calls['ledger.settleService']({ profileId, choice });
    const sent = choice === 'another-service' ? 3 : 1;
    await until('it goes on', () => engine.live().length === 2 + sent);
    await until('nothing is asked', async () => !(await noticesOf(core)).includes('PROFILE_MOVED'));
    await idle(core);
    expect(engine.live()).toHaveLength(2 + sent);
    await core.stop();
    const again = await engine.start('watch');
    await idle(again);
    expect(await noticesOf(again)).toEqual([]);
  },
);

test.concurrent('a key of another account that a running agent finds is asked about before anything goes out with it', async () => {
  const { engine, core } = await createTwoAccounts('sandbox-owner');
  await until('the new one is in', () => engine.live().length === 3);
  const { getKey } = engine.dependencies.secrets;
  const key = engine.sandbox.addUser({ userId: 'a-third' });
  engine.dependencies.secrets.getKey = async () => key;
  engine.file('inbox/private.txt', textOf('private.txt'));
  await until('it is asked', async () => (await noticesOf(core)).includes('PROFILE_MOVED'));
  expect(engine.live()).toHaveLength(3);
  engine.dependencies.secrets.getKey = getKey;
  await core.calls['ledger.settleService']({ profileId, choice: 'same-service' });
  await until('it goes out with the right one', () => engine.live().length === 4);
});

test.concurrent('another key of the same account is no question', async () => {
  const { engine, core } = await createTwoAccounts('sandbox-owner');
  await until('the new one is in', () => engine.live().length === 3);
  const isDue = () =>
    engine.ledger(
      ({ statement }) =>
        statement(`SELECT 1 FROM facts WHERE key GLOB 'check-account:*'`).get() !== undefined,
    );
  await until('its documents were asked for', () => !isDue());
  expect(await noticesOf(core)).toEqual([]);
});

test.concurrent('a key of another account is asked about also while all documents are still being processed', async () => {
  const engine = await createEngine({ speed: 10 });
  const folder = engine.folder('inbox', { settleSeconds: 0 });
  await engine.settings.update((settings) => ({ ...settings, folders: [folder] }));
  for (const name of ['a.txt', 'b.txt']) engine.file(`inbox/${name}`, textOf(name));
  engine.sandbox.faults.replace([{ match: { method: 'GET' }, kind: 'status', status: 503 }]);
  const first = await engine.start('watch');
  const states = async (core: Core) =>
    (await core.calls['uploads.list']({})).rows.map(({ state, code }) => code ?? state).join();
  await until('they are processed', async () => (await states(first)) === 'processing,processing');
  await first.stop();
  engine.sandbox.faults.replace([]);
  const key = engine.sandbox.addUser({ userId: 'somebody-else' });
  engine.dependencies.secrets.getKey = async () => key;
  engine.file('inbox/private.txt', textOf('private.txt'));
  const core = await engine.start('watch');
  await until('it is asked', async () => (await noticesOf(core)).includes('PROFILE_MOVED'));
  expect(engine.live()).toHaveLength(2);
  expect(await states(core)).not.toContain('DOCUMENT_VANISHED');
});

test.concurrent('a key of another account is asked about also right after the first upload', async () => {
  // Real time: nothing has looked at the key yet when another one comes.
  const engine = await createEngine({ speed: 1, sandbox: { speed: 20 } });
  const folder = engine.folder('inbox', { settleSeconds: 0 });
  await engine.settings.update((settings) => ({ ...settings, folders: [folder] }));
  engine.file('inbox/a.txt', textOf('a.txt'));
  const core = await engine.start('watch');
  await until('it is in', () => engine.live().length === 1);
  const key = engine.sandbox.addUser({ userId: 'somebody-else' });
  engine.dependencies.secrets.getKey = async () => key;
  engine.file('inbox/private.txt', textOf('private.txt'));
  await until('it is asked', async () => (await noticesOf(core)).includes('PROFILE_MOVED'));
  expect(engine.live()).toHaveLength(1);
});
