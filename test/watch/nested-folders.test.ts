import { rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Core } from '#core/create-core.ts';
import { folderIdSchema } from '#shared/ids/ids.ts';
import { type WatchFolder, watchFolderSchema } from '#shared/settings/watch-folder.ts';
import {
  allUploads,
  createEngine,
  type EngineFixture,
  idle,
  sha256,
  states,
  until,
} from '../support/engine-fixture.ts';

const idOf = (name: string) => folderIdSchema.parse(name);

/** A shared folder, and settings for a private one in it, not added yet. */
async function shared(changes: Partial<WatchFolder> = {}) {
  const engine = await createEngine();
  const outer = engine.folder('inbox', { share: true, ...changes });
  await engine.settings.update((settings) => ({ ...settings, folders: [outer] }));
  const inner = (more: Partial<WatchFolder> = {}) =>
    engine.folder('inbox/private', { id: idOf('inner'), ...more });
  return { engine, outer, inner };
}

const add = (engine: EngineFixture, folder: WatchFolder) =>
  engine.settings.update((settings) => ({ ...settings, folders: [...settings.folders, folder] }));

async function coverage(core: Core, id: string) {
  return (await core.calls['folders.list']({})).find(({ folder }) => folder.id === id)?.coverage;
}

const isShared = (engine: EngineFixture) =>
  Object.fromEntries(engine.live().map(({ file_name, shared: open }) => [file_name, open]));

const posts = (engine: EngineFixture) =>
  engine.requests({ method: 'POST' }).filter((request) => request.includes('/documents ')).length;

test('the files of a private folder in a shared one are its own: none goes up shared, none twice', async () => {
  const { engine, inner } = await shared();
  await add(engine, inner());
  for (let index = 0; index < 10; index++) engine.file(`inbox/private/deep/f${index}.txt`);
  engine.file('inbox/open.txt');
  const core = await engine.start('watch');
  await until('all', () => engine.live().length === 11);
  await idle(core);
  expect(engine.live().filter(({ shared: open }) => open)).toMatchObject([{ file_name: 'open.txt' }]);
  expect(await states(core)).toEqual(Array.from({ length: 11 }, () => 'completed'));
  expect(await coverage(core, 'inner')).toMatchObject({ seen: 10, searchable: 10 });
  expect(await coverage(core, 'inbox')).toMatchObject({ searchable: 1, ignoredBy: { 'nested-folder': 1 } });
  expect(posts(engine)).toBe(11);
});

test('a folder added in another one takes over what is in already, and gives it back, without a byte', async () => {
  const { engine, inner } = await shared();
  engine.file('inbox/private/a.txt');
  engine.file('inbox/private/deep/b.txt');
  engine.file('inbox/c.txt');
  const core = await engine.start('watch');
  await until('all', () => engine.live().length === 3);
  await idle(core);
  const { id, ...settings } = inner();
  const added = await core.calls['folders.add']({ folder: settings });
  await core.calls['folders.reconcile']({});
  await idle(core);
  expect(await coverage(core, added.id)).toMatchObject({ seen: 2, searchable: 2 });
  expect(await coverage(core, 'inbox')).toMatchObject({ searchable: 1, ignoredBy: { 'nested-folder': 1 } });
  engine.file('inbox/private/new.txt');
  await until('the new one', () => engine.live().length === 4);
  await idle(core);
  // What went up before stays as it was sent; what comes now is private.
  expect(isShared(engine)).toEqual({ 'a.txt': true, 'b.txt': true, 'c.txt': true, 'new.txt': false });

  await core.calls['folders.remove']({ folderId: added.id });
  await core.calls['folders.reconcile']({});
  await idle(core);
  expect(await coverage(core, 'inbox')).toMatchObject({ seen: 4, searchable: 4 });
  expect(posts(engine)).toBe(4);
  expect(await states(core)).toEqual(Array.from({ length: 4 }, () => 'completed'));
  expect(new Set((await allUploads(core)).map(({ folderId }) => folderId))).toEqual(new Set(['inbox']));
  expect(id).toBe('inner');
});

test('a folder removed from within another one while nothing ran: its files are the other one’s at the next start', async () => {
  const { engine, inner } = await shared();
  await add(engine, inner());
  engine.file('inbox/private/a.txt');
  const first = await engine.start('watch');
  await until('the document', () => engine.live().length === 1);
  await idle(first);
  await first.stop();
  await engine.settings.update((settings) => ({
    ...settings,
    folders: settings.folders.filter(({ id }) => id !== 'inner'),
  }));
  const core = await engine.start('watch');
  await core.calls['folders.reconcile']({});
  await idle(core);
  expect(await coverage(core, 'inbox')).toMatchObject({ seen: 1, searchable: 1 });
  expect(posts(engine)).toBe(1);
});

test('the files of a paused folder in another one wait; nobody else takes them', async () => {
  const { engine, inner } = await shared();
  await add(engine, inner({ paused: true }));
  engine.file('inbox/private/a.txt');
  engine.file('inbox/open.txt');
  const core = await engine.start('watch');
  await until('the other', () => engine.live().length === 1);
  await idle(core);
  expect(isShared(engine)).toEqual({ 'open.txt': true });
  await core.calls['folders.edit']({ folderId: idOf('inner'), changes: { paused: false } });
  await until('both', () => engine.live().length === 2);
  expect(isShared(engine)).toEqual({ 'open.txt': true, 'a.txt': false });
});

test('queued as a file of the outer folder, sent as one of the inner folder that was added meanwhile', async () => {
  const { engine, inner } = await shared();
  const core = await engine.start('watch');
  await core.calls['agent.pause']({});
  engine.file('inbox/private/a.txt');
  await until('queued', async () => (await allUploads(core)).length === 1);
  const { id: _id, ...settings } = inner({ noIndex: true });
  await core.calls['folders.add']({ folder: settings });
  await core.calls['agent.resume']({});
  await idle(core);
  expect(isShared(engine)).toEqual({ 'a.txt': false });
  expect(await allUploads(core)).toMatchObject([{ options: { noIndex: true } }]);
});

test('a root that is a link into another folder is inside it all the same; the same root is refused however it is spelled', async () => {
  const { engine, inner } = await shared();
  inner();
  const link = join(engine.directory, 'files', 'elsewhere');
  symlinkSync(join(engine.directory, 'files/inbox/private'), link);
  await add(engine, watchFolderSchema.parse({ ...inner(), path: link }));
  engine.file('inbox/private/a.txt');
  const core = await engine.start('watch');
  await until('the document', () => engine.live().length === 1);
  await idle(core);
  expect(isShared(engine)).toEqual({ 'a.txt': false });
  expect(posts(engine)).toBe(1);
  const [outerState, innerState] = await core.calls['folders.list']({});
  expect(outerState?.inner).toMatchObject([{ id: 'inner', share: false }]);
  expect(innerState?.outer).toMatchObject({ id: 'inbox', share: true });

  const { id: _id, ...settings } = inner();
  await expect(core.calls['folders.add']({ folder: settings })).rejects.toMatchObject({ code: 'USAGE' });
  const other = join(engine.directory, 'files', 'again');
  symlinkSync(join(engine.directory, 'files/inbox'), other);
  await expect(core.calls['folders.add']({ folder: { ...settings, path: other } })).rejects.toMatchObject({
    code: 'USAGE',
  });
});

test('a file is no folder, neither added nor put in the place of one', async () => {
  const { engine, inner } = await shared();
  engine.file('inbox/a.txt');
  const path = join(engine.directory, 'files/inbox/a.txt');
  const core = await engine.start('none');
  const { id: _id, ...settings } = inner();
  const refused = { code: 'USAGE', detail: `${path} is a file and no folder` };
  await expect(core.calls['folders.add']({ folder: { ...settings, path } })).rejects.toMatchObject(refused);
  await expect(core.calls['folders.edit']({ folderId: 'inbox', changes: { path } })).rejects.toMatchObject(
    refused,
  );
});

test('a link in a folder that follows links does not lead into the private folder nested in it', async () => {
  const { engine, inner } = await shared({ followLinks: true });
  await add(engine, inner());
  engine.file('inbox/private/a.txt');
  engine.file('inbox/private/b.txt');
  symlinkSync(join(engine.directory, 'files/inbox/private'), join(engine.directory, 'files/inbox/way'));
  symlinkSync(
    join(engine.directory, 'files/inbox/private/b.txt'),
    join(engine.directory, 'files/inbox/link.txt'),
  );
  const core = await engine.start('watch');
  await until('both', () => engine.live().length === 2);
  await core.calls['folders.reconcile']({});
  await idle(core);
  expect(engine.live().map(({ shared: open }) => open)).toEqual([false, false]);
});

test('a dry run of the outer folder leaves out what the inner one owns, as the run does', async () => {
  const { engine, outer, inner } = await shared();
  await add(engine, inner());
  engine.file('inbox/private/a.txt');
  engine.file('inbox/open.txt');
  const core = await engine.start('none');
  expect(await core.calls['folders.preview']({ folder: outer })).toMatchObject({
    upload: 1,
    ignoredBy: { 'nested-folder': 1 },
  });
});

test('a folder removed and added again takes over what was uploaded: edits replace, and deletes follow', async () => {
  const rules = { changed: 'replace', localDelete: 'delete' } as const;
  const { engine, outer } = await shared({ ...rules, share: false });
  const path = (name: string) => join(engine.directory, 'files/inbox', name);
  for (const name of ['edited', 'deleted', 'untouched', 'deleted-meanwhile'])
    engine.file(`inbox/${name}.txt`);
  const core = await engine.start('watch');
  await until('all', () => engine.live().length === 4);
  await idle(core);
  await core.calls['folders.remove']({ folderId: outer.id });
  rmSync(path('deleted-meanwhile.txt'));
  engine.file('inbox/never-sent.txt');
  const { id: _id, ...settings } = outer;
  const added = await core.calls['folders.add']({ folder: { ...settings, firstRun: 'only-new' } });
  await core.calls['folders.reconcile']({});
  await idle(core);
  expect(posts(engine)).toBe(4);
  expect(await coverage(core, added.id)).toMatchObject({
    searchable: 3,
    ignoredBy: { 'existed-before': 1 },
  });

  engine.file('inbox/edited.txt', 'Edited by its owner.');
  rmSync(path('deleted.txt'));
  const names = () =>
    engine
      .live()
      .map(({ file_name }) => file_name)
      .sort();
  // The document of the file that no folder saw vanish stays.
  await until('what followed', () => names().join() === 'deleted-meanwhile.txt,edited.txt,untouched.txt');
  await idle(core);
  expect(engine.live().map((document) => document.sha256)).toContain(sha256('Edited by its owner.'));
  expect(posts(engine)).toBe(5);
});

test('a folder added again for new files asks about files that waited when it was removed', async () => {
  const { engine, outer } = await shared();
  const core = await engine.start('watch');
  await core.calls['agent.pause']({});
  engine.file('inbox/a.txt');
  await until('queued', async () => (await allUploads(core)).length === 1);
  await core.calls['folders.remove']({ folderId: outer.id });
  const { id: _id, ...settings } = outer;
  const added = await core.calls['folders.add']({ folder: { ...settings, firstRun: 'only-new' } });
  await core.calls['agent.resume']({});
  await core.calls['folders.reconcile']({});
  await idle(core);
  expect(await coverage(core, added.id)).toMatchObject({ attentionBy: { CHOICE_PENDING: 1 } });
  expect(posts(engine)).toBe(0);
  await core.calls['folders.choose']({ folderId: added.id, paths: 'all' });
  await until('it is sent', () => posts(engine) === 1);
});
