import { expect, onTestFinished, test } from 'vitest';
import { uploadOptionsSchema, uploadSchema } from '#shared/uploads/upload.ts';
import { contentIdOf } from '../service/testing/content-id.ts';
import { openDatabase } from './database.ts';
import { toColumns, toUpload, toUploadRow, type UploadPatch } from './upload-row.ts';

const options = uploadOptionsSchema.parse({ tags: ['Energy'], share: true });

/** What a row says where nothing happened to its upload yet. */
const fresh = {
  id: 1,
  uuid: null,
  profileId: 'p',
  folderId: null,
  path: '/x/a.pdf',
  fileName: 'a.pdf',
  size: 5,
  mtimeNs: '1700000000000000001',
  sha256: null,
  state: 'queued',
  lane: 2,
  sortKey: -3,
  paused: false,
  attempts: 0,
  notBefore: 0,
  contentId: null,
  duplicateOf: null,
  replaces: null,
  code: null,
  detail: null,
  requestId: null,
  remoteStatus: null,
  remoteError: null,
  options,
  createdAt: 10,
  takenAt: 10,
  updatedAt: 11,
  landedAt: null,
  finishedAt: null,
  polls: 0,
  pollAt: null,
  afterState: null,
  revision: 0,
  stuckSince: null,
  failedLooks: 0,
  afterTries: 0,
  statusSince: null,
  absence: undefined,
  replacedBy: null,
  remoteMachine: null,
  remotePerson: null,
  remoteContentId: null,
};

/** A ledger with the uploads 1 and 2; a row is read again after each change. */
function ledger() {
  const database = openDatabase(':memory:');
  onTestFinished(() => database.close());
  const add = database.statement(
    `INSERT INTO uploads (id, profile_id, path, file_name, size, mtime_ns, state, lane, sort_key, options,
      created_at, updated_at)
       VALUES (?, 'p', '/x/a.pdf', 'a.pdf', 5, '1700000000000000001', 'queued', 2, -3, ?, 10, 11)`,
  );
  for (const id of [1, 2]) add.run(id, JSON.stringify(options));
  return (id: number, columns: Readonly<Record<string, string | number | null>> = {}) => {
    for (const [column, value] of Object.entries(columns))
      database.statement(`UPDATE uploads SET ${column} = ? WHERE id = ?`).run(value, id);
    return toUploadRow(database.statement('SELECT * FROM uploads WHERE id = ?').get(id));
  };
}

test('a new upload says what it was added with; what did not happen yet is null or none', () => {
  expect(ledger()(1)).toEqual(fresh);
});

test('everything that is journaled of an upload is read again', () => {
  const row = ledger();
  const place = row(1, { folder_id: 'f1', sha256: 'ab', state: 'processing', paused: 1, attempts: 3 });
  expect(place).toEqual({
    ...fresh,
    revision: 1,
    folderId: 'f1',
    sha256: 'ab',
    state: 'processing',
    paused: true,
    attempts: 3,
  });
  const ties = { not_before: 20, content_id: contentIdOf('A'), duplicate_of: 2, replaces: 2, replaced_by: 2 };
  const said = { code: 'C', detail: 'd', request_id: 'r', remote_status: 'pending', remote_error: 'E' };
  expect(row(1, { ...ties, ...said })).toEqual({
    ...place,
    revision: 2,
    notBefore: 20,
    contentId: contentIdOf('A'),
    duplicateOf: 2,
    replaces: 2,
    replacedBy: 2,
    code: 'C',
    detail: 'd',
    requestId: 'r',
    remoteStatus: 'pending',
    remoteError: 'E',
  });
  const times = { landed_at: 30, finished_at: 31, poll_at: 32, stuck_since: 33, status_since: 34 };
  const counts = { polls: 4, after_state: 'move', failed_looks: 5, after_tries: 6 };
  expect(row(1, { ...times, ...counts })).toMatchObject({
    landedAt: 30,
    finishedAt: 31,
    pollAt: 32,
    stuckSince: 33,
    statusSince: 34,
    polls: 4,
    afterState: 'move',
    failedLooks: 5,
    afterTries: 6,
  });
});

test('a patch is spelt as the row that is read after it, and says whatever of a row may change', () => {
  const everything: Required<UploadPatch> = {
    folderId: 'f1',
    path: '/y/b.pdf',
    size: 6,
    mtimeNs: '1700000000000000002',
    sha256: 'ab',
    state: 'processing',
    lane: 1,
    sortKey: 7,
    paused: true,
    attempts: 3,
    notBefore: 20,
    contentId: contentIdOf('A'),
    duplicateOf: 2,
    replaces: 2,
    code: 'C',
    detail: 'd',
    requestId: 'r',
    remoteStatus: 'pending',
    remoteError: 'E',
    options: uploadOptionsSchema.parse({ tags: ['Steel'] }),
    landedAt: 30,
    finishedAt: 31,
    polls: 4,
    pollAt: 32,
    afterState: 'move',
    stuckSince: 33,
    failedLooks: 5,
    afterTries: 6,
    statusSince: 34,
    absence: { since: 40, looks: 2 },
    replacedBy: 2,
    remoteMachine: 'FILESRV1',
    remotePerson: 'Anna',
    remoteContentId: contentIdOf('B'),
  };
  const row = ledger();
  const write = (patch: UploadPatch) => row(1, Object.fromEntries(toColumns(patch)));
  expect(write(everything)).toEqual({ ...fresh, ...everything, revision: expect.any(Number) });
  expect(write({ absence: undefined }).absence).toBeUndefined();
  expect(write({ pollAt: 32.6, paused: false, options }).pollAt).toBe(33);
  expect(row(1)).toMatchObject({ paused: false, options });
});

test('a column that is no part of a row is refused, not written', () => {
  expect(() => toColumns({ content_id: null } as UploadPatch)).toThrow('an upload has no content_id');
});

test('each upload has its own options, and those of one text are parsed once', () => {
  const row = ledger();
  const others = uploadOptionsSchema.parse({ tags: ['Steel'] });
  const first = row(1);
  expect(row(2).options).toBe(first.options);
  expect(row(2, { options: JSON.stringify(others) }).options).toEqual(others);
  expect(row(1).options).toEqual(options);
});

test('options from before some of them were there have what is usual for these', () => {
  expect(ledger()(1, { options: '{"tags":["Energy"],"share":true}' }).options).toEqual(options);
});

test('options that cannot be read are an error, and not those of the row before', () => {
  const row = ledger();
  row(1);
  for (const text of ['{', '']) expect(() => row(2, { options: text })).toThrow(SyntaxError);
  expect(() => row(2, { options: '{"share":"perhaps"}' })).toThrow('share');
  expect(row(1).options).toEqual(options);
});

/** Without a team nothing is said of one. */
const alone = { remoteMachine: undefined, remotePerson: undefined, remoteContentId: undefined };

test('what people are told of an upload is the public shape and nothing of the bookkeeping', () => {
  const row = ledger();
  const told = toUpload(row(1, { folder_id: 'f1', absent_since: 40, absent_looks: 2 }));
  expect(told).toEqual(uploadSchema.parse({ ...fresh, folderId: 'f1', ...alone }));
  const remote = { remote_machine: 'FILESRV1', remote_person: 'Anna', remote_content_id: contentIdOf('B') };
  const ofTeam = toUpload(row(2, remote));
  expect(ofTeam).toMatchObject({
    remoteMachine: 'FILESRV1',
    remotePerson: 'Anna',
    remoteContentId: contentIdOf('B'),
  });
  expect(Object.keys(ofTeam).sort()).toEqual(Object.keys(uploadSchema.shape).sort());
});
