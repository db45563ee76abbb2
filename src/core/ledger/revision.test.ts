import { expect, onTestFinished, test } from 'vitest';
import { uploadOptionsSchema } from '#shared/uploads/upload.ts';
import { contentIdOf } from '../service/testing/content-id.ts';
import { openDatabase } from './database.ts';
import type { SeenFile } from './local-file-row.ts';
import { createLocalFiles } from './local-files.ts';
import type { Begun } from './queued-uploads.ts';
import { createTakeFiles } from './take-files.ts';
import { uploadAt } from './testing/upload-at.ts';
import type { UploadRow } from './upload-row.ts';
import { createUploads } from './uploads.ts';

const options = uploadOptionsSchema.parse({});
const hash = 'a'.repeat(64);

/** A ledger in memory with one watch folder. */
function createFolder() {
  const database = openDatabase(':memory:');
  onTestFinished(() => database.close());
  const now = () => 1000;
  const uploads = createUploads(database, now);
  const localFiles = createLocalFiles(database, now);
  const intake = createTakeFiles(database, uploads, localFiles);

  const seen = (name: string, size: number, mtimeNs: string, inode = '1'): SeenFile => ({
    folderId: 'f',
    directory: '',
    name,
    nameKey: name,
    device: '1',
    inode,
    size,
    mtimeNs,
    ctimeNs: mtimeNs,
    bornMs: null,
    disposition: 'settling',
    reason: null,
    dueAt: null,
  });

  /** The watch hands a file over; the intake takes it later. */
  function takeLater(name: string, size: number, mtimeNs: string, inode?: string, profile = 'p') {
    const { id } = localFiles.upsert(seen(name, size, mtimeNs, inode));
    const file = { folderId: 'f', localFileId: id, path: `/x/${name}`, size, mtimeNs: BigInt(mtimeNs) };
    return { id, take: () => intake.take(profile, [{ ...file, fresh: true, options }]) };
  }

  function take(...file: Parameters<typeof takeLater>) {
    const later = takeLater(...file);
    later.take();
    return localFiles.get(later.id);
  }

  function begin(row: UploadRow, sha256: string): Begun {
    const place = uploads.listPlaces(row.id)[0] ?? null;
    const { path, fileName, folderId, size } = row;
    const decided = { place, path, fileName, folderId, options };
    return uploads.begin(row, decided, { sha256, size, mtimeNs: BigInt(row.mtimeNs) }, false);
  }

  const upload = (id: number | null | undefined) => uploadAt(uploads, id ?? 0);

  /** Sends an upload to its end. */
  function complete(id: number | null | undefined, sha256: string): void {
    const begun = begin(upload(id), sha256);
    if (begun.kind !== 'ours') throw new Error(begun.kind);
    const slot = { state: 'putting', contentId: contentIdOf('A') } as const;
    expect(uploads.reserve(begun.row, slot, { kind: 'reserved' })).toBe('reserved');
    expect(uploads.advance(begun.row, ['putting'], { state: 'completed' })).toBe(true);
  }

  return { database, uploads, localFiles, seen, take, takeLater, begin, upload, complete };
}

test('new bytes that are taken between the look at the old ones and its result are not forgotten', () => {
  const { uploads, localFiles, take, begin, upload, complete } = createFolder();
  const first = take('a.pdf', 10, '1')?.uploadId;
  complete(first, hash);
  const second = take('a.pdf', 10, '2')?.uploadId;
  const begun = begin(upload(second), hash);
  if (begun.kind !== 'held') throw new Error(begun.kind);
  // A program saves other bytes under the same name before it is written that these are the same.
  const changed = take('a.pdf', 99, '3', '2');
  expect(changed?.uploadId).toBe(second);
  expect(uploads.dissolve(begun.row, first ?? 0, first ?? 0)).toBe(false);
  expect(uploads.becomeDuplicate(begun.row, first ?? 0, {}, { kind: 'duplicate' })).toBe(false);
  expect(upload(second)).toMatchObject({ state: 'queued', sha256: null, size: 99 });
  expect(localFiles.get(changed?.id ?? 0)).toMatchObject({
    uploadId: second,
    disposition: 'taken',
    size: 99,
  });
});

test('an edit that sets size and time back makes what was decided about the bytes before void', () => {
  const { take, begin, upload, localFiles, seen } = createFolder();
  const first = take('a.pdf', 10, '1');
  const before = upload(first?.uploadId);
  localFiles.upsert({ ...seen('a.pdf', 10, '1'), ctimeNs: '2' });
  const again = take('a.pdf', 10, '1', '7');
  expect(again?.uploadId).toBe(first?.uploadId);
  expect(begin(before, hash).kind).toBe('moved');
  expect(begin(upload(first?.uploadId), hash).kind).toBe('ours');
});

test.each([
  ['path', `path = '/elsewhere'`],
  ['folder', `folder_id = 'g'`],
  ['name', `file_name = 'b.pdf'`],
  ['size', 'size = 11'],
  ['time', `mtime_ns = '12'`],
  ['options', `options = json_set(options, '$.answer', 'replace')`],
  ['version before', 'replaces = id'],
  ['bytes', 'sha256 = NULL'],
])('whoever changes the %s of an upload raises its revision', (_what, change) => {
  const { database, uploads, take, upload } = createFolder();
  const row = upload(take('a.pdf', 10, '1')?.uploadId);
  database.exec(`UPDATE uploads SET ${change} WHERE id = ${row.id}`);
  expect(upload(row.id).revision).toBeGreaterThan(row.revision);
  expect(uploads.advance(row, ['queued'], { state: 'attention' })).toBe(false);
  expect(uploads.advance(upload(row.id), ['queued'], { state: 'attention' })).toBe(true);
});

test('what is written of the way of an upload leaves its revision', () => {
  const { uploads, take, upload } = createFolder();
  const row = upload(take('a.pdf', 10, '1')?.uploadId);
  expect(uploads.advance(row, ['queued'], { attempts: 1, notBefore: 5, code: 'FILE_CHANGED' })).toBe(true);
  expect(uploads.advance(row, ['queued'], { state: 'enriching' })).toBe(true);
});

test('bytes are not claimed for an upload that was cancelled while its file was read', () => {
  const { database, uploads, take, begin, upload } = createFolder();
  const row = upload(take('a.pdf', 10, '1')?.uploadId);
  uploads.advance(row, ['queued'], { state: 'cancelled' });
  expect(begin(row, hash).kind).toBe('moved');
  expect(database.statement('SELECT count(*) AS n FROM claims').get()).toEqual({ n: 0 });
});

const moved = (seen: SeenFile, from: { id: number; name: string }) => ({
  ...seen,
  from: { id: from.id, folderId: 'f', directory: '', name: from.name },
  path: `/x/${seen.name}`,
});

test('a file that was saved and renamed before it was taken is not moved with the upload of its old bytes', () => {
  const { localFiles, seen, take, complete } = createFolder();
  const row = take('a.pdf', 10, '1');
  complete(row?.uploadId, hash);
  // Saved with other bytes, and renamed while it settles: the watch finds the old name missing.
  const saved = localFiles.upsert(seen('a.pdf', 99, '2'));
  localFiles.markGone({ id: saved.id, folderId: 'f', directory: '', name: 'a.pdf' }, null);
  expect(localFiles.move(moved(seen('b.pdf', 99, '2'), saved))).toBe(false);
  expect(localFiles.get(saved.id)).toMatchObject({ disposition: 'gone', name: 'a.pdf' });
  const other = take('b.pdf', 99, '2');
  expect(other?.uploadId).not.toBe(row?.uploadId);
});

test('a file that was saved and moved away before it was taken is taken when it comes back', () => {
  const { localFiles, seen, take, complete } = createFolder();
  const row = take('a.pdf', 10, '1');
  complete(row?.uploadId, hash);
  const saved = localFiles.upsert(seen('a.pdf', 99, '2'));
  localFiles.markGone({ id: saved.id, folderId: 'f', directory: '', name: 'a.pdf' }, null);
  expect(localFiles.upsert(seen('a.pdf', 99, '2')).disposition).toBe('settling');
  expect(take('a.pdf', 99, '2')?.uploadId).not.toBe(row?.uploadId);
});

test('a file that was taken and comes back as it was stands for its upload again', () => {
  const { localFiles, seen, take, complete } = createFolder();
  const row = take('a.pdf', 10, '1');
  complete(row?.uploadId, hash);
  localFiles.markGone({ id: row?.id ?? 0, folderId: 'f', directory: '', name: 'a.pdf' }, null);
  expect(localFiles.upsert(seen('a.pdf', 10, '1'))).toMatchObject({ disposition: 'taken' });
});

test('W7: a file that is renamed over an uploaded one is new content of that name', () => {
  const { localFiles, seen, take, complete, upload } = createFolder();
  const a = take('a.pdf', 10, '1', '1');
  const b = take('b.pdf', 20, '2', '2');
  complete(a?.uploadId, hash);
  expect(localFiles.move(moved(seen('a.pdf', 20, '2', '2'), { id: b?.id ?? 0, name: 'b.pdf' }))).toBe(false);
  const over = take('a.pdf', 20, '2', '2');
  expect(over?.id).toBe(a?.id);
  expect(upload(over?.uploadId)).toMatchObject({ state: 'queued', replaces: a?.uploadId });
  expect(localFiles.get(b?.id ?? 0)).toMatchObject({ name: 'b.pdf', uploadId: b?.uploadId });
});

test('what the watch handed over is not taken once the file was saved again, moved or deleted', () => {
  const { localFiles, seen, takeLater } = createFolder();
  const first = takeLater('a.pdf', 10, '1');
  localFiles.upsert(seen('a.pdf', 99, '2'));
  first.take();
  expect(localFiles.get(first.id)).toMatchObject({ disposition: 'settling', uploadId: null });
  const second = takeLater('a.pdf', 99, '2');
  localFiles.markGone({ id: second.id, folderId: 'f', directory: '', name: 'a.pdf' }, null);
  expect(() => second.take()).not.toThrow();
  expect(localFiles.get(second.id)).toBeUndefined();
});

test('a hand-over names the version before as it is when the file is taken', () => {
  const { uploads, localFiles, take, takeLater, begin, upload, complete } = createFolder();
  const first = take('a.pdf', 10, '1')?.uploadId;
  complete(first, hash);
  const second = take('a.pdf', 10, '2')?.uploadId;
  const begun = begin(upload(second), hash);
  const later = takeLater('a.pdf', 99, '3');
  // The upload that the row had when the watch saw it is forgotten in between.
  if (begun.kind === 'held') expect(uploads.dissolve(begun.row, first ?? 0, first ?? 0)).toBe(true);
  later.take();
  const third = upload(localFiles.get(later.id)?.uploadId);
  expect(third).toMatchObject({ state: 'queued', size: 99, replaces: first });
});

test('a local file with an upload ends only by handing its document on', () => {
  const { database, take, complete } = createFolder();
  const row = take('a.pdf', 10, '1');
  complete(row?.uploadId, hash);
  const other = take('b.pdf', 20, '2', '2');
  const ways = [
    `DELETE FROM local_files WHERE id = ${row?.id}`,
    `UPDATE local_files SET upload_id = NULL WHERE id = ${row?.id}`,
    `UPDATE local_files SET upload_id = ${other?.uploadId} WHERE id = ${row?.id}`,
  ];
  for (const sql of ways) expect(() => database.exec(sql)).toThrow('a local file');
});

test('the claim on the bytes before is given back once the file turns out to have others', () => {
  const { database, uploads, take, begin, upload } = createFolder();
  const first = take('a.pdf', 10, '1')?.uploadId;
  const begun = begin(upload(first), hash);
  if (begun.kind !== 'ours') throw new Error(begun.kind);
  // Its POST failed, and another file with these bytes waits for it.
  uploads.advance(begun.row, ['enriching'], { state: 'queued' });
  const copy = upload(take('copy.pdf', 10, '5', '5')?.uploadId);
  const held = begin(copy, hash);
  if (held.kind !== 'held') throw new Error(held.kind);
  expect(uploads.becomeDuplicate(held.row, first ?? 0, {}, { kind: 'duplicate' })).toBe(true);
  take('a.pdf', 20, '2');
  expect(begin(upload(first), 'b'.repeat(64)).kind).toBe('ours');
  expect(upload(copy.id)).toMatchObject({ state: 'queued', duplicateOf: null });
  expect(database.statement('SELECT sha256, upload_id FROM claims').all()).toEqual([
    { sha256: 'b'.repeat(64), upload_id: first },
  ]);
});

test('two services may give the same id, and one service gives it once', () => {
  const { uploads, take, begin, upload } = createFolder();
  const sending = (name: string, sha256: string, inode: string, profile?: string) => {
    const begun = begin(upload(take(name, 10, inode, inode, profile)?.uploadId), sha256);
    if (begun.kind !== 'ours') throw new Error(begun.kind);
    const slot = { state: 'putting', contentId: contentIdOf('A') } as const;
    return uploads.reserve(begun.row, slot, { kind: 'reserved' });
  };
  expect(sending('a.pdf', hash, '1')).toBe('reserved');
  expect(sending('b.pdf', 'b'.repeat(64), '2')).toBe('taken');
  expect(sending('c.pdf', hash, '3', 'q')).toBe('reserved');
});
