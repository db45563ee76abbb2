import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { contentIdSchema } from '#shared/ids/ids.ts';
import { uploadOptionsSchema } from '#shared/uploads/upload.ts';
import { openDatabase } from './database.ts';
import { ownIdentity, setOwnIdentity } from './own-identity.ts';
import { createSqliteLedger } from './sqlite-ledger.ts';
import type { UploadRow } from './upload-row.ts';

const options = uploadOptionsSchema.parse({});

/** A ledger with two uploads that asked for their slots, and what it does from here on, in order. */
async function twoAsked() {
  const directory = mkdtempSync(join(tmpdir(), 'sluice-mark-'));
  const done: string[] = [];
  let ownMark = (): number | undefined => undefined;
  const onStatement = (sql: string) => {
    if (sql === 'COMMIT') done.push(`committed ${ownMark()}`);
  };
  const database = openDatabase(join(directory, 'ledger.sqlite'), { onStatement });
  ownMark = () => ownIdentity({ statement: (sql) => database.sqlite.prepare(sql) })?.mark;
  setOwnIdentity(database, { ledger: 'a-ledger', mark: 6 });
  const identity = {
    raise: (mark: number) => done.push(`outside ${mark}`),
    suspect: () => undefined,
    close: () => undefined,
  };
  const syncFile = async () => {
    done.push('synced');
  };
  const ledger = createSqliteLedger(database, () => 1, { identity, syncFile });
  onTestFinished(async () => {
    await ledger.close();
    rmSync(directory, { recursive: true, force: true });
  });
  const ids = ledger.uploads.addMany(
    ['a', 'b'].map((name) => ({
      profileId: 'p',
      folderId: null,
      path: `/x/${name}`,
      fileName: name,
      size: 1,
      mtimeNs: 1n,
      lane: 0,
      replaces: null,
      options,
    })),
  );
  const rows = new Map<number, UploadRow>();
  for (const id of ids) {
    const row = ledger.uploads.get(id);
    if (row === undefined) throw new Error('no such upload');
    const decided = { path: row.path, fileName: row.fileName, folderId: null, options, place: null };
    const begun = await ledger.uploads.begin(row, decided, { sha256: `${id}`, size: 1, mtimeNs: 1n }, false);
    if (begun.kind === 'ours') rows.set(id, begun.row);
  }
  await ledger.durable();
  done.length = 0;
  const reserve = (id: number) => {
    const contentId = contentIdSchema.parse(id.toString(16).toUpperCase().padStart(32, 'A'));
    return ledger.uploads.reserve(
      rows.get(id) as UploadRow,
      { state: 'putting', contentId },
      { kind: 'reserved' },
    );
  };
  return { ledger, ids, reserve, done };
}

test('slots that come together raise the mark in their own commit, and it stands outside after the sync', async () => {
  const { ids, reserve, done } = await twoAsked();
  const reserved = await Promise.all(ids.map(reserve));
  expect(reserved).toEqual(['reserved', 'reserved']);
  expect(done).toEqual(['committed 8', 'synced', 'outside 8']);
});

test('what else is to be on disk is told from a copy made after the last slot', async () => {
  const { ledger, ids, reserve, done } = await twoAsked();
  await reserve(ids[0] as number);
  ledger.facts.set('word', 1);
  await ledger.durable();
  expect(done).toEqual(['committed 8', 'synced', 'outside 8', 'committed 9', 'synced', 'outside 9']);
});

test('a slot that shares a sync which was about to begin finds its mark outside', async () => {
  const { ledger, ids, reserve, done } = await twoAsked();
  const [first, second] = ids as [number, number];
  const asked = reserve(first);
  // Heard in the turn in which the first was committed and its sync begins; whoever waits for it commits.
  await ledger.uploads.advance({ id: 999, revision: 0 }, ['queued'], {});
  const told = reserve(second).then(() => done.push('told'));
  const synced = ledger.durable();
  await told;
  expect(done.slice(0, 4)).toEqual(['committed 8', 'committed 9', 'synced', 'outside 9']);
  await Promise.all([asked, synced]);
});

test('a slot that another upload has raises the mark and waits for no disk', async () => {
  const { ids, reserve, done } = await twoAsked();
  const [first] = ids as [number];
  await reserve(first);
  done.length = 0;
  expect(await reserve(first)).toBe('taken');
  expect(done).toEqual(['committed 9']);
});
