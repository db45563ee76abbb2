import { mkdirSync, mkdtempSync, realpathSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createFileGate } from '#core/local/file-gate.ts';
import { createClock } from '#core/ports/clock.ts';
import { profileIdSchema } from '#shared/ids/ids.ts';
import { type WatchFolder, watchFolderSchema } from '#shared/settings/watch-folder.ts';
import { uploadOptionsSchema } from '#shared/uploads/upload.ts';
import { openDatabase } from '../ledger/database.ts';
import type { Disposition } from '../ledger/local-file-row.ts';
import { createLocalFiles } from '../ledger/local-files.ts';
import { createSqliteLedger } from '../ledger/sqlite-ledger.ts';
import type { UploadRow } from '../ledger/upload-row.ts';
import { createFolderOwners } from '../watch/folder-owners.ts';
import { type Decision, decideUpload, showsTooMuch, stillHolds } from './decide-upload.ts';
import type { UploadContext } from './job.ts';

/** A real folder, a ledger that knows its files, and uploads of them that wait. */
function setUp(changes: Partial<WatchFolder> = {}) {
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'sluice-decide-')));
  const root = join(base, 'inbox');
  mkdirSync(root);
  const database = openDatabase(':memory:');
  const ledger = createSqliteLedger(database, Date.now);
  const localFiles = createLocalFiles(database, Date.now);
  onTestFinished(async () => {
    await ledger.close();
    rmSync(base, { recursive: true, force: true });
  });
  const folder = watchFolderSchema.parse({ id: 'f', path: root, profileId: 'p', share: true, ...changes });
  let folders: readonly WatchFolder[] = [folder];
  const context = {
    ledger,
    gate: createFileGate(),
    clock: createClock(),
    owners: createFolderOwners(
      () => folders,
      () => 0,
    ),
  } as unknown as UploadContext;
  const at = (name: string) => join(root, name);
  const put = (name: string, content = 'some text') => {
    mkdirSync(dirname(at(name)), { recursive: true });
    writeFileSync(at(name), content);
  };
  return {
    at,
    base,
    context,
    ledger,
    localFiles,
    put,
    root,
    /** From now on the folder is as it was made but for these. */
    edit: (more: Partial<WatchFolder>) => {
      folders = [watchFolderSchema.parse({ ...folder, ...more })];
    },
    setFolders: (...next: readonly WatchFolder[]) => {
      folders = next;
    },
    /** The upload of a file that was handed over as it is now; `null` for one that a person added by hand. */
    async queued(name: string, folderId: string | null = 'f'): Promise<UploadRow> {
      const path = at(name);
      const { size, mtimeNs, dev, ino } = statSync(path, { bigint: true });
      const options = uploadOptionsSchema.parse({ share: true });
      const [id = 0] = ledger.uploads.addMany([
        {
          profileId: 'p',
          folderId,
          path,
          fileName: name.split('/').at(-1) ?? '',
          size: Number(size),
          mtimeNs,
          lane: 1,
          replaces: null,
          options,
        },
      ]);
      if (folderId !== null) {
        const { id: localId } = localFiles.upsert({
          ...{
            folderId,
            directory: dirname(name) === '.' ? '' : dirname(name),
            name: path.split('/').at(-1) ?? '',
          },
          nameKey: name,
          device: String(dev),
          inode: String(ino),
          size: Number(size),
          mtimeNs: String(mtimeNs),
          disposition: 'settling',
          reason: null,
        });
        localFiles.markTaken(localId, id, Number(size), mtimeNs);
      }
      return ledger.uploads.get(id) as UploadRow;
    },
  };
}

type Setting = ReturnType<typeof setUp>;

async function decidedOf({ context }: Setting, row: UploadRow) {
  const decision = await decideUpload(context, row);
  if (decision.kind !== 'send') throw new Error(`decided to be ${decision.kind}`);
  return decision;
}

test('what a folder sends is as the folder is now, under the name the file has now', async () => {
  const made = setUp();
  made.put('sub/a.txt');
  const row = await made.queued('sub/a.txt');
  made.edit({ share: false, tags: ['t1'] });
  expect(await decideUpload(made.context, row)).toMatchObject({
    kind: 'send',
    isThere: true,
    decided: {
      path: made.at('sub/a.txt'),
      fileName: 'a.txt',
      folderId: 'f',
      options: { share: false, tags: ['t1'] },
    },
  });
});

test('what a person added by hand is sent as the person said, wherever it lies', async () => {
  const made = setUp({ paused: true });
  made.put('a.txt');
  const row = await made.queued('a.txt', null);
  expect((await decidedOf(made, row)).decided).toMatchObject({ folderId: null, options: { share: true } });
});

test('a paused folder waits, and goes on as it is then', async () => {
  const made = setUp();
  made.put('a.txt');
  const row = await made.queued('a.txt');
  made.edit({ paused: true });
  expect(await decideUpload(made.context, row)).toEqual({ kind: 'waits', folderId: 'f' });
  made.edit({});
  expect(await decideUpload(made.context, row)).toMatchObject({ kind: 'send' });
});

test.each([
  ['a filter', 'a.txt', { filters: [{ action: 'exclude', glob: 'a.txt' }] }, 'filter'],
  ['its size', 'a.txt', { maxSize: 3 }, 'too-large'],
  ['a directory that is left out', 'node_modules/deep/a.txt', {}, 'ignored-name'],
] satisfies [string, string, Partial<WatchFolder>, string][])(
  '%s leaves a file out',
  async (_by, name, rule, reason) => {
    const made = setUp();
    made.put(name);
    const row = await made.queued(name);
    made.edit(rule);
    expect(await decideUpload(made.context, row)).toEqual({ kind: 'left-out', reason });
  },
);

test.each([
  ['ignored', 'ignore-file', { kind: 'left-out', reason: 'ignore-file' }],
  ['settling', null, { kind: 'changing', code: 'FILE_CHANGED' }],
  ['settling', 'STILL_CHANGING', { kind: 'changing', code: 'STILL_CHANGING' }],
  ['held', null, { kind: 'changing', code: 'FILE_CHANGED' }],
] satisfies [Disposition, string | null, Decision][])(
  'what the watch says of the file since counts: %s %s',
  async (disposition, reason, decision) => {
    const made = setUp();
    made.put('a.txt');
    const row = await made.queued('a.txt');
    const [file] = made.localFiles.list('f');
    made.localFiles.setDisposition(file?.id ?? 0, disposition, reason);
    expect(await decideUpload(made.context, row)).toEqual(decision);
  },
);

test('other bytes than were handed over are handed over again first', async () => {
  const made = setUp();
  made.put('a.txt');
  const row = await made.queued('a.txt');
  made.put('a.txt', 'another text');
  expect(await decideUpload(made.context, row)).toEqual({ kind: 'changing', code: 'FILE_CHANGED' });
});

test.each([
  ['emptied', {}, 'FILE_EMPTY', ''],
  ['cut', { minSize: 5 }, 'too-small', 'anew'],
] as const)(
  'W4: a file that is %s to be written anew is not left out for that, unless it was handed over so',
  async (_name, rule, reason, content) => {
    const made = setUp(rule);
    made.put('a.txt');
    const row = await made.queued('a.txt');
    made.put('a.txt', content);
    expect(await decideUpload(made.context, row)).toEqual({ kind: 'changing', code: 'FILE_CHANGED' });
    made.put('b.txt', content);
    expect(await decideUpload(made.context, await made.queued('b.txt'))).toEqual({
      kind: 'left-out',
      reason,
    });
  },
);

test('a file that is gone is no file of a drive that is gone', async () => {
  const made = setUp();
  made.put('a.txt');
  const row = await made.queued('a.txt');
  rmSync(made.at('a.txt'));
  expect(await decideUpload(made.context, row)).toMatchObject({ kind: 'send', isThere: false });
  rmSync(made.root, { recursive: true });
  expect(await decideUpload(made.context, row)).toEqual({ kind: 'missing' });
});

test('what lies in no folder any more, or stands for no file, is not sent', async () => {
  const made = setUp();
  made.put('a.txt');
  const row = await made.queued('a.txt');
  made.setFolders();
  expect(await decideUpload(made.context, row)).toEqual({ kind: 'removed' });
  made.edit({});
  made.localFiles.drop(made.localFiles.list('f')[0]?.id ?? 0);
  const without = { ...row, id: row.id + 1 };
  expect(await decideUpload(made.context, without)).toEqual({ kind: 'superseded' });
});

test('a folder of another profile sends with that one', async () => {
  const made = setUp();
  made.put('sub/a.txt');
  const row = await made.queued('sub/a.txt');
  made.edit({ profileId: profileIdSchema.parse('other'), share: false });
  expect(await decideUpload(made.context, row)).toMatchObject({
    kind: 'given',
    target: {
      profileId: 'other',
      folderId: 'f',
      directory: 'sub',
      name: 'a.txt',
      path: made.at('sub/a.txt'),
      options: { share: false },
    },
  });
});

test('a link into a folder nested in this one is left to that one, where links are followed', async () => {
  const made = setUp({ followLinks: true });
  made.put('private/a.txt');
  made.put('other/b.txt');
  symlinkSync(made.at('private/a.txt'), made.at('link.txt'));
  symlinkSync(made.at('other/b.txt'), made.at('plain.txt'));
  const [outer] = (await made.context.owners()).folders as [WatchFolder];
  made.setFolders(outer, watchFolderSchema.parse({ id: 'inner', path: made.at('private'), profileId: 'p' }));
  const link = await made.queued('link.txt');
  expect(await decideUpload(made.context, link)).toEqual({ kind: 'left-out', reason: 'nested-folder' });
  const plain = await made.queued('plain.txt');
  expect(await decideUpload(made.context, plain)).toMatchObject({ kind: 'send' });
});

test('what was decided holds only while the very same would be decided', async () => {
  const made = setUp();
  made.put('a.txt');
  const row = await made.queued('a.txt');
  const now = await decidedOf(made, row);
  const { decided } = now;
  expect(stillHolds(decided, await decideUpload(made.context, row))).toBe(true);
  // In whatever order the options are.
  const turned = Object.fromEntries(Object.entries(decided.options).reverse()) as typeof decided.options;
  expect(stillHolds({ ...decided, options: turned }, now)).toBe(true);
  for (const other of [
    { path: made.at('b.txt') },
    { fileName: 'b.txt' },
    { folderId: null },
    { options: { ...decided.options, share: false } },
    { options: { ...decided.options, tags: ['t1'] } },
  ])
    expect(stillHolds({ ...decided, ...other }, now)).toBe(false);
  expect(stillHolds(decided, { ...now, isThere: false })).toBe(false);
  expect(stillHolds(decided, { kind: 'waits', folderId: 'f' })).toBe(false);
});

test('a slot shows too much when less is wanted now, or nothing', async () => {
  const made = setUp();
  made.put('a.txt');
  const now = await decidedOf(made, await made.queued('a.txt'));
  const isPrivate = { ...now.decided, options: { ...now.decided.options, share: false } };
  expect(showsTooMuch(now.decided, { ...now, decided: isPrivate })).toBe(true);
  expect(showsTooMuch(isPrivate, now)).toBe(false);
  expect(showsTooMuch(now.decided, now)).toBe(false);
  expect(showsTooMuch(now.decided, { kind: 'left-out', reason: 'filter' })).toBe(true);
  expect(showsTooMuch(now.decided, { kind: 'removed' })).toBe(true);
  // Wanted as it is, only not at this moment.
  for (const kind of ['missing', 'superseded'] as const)
    expect(showsTooMuch(now.decided, { kind })).toBe(false);
});

test.each([
  ['the directory, from the root', '.sluiceignore', 'private/\n'],
  ['the directory, from beside it', 'desk/.sluiceignore', 'private/\n'],
  ['everything in the directory', '.sluiceignore', 'desk/private/**\n'],
  ['the file', 'desk/private/.sluiceignore', '*.txt\n'],
])(
  'a .sluiceignore file counts that the watch has not come to, for the file and for a link to it: it leaves out %s',
  async (_, name, rules) => {
    const made = setUp({ followLinks: true, settleSeconds: 0 });
    made.put('desk/private/a.txt');
    symlinkSync(made.at('desk/private/a.txt'), made.at('link.txt'));
    const rows = [await made.queued('desk/private/a.txt'), await made.queued('link.txt')];
    const kinds = () => Promise.all(rows.map(async (row) => (await decideUpload(made.context, row)).kind));
    expect(await kinds()).toEqual(['send', 'send']);
    made.put(name, rules);
    expect(await kinds()).toEqual(['left-out', 'left-out']);
    made.put(name, `!a.txt\n# and nothing else`);
    expect(await kinds()).toEqual(['send', 'send']);
    // Rules that are being saved may be empty for a moment.
    made.edit({ followLinks: true, settleSeconds: 60 });
    expect(await kinds()).toEqual(['changing', 'changing']);
    made.edit({ followLinks: true, useIgnoreFile: false });
    made.put(name, rules);
    expect(await kinds()).toEqual(['send', 'send']);
  },
);
