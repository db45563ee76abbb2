import { expect, onTestFinished, test } from 'vitest';
import { AppError } from '#shared/errors/app-error.ts';
import type { ErrorCode } from '#shared/errors/catalog.ts';
import { uploadOptionsSchema } from '#shared/uploads/upload.ts';
import { openDatabase } from '../ledger/database.ts';
import { createLocalFiles } from '../ledger/local-files.ts';
import { createSqliteLedger } from '../ledger/sqlite-ledger.ts';
import { uploadAt } from '../ledger/testing/upload-at.ts';
import { writeFileFailure } from './file-failure.ts';
import type { UploadContext } from './job.ts';

/** A queued upload whose file the watch found to be deleted, or only out of sight. */
function setUp(isDeleted: boolean, isWatchedElsewhere = false) {
  const database = openDatabase(':memory:');
  const now = () => 1_000;
  const ledger = createSqliteLedger(database, now);
  onTestFinished(() => ledger.close());
  const localFiles = createLocalFiles(database, now);
  const seen = { folderId: 'f', directory: '', name: 'a.txt', nameKey: 'a.txt', device: '1', inode: '1' };
  const { id } = localFiles.upsert({
    ...seen,
    size: 5,
    mtimeNs: '1',
    disposition: 'settling',
    reason: null,
  });
  const options = uploadOptionsSchema.parse({});
  const file = { folderId: 'f', localFileId: id, path: '/f/a.txt', size: 5, mtimeNs: 1n };
  ledger.intake.take('p', [{ ...file, fresh: true, options }]);
  if (isDeleted) localFiles.markGone({ id, folderId: 'f', directory: '', name: 'a.txt' }, null);
  const context = {
    ledger,
    clock: { now },
    isWatchedElsewhere: () => isWatchedElsewhere,
  } as unknown as UploadContext;
  /** The upload after the next look that does not find its file, or fails otherwise. */
  return async (code: ErrorCode = 'FILE_GONE') => {
    const row = uploadAt(ledger.uploads, 1);
    await writeFileFailure(context, { row, from: ['queued'] }, new AppError(code));
    const { state, attempts } = uploadAt(ledger.uploads, 1);
    return [state, attempts];
  };
}

test('W8: a deleted file is looked for three times more: a move may be under way, and tells its new path', async () => {
  const look = setUp(true);
  expect([await look(), await look(), await look()]).toEqual([
    ['queued', 1],
    ['queued', 2],
    ['queued', 3],
  ]);
  expect((await look())[0]).toBe('cancelled');
});

test('W8: a file that is only out of sight, as with a drive that is away, is looked for as long as it takes', async () => {
  const look = setUp(false);
  for (let times = 1; times < 20; times++) expect(await look()).toEqual(['queued', times]);
});

test('what the machine lacks says nothing about the file, and no look is counted', async () => {
  const look = setUp(false);
  for (let times = 0; times < 20; times++) expect(await look('TOO_MANY_FILES')).toEqual(['queued', 0]);
});

test('a file that is out of sight while another machine watches its folder is left to that one after some looks', async () => {
  const look = setUp(false, true);
  for (let times = 1; times <= 3; times++) expect(await look()).toEqual(['queued', times]);
  expect((await look())[0]).toBe('cancelled');
});
