import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import type { Core } from '#core/create-core.ts';
import { folderIdSchema } from '#shared/ids/ids.ts';
import type { WatchFolder } from '#shared/settings/watch-folder.ts';
import {
  allUploads,
  createEngine,
  type EngineFixture,
  idle,
  states,
  until,
} from '../support/engine-fixture.ts';

/** A paused agent over watch folders: what is put there is queued, and sent when the agent is resumed. */
async function paused(folders: (engine: EngineFixture) => WatchFolder[]) {
  const engine = await createEngine();
  await engine.settings.update((settings) => ({ ...settings, folders: folders(engine) }));
  const core = await engine.start('watch');
  await core.calls['agent.pause']({});
  return { engine, core };
}

async function queued(core: Core, count: number): Promise<void> {
  await until(`${count} queued`, async () => (await allUploads(core)).length === count);
}

async function resume(core: Core): Promise<void> {
  await core.calls['agent.resume']({});
  await idle(core);
}

function move(engine: EngineFixture, from: string, to: string): void {
  const target = join(engine.directory, 'files', to);
  mkdirSync(dirname(target), { recursive: true });
  renameSync(join(engine.directory, 'files', from), target);
}

const folderId = (name: string) => folderIdSchema.parse(name);
const documents = (engine: EngineFixture) =>
  engine.live().map(({ file_name, shared }) => ({ file_name, shared }));
const coverage = async (core: Core, id: string) =>
  (await core.calls['folders.list']({})).find(({ folder }) => folder.id === id)?.coverage;

test.concurrent('a file renamed while its upload waits goes up under its new name', async () => {
  const { engine, core } = await paused((made) => [made.folder('inbox')]);
  engine.file('inbox/New Document.txt', 'the text');
  await queued(core, 1);
  move(engine, 'inbox/New Document.txt', 'inbox/2026-Q3 report.txt');
  await core.calls['folders.reconcile']({});
  await until('the move', async () => (await allUploads(core))[0]?.path.endsWith('report.txt') === true);
  await resume(core);
  expect(documents(engine)).toEqual([{ file_name: '2026-Q3 report.txt', shared: false }]);
  expect(await allUploads(core)).toMatchObject([{ fileName: '2026-Q3 report.txt', state: 'completed' }]);
});

test.concurrent('a file moved from a shared into a private folder while its upload waits goes up private', async () => {
  const { engine, core } = await paused((made) => [
    made.folder('shared', { share: true, tags: ['old'] }),
    made.folder('private', { noIndex: true }),
  ]);
  engine.file('shared/secret.txt', 'dropped into the wrong folder');
  await queued(core, 1);
  move(engine, 'shared/secret.txt', 'private/secret.txt');
  await core.calls['folders.reconcile']({});
  await until('the move', async () => (await allUploads(core))[0]?.folderId === 'private');
  await resume(core);
  expect(documents(engine)).toEqual([{ file_name: 'secret.txt', shared: false }]);
  // What the history shows is what was sent.
  expect(await allUploads(core)).toMatchObject([{ options: { share: false, noIndex: true, tags: [] } }]);
});

test.concurrent('what a folder leaves out or shares no more is not sent as it was when it was queued', async () => {
  const { engine, core } = await paused((made) => [made.folder('inbox', { share: true })]);
  engine.file('inbox/secret.txt');
  engine.file('inbox/other.txt');
  await queued(core, 2);
  await core.calls['folders.edit']({
    folderId: folderId('inbox'),
    changes: { share: false, filters: [{ action: 'exclude', glob: 'secret.txt' }] },
  });
  await resume(core);
  expect(documents(engine)).toEqual([{ file_name: 'other.txt', shared: false }]);
  expect((await states(core)).sort()).toEqual(['cancelled LEFT_OUT', 'completed']);
  expect(await coverage(core, 'inbox')).toMatchObject({ searchable: 1, ignoredBy: { filter: 1 } });

  // Wanted after all: the same upload goes on, and nothing is sent twice.
  await core.calls['folders.edit']({ folderId: folderId('inbox'), changes: { filters: [] } });
  await until('both', () => engine.live().length === 2);
  await idle(core);
  expect(await states(core)).toEqual(['completed', 'completed']);
});

test.concurrent('a file that an edited .sluiceignore leaves out is not sent', async () => {
  const { engine, core } = await paused((made) => [made.folder('inbox')]);
  engine.file('inbox/secret.txt');
  await queued(core, 1);
  engine.file('inbox/.sluiceignore', 'secret.txt\n');
  await core.calls['folders.reconcile']({});
  await until('the end', async () => (await states(core))[0] === 'cancelled LEFT_OUT');
  await resume(core);
  expect(engine.live()).toEqual([]);
  expect(await coverage(core, 'inbox')).toMatchObject({ ignoredBy: { 'ignore-file': 1 } });
});

/** A watch folder that was removed while its file was queued. */
async function removedBeforeSending() {
  const { engine, core } = await paused((made) => [made.folder('inbox', { share: true })]);
  engine.file('inbox/note.txt', 'a note');
  await queued(core, 1);
  const [inbox] = engine.settings.get().folders;
  if (inbox === undefined) throw new Error('no watch folder');
  await core.calls['folders.remove']({ folderId: inbox.id });
  await resume(core);
  expect(engine.live()).toEqual([]);
  expect(await states(core)).toEqual(['cancelled FOLDER_REMOVED']);
  return { engine, core, inbox, outer: { ...inbox, id: folderId('outer'), path: dirname(inbox.path) } };
}

test.concurrent.each(['inbox', 'outer'] as const)(
  'a removed folder sends nothing; its file is uploaded when %s is added',
  async (which) => {
    const { engine, core, ...folders } = await removedBeforeSending();
    await engine.settings.update((settings) => ({ ...settings, folders: [folders[which]] }));
    await until('the document', () => engine.live().length === 1);
    await idle(core);
    engine.expectExactlyOnce(['a note']);
    expect(await states(core)).toEqual(['completed']);
  },
);

test.concurrent('a folder around a removed one that takes only new files asks about what the removed one left', async () => {
  const { engine, core, inbox, outer } = await removedBeforeSending();
  await engine.settings.update((settings) => ({
    ...settings,
    folders: [{ ...outer, firstRun: 'only-new' }],
  }));
  await until('the outer folder has it', async () => (await coverage(core, 'outer'))?.seen === 1);
  await core.calls['folders.reconcile']({});
  await idle(core);
  expect(engine.live()).toEqual([]);
  expect(await coverage(core, 'outer')).toMatchObject({ attentionBy: { CHOICE_PENDING: 1 } });
  writeFileSync(join(inbox.path, 'note.txt'), 'a newer note');
  await until('the newer one', () => engine.live().length === 1);
});

test.concurrent('a folder that was paused after its files were queued sends them when it is resumed', async () => {
  const { engine, core } = await paused((made) => [made.folder('inbox')]);
  engine.file('inbox/note.txt');
  await queued(core, 1);
  await core.calls['folders.edit']({ folderId: folderId('inbox'), changes: { paused: true } });
  await resume(core);
  expect(await states(core)).toEqual(['queued']);
  await core.calls['folders.edit']({ folderId: folderId('inbox'), changes: { paused: false } });
  await until('the document', () => engine.live().length === 1);
});

test.concurrent('a folder made private while the request for a slot waits: it goes out private, and no bytes went out shared', async () => {
  const engine = await createEngine();
  await engine.settings.update((settings) => ({
    ...settings,
    folders: [engine.folder('inbox', { share: true })],
  }));
  engine.file('inbox/secret.txt');
  const getKey = engine.dependencies.secrets.getKey;
  let isShared = true;
  // The last moment before a request goes out: the folder stops sharing while the key is fetched.
  Object.assign(engine.dependencies.secrets, {
    getKey: async (...parameters: Parameters<typeof getKey>) => {
      const [upload] = await allUploads(core);
      if (isShared && upload?.state === 'enriching') {
        isShared = false;
        await engine.settings.update((settings) => ({
          ...settings,
          folders: settings.folders.map((folder) => ({ ...folder, share: false })),
        }));
      }
      return getKey(...parameters);
    },
  });
  const core = await engine.start('watch');
  await until('the document', () => engine.live().length === 1);
  await idle(core);
  expect(isShared).toBe(false);
  expect(documents(engine)).toEqual([{ file_name: 'secret.txt', shared: false }]);
  // Nor was a slot asked for that is shared.
  expect(engine.requests({ method: 'POST', path: '/documents$' })).toHaveLength(1);
  expect(engine.sandbox.audit().documents.filter(({ shared }) => shared)).toEqual([]);
});

test.concurrent('a folder made private after its slot was given: the slot is deleted, and the bytes go out private', async () => {
  const engine = await createEngine({
    sandbox: {
      faults: [{ match: { method: 'POST', path: '/documents$' }, kind: 'slow', delayMs: 300, times: 1 }],
    },
  });
  await engine.settings.update((settings) => ({
    ...settings,
    folders: [engine.folder('inbox', { share: true })],
  }));
  engine.file('inbox/secret.txt');
  const goOn = engine.holdService();
  const core = await engine.start('watch');
  await until('the request', () => engine.sandbox.faults.state()[0]?.struck === 1);
  await core.calls['folders.edit']({ folderId: folderId('inbox'), changes: { share: false } });
  goOn();
  await until('the document', () => engine.live().some(({ sha256 }) => sha256 !== null));
  await idle(core);
  expect(engine.live().map(({ shared }) => shared)).toEqual([false]);
});

test.concurrent('a queued file that outgrows its folder is left out, is not read again and again, and all numbers agree', async () => {
  const { engine, core } = await paused((made) => [made.folder('inbox', { maxSize: 100 })]);
  const path = engine.file('inbox/a.txt', 'small');
  await queued(core, 1);
  writeFileSync(path, 'x'.repeat(500));
  await core.calls['folders.reconcile']({});
  await resume(core);
  expect(await states(core)).toEqual(['cancelled LEFT_OUT']);
  expect(await coverage(core, 'inbox')).toMatchObject({ seen: 1, ignoredBy: { 'too-large': 1 } });
  writeFileSync(path, 'small again');
  await until('the document', () => engine.live().length === 1);
  await idle(core);
  expect(await states(core)).toEqual(['completed']);
});

test.concurrent('a file moved into a folder of another profile ends there and begins here', async () => {
  const engine = await createEngine();
  const other = await createEngine();
  await engine.settings.update((settings) => {
    const [profile] = other.settings.get().profiles;
    if (!profile) throw new Error('no profile');
    const second = { ...profile, id: 'second' as typeof profile.id, name: 'Second' };
    return {
      ...settings,
      profiles: [...settings.profiles, second],
      folders: [engine.folder('here', { share: true }), { ...engine.folder('there'), profileId: second.id }],
    };
  });
  const keyOf: Record<string, string> = { test: engine.sandbox.apiKey, second: other.sandbox.apiKey };
  Object.assign(engine.dependencies.secrets, { getKey: async (id: string) => keyOf[id] });
  const core = await engine.start('watch');
  await core.calls['agent.pause']({});
  engine.file('here/report.txt');
  await until('queued', async () => (await allProfiles(core)).length === 1);
  move(engine, 'here/report.txt', 'there/report.txt');
  await core.calls['agent.resume']({});
  await until('the document', () => other.live().length === 1);
  await until('the end of the first', async () =>
    (await allProfiles(core)).some(({ profileId, state }) => profileId === 'test' && state === 'cancelled'),
  );
  expect(engine.live()).toEqual([]);
  expect(documents(other)).toEqual([{ file_name: 'report.txt', shared: false }]);
});

test.concurrent('a folder given to another profile while its files wait sends them there', async () => {
  const engine = await createEngine();
  const other = await createEngine();
  const [profile] = other.settings.get().profiles;
  if (!profile) throw new Error('no profile');
  const second = { ...profile, id: 'second' as typeof profile.id, name: 'Second' };
  await engine.settings.update((settings) => ({
    ...settings,
    profiles: [...settings.profiles, second],
    folders: [engine.folder('inbox')],
  }));
  const keyOf: Record<string, string> = { test: engine.sandbox.apiKey, second: other.sandbox.apiKey };
  Object.assign(engine.dependencies.secrets, { getKey: async (id: string) => keyOf[id] });
  const core = await engine.start('watch');
  await core.calls['agent.pause']({});
  engine.file('inbox/report.txt');
  await until('queued', async () => (await allProfiles(core)).length === 1);
  await core.calls['folders.edit']({ folderId: folderId('inbox'), changes: { profileId: second.id } });
  await core.calls['agent.resume']({});
  await until('the document', () => other.live().length === 1);
  await idle(core);
  expect(engine.live()).toEqual([]);
  expect((await allProfiles(core)).map(({ profileId, state, code }) => [profileId, state, code])).toEqual([
    ['test', 'cancelled', 'OTHER_PROFILE'],
    ['second', 'completed', null],
  ]);
});

/** A folder that asks about changed files, and a file whose first version is uploaded. */
async function uploadedOnce() {
  const engine = await createEngine();
  await engine.settings.update((settings) => ({
    ...settings,
    folders: [engine.folder('inbox', { changed: 'ask' })],
  }));
  const path = engine.file('inbox/a.txt', 'one');
  const core = await engine.start('watch');
  await until('the first', () => engine.live().length === 1);
  await idle(core);
  const asks = async () => (await states(core)).includes('attention CHANGED_FILE_ASKS');
  return { engine, core, path, asks };
}

test.concurrent('the answer to a changed file is kept, although the folder still asks', async () => {
  const { engine, core, path, asks } = await uploadedOnce();
  writeFileSync(path, 'two, other');
  await until('the question', asks);
  expect(await core.calls['uploads.resolve']({ filter: {}, choice: 'replace' })).toMatchObject({ count: 1 });
  await until('the second alone', () => engine.live().length === 1 && engine.live()[0]?.raw_size === 10);
});

test.concurrent('a file that is deleted while its folder asks about it waits for no answer, and asks again when it is back', async () => {
  const { engine, core, path, asks } = await uploadedOnce();
  writeFileSync(path, 'two, other');
  await until('the question', asks);
  rmSync(path);
  await until('no question', async () => (await states(core)).includes('cancelled FILE_GONE'));
  expect((await core.calls['agent.status']({})).health.attention.total).toBe(0);
  writeFileSync(path, 'three, another');
  await until('the question again', asks);
  engine.expectExactlyOnce(['one']);
});

test.concurrent.each([
  ['shared', 'private', true],
  ['private', 'shared', false],
])(
  'the same bytes in a %s and then a %s folder: one document, shared as the first asked, and the second says so',
  async (first, second, isShared) => {
    const engine = await createEngine();
    await engine.settings.update((settings) => ({
      ...settings,
      folders: [engine.folder('shared', { share: true }), engine.folder('private')],
    }));
    const core = await engine.start('watch');
    engine.file(`${first}/a.txt`, 'the same bytes');
    await until('the document', () => engine.live().length === 1);
    await idle(core);
    engine.file(`${second}/b.txt`, 'the same bytes');
    await until('the duplicate', async () => (await states(core)).includes('duplicate'));
    await idle(core);
    expect(documents(engine)).toEqual([{ file_name: 'a.txt', shared: isShared }]);
    expect((await allUploads(core))[1]?.detail).toContain(isShared ? 'is shared' : 'is private');
  },
);

async function allProfiles(core: Core) {
  return (await core.calls['uploads.list']({ filter: { profileId: null }, order: 'oldest', limit: 100 }))
    .rows;
}
