import { expect, onTestFinished, test } from 'vitest';
import type { Team } from '#core/ports/team.ts';
import { uploadOptionsSchema } from '#shared/uploads/upload.ts';
import { openDatabase } from '../ledger/database.ts';
import { createSqliteLedger } from '../ledger/sqlite-ledger.ts';
import type { UploadRow } from '../ledger/upload-row.ts';
import { answered, failed } from '../service/answer.ts';
import type { DocumentRecord } from '../service/schemas/document.ts';
import { contentIdOf } from '../service/testing/content-id.ts';
import { createLocalTeam } from '../team/local-team.ts';
import { createTeamWorld } from '../team/testing/scripted-team.ts';
import type { UploadContext } from './job.ts';
import { createStrikes } from './strikes.ts';
import { verify } from './verify.ts';
import { uploadAt } from '../ledger/testing/upload-at.ts';

const now = 1_000_000;
const id = contentIdOf('A');

/**
 * An upload of ten bytes whose PUT ended without an answer, or with this failure, and a service that shows
 * this record of it.
 */
async function unclear(
  record: Partial<DocumentRecord>,
  lateUntil = now,
  failure?: ReturnType<typeof failed>['failure'],
  { team = createLocalTeam(), onLook }: { team?: Team; onLook?: () => void } = {},
) {
  const database = openDatabase(':memory:');
  const ledger = { ...createSqliteLedger(database, () => now), durable: async () => undefined };
  onTestFinished(() => ledger.close());
  const deleted: string[] = [];
  let wall = now;
  let answer: ReturnType<typeof failed> | undefined;
  const documents = {
    async get() {
      onLook?.();
      return answer ?? answered({ id, ...record } as DocumentRecord);
    },
    delete: async (given: string) => {
      deleted.push(given);
      return answered('deleted');
    },
  };
  const context = {
    ...{
      ledger,
      team,
      end: new AbortController().signal,
      awaitTeam: new Set(),
      absent: new Map(),
      client: { documents },
      clock: { now: () => wall },
      firstLook: () => 500,
      strikes: createStrikes(),
    },
    random: () => 0.5,
    governor: { openedByFailuresSince: () => undefined, isOpen: () => false },
  } as unknown as UploadContext;
  const [uploadId = 0] = ledger.uploads.addMany([
    {
      profileId: 'p',
      folderId: null,
      path: '/a.txt',
      fileName: 'a.txt',
      size: 10,
      mtimeNs: 1n,
      lane: 1,
      replaces: null,
      options: uploadOptionsSchema.parse({}),
    },
  ]);
  await ledger.uploads.advance(uploadAt(ledger.uploads, uploadId), ['queued'], {
    state: team.isAlone ? 'putting' : 'claiming',
    sha256: 'ab',
    contentId: id,
    pollAt: lateUntil,
  });
  const row = ledger.uploads.get(uploadId) as UploadRow;
  if (!team.isAlone) {
    const bytes = { scope: 's', sha256: 'ab', size: 10 };
    const answer = await team.claim({ ...bytes, upload: row.uuid }, new AbortController().signal);
    ledger.team.ask(row, bytes);
    if (answer.kind === 'ours') ledger.team.claimed(row, bytes, answer.claim, { state: 'putting' });
    expect(ledger.uploads.get(uploadId)?.state).toBe('putting');
  }
  await verify(context, { row, signal: new AbortController().signal }, failure);
  return {
    deleted,
    row: ledger.uploads.get(uploadId) as UploadRow,
    /** Late bytes would have come. */
    settle: () => (wall = now + 60_000),
    /** Looks once more, and gets this answer. */
    async again(given?: ReturnType<typeof failed>) {
      answer = given;
      const before = ledger.uploads.get(uploadId) as UploadRow;
      await verify(context, { row: before, signal: new AbortController().signal });
      return ledger.uploads.get(uploadId) as UploadRow;
    },
  };
}

test.each([
  ['has the size of the file', { raw_size: 10 }],
  ['has its size, and is done', { raw_size: 10, status: 'completed' }],
  ['is being processed, and says no size', { status: 'processing' }],
  ['is being processed, and says that it does not know its size', { status: 'processing', raw_size: 0 }],
])('U7: a document that %s is adopted', async (_what, record) => {
  const { deleted, row } = await unclear(record);
  expect(row).toMatchObject({
    state: 'processing',
    contentId: id,
    landedAt: now,
    pollAt: now + 500,
    code: null,
  });
  expect(deleted).toEqual([]);
});

test('U7, U15: a document of another size is deleted before its bytes are sent again', async () => {
  const { deleted, row } = await unclear({ raw_size: 9, status: 'completed' });
  expect(deleted).toEqual([id]);
  expect(row).toMatchObject({ state: 'queued', contentId: null, code: 'NOT_INTACT' });
});

test('U7: a document behind an address that took not one byte is somebody else’s, unless it has the size of the file', async () => {
  const refused = failed('ADDRESS_USED_OR_EXPIRED', 'new-address').failure;
  expect(refused.maybeDone).toBe(false);
  const theirs = await unclear({ raw_size: 9, status: 'completed' }, now, refused);
  expect(theirs.deleted).toEqual([]);
  expect(theirs.row).toMatchObject({ state: 'queued', contentId: null, code: 'BAD_ANSWER', attempts: 1 });
  // Somebody on the way sent it twice, and told of the second time.
  const ours = await unclear({ raw_size: 10, status: 'completed' }, now, refused);
  expect(ours.row).toMatchObject({ state: 'processing', contentId: id });
});

test('U7: a slot without bytes is given up only when late bytes would have come', async () => {
  const late = await unclear({ status: 'pending', raw_size: 0 }, now + 10_000);
  expect(late.row).toMatchObject({ state: 'verifying', contentId: id, notBefore: now + 2_000 });
  expect(late.deleted).toEqual([]);
  const empty = await unclear({ status: 'pending', raw_size: 0 });
  expect(empty.row).toMatchObject({ state: 'queued', contentId: null });
  expect(empty.deleted).toEqual([id]);
});

test('U7: looks that fail now and then, between such as are answered, use up nothing and ask nobody', async () => {
  const lost = failed('CONNECTION_LOST', 'retry', { concerns: 'perhaps-profile' });
  const notThere = failed('DOCUMENT_NOT_FOUND', 'never');
  const { again } = await unclear({ status: 'pending', raw_size: 0 }, now + 10_000);
  for (let round = 0; round < 20; round++) {
    expect(await again(lost)).toMatchObject({ state: 'verifying', attempts: 0 });
    expect(await again(notThere)).toMatchObject({ state: 'verifying', attempts: 0, failedLooks: 0 });
  }
});

test('U7: so many looks in a row that fail stand before a person', async () => {
  const lost = failed('CONNECTION_LOST', 'retry', { concerns: 'perhaps-profile' });
  const { again } = await unclear({ status: 'pending', raw_size: 0 }, now + 10_000);
  for (let look = 1; look < 12; look++) expect(await again(lost)).toMatchObject({ state: 'verifying' });
  expect(await again(lost)).toMatchObject({ state: 'attention', code: 'CONNECTION_LOST', contentId: id });
});

test('while the team that has to let the slot go is away, the service is not asked for it again', async () => {
  let asked = 0;
  const member = createTeamWorld().join('ANNA');
  member.cut = ['name'];
  const onLook = () => (asked += 1);
  const { again, row, deleted } = await unclear({ status: 'waiting' }, now, undefined, {
    team: member,
    onLook,
  });
  expect(row).toMatchObject({ state: 'verifying', contentId: id });
  for (let look = 1; look <= 3; look++)
    expect(await again()).toMatchObject({ state: 'verifying', attempts: 0, notBefore: now + 5_000 });
  expect([asked, deleted]).toEqual([1, []]);
  member.cut = [];
  expect(await again()).toMatchObject({ state: 'queued', contentId: null });
  expect([asked, deleted]).toEqual([2, [id]]);
});

test('what failed before the team was away is what it fails for when the team is back', async () => {
  const member = createTeamWorld().join('ANNA');
  member.cut = ['name'];
  const lost = failed('CONNECTION_LOST', 'retry', { maybeDone: true }).failure;
  // Late bytes are waited for first, which notes the reason.
  const { again, settle } = await unclear({ status: 'waiting' }, now + 5_000, lost, { team: member });
  settle();
  expect(await again()).toMatchObject({ state: 'verifying', code: 'CONNECTION_LOST', attempts: 1 });
  member.cut = [];
  const back = await again();
  expect(back).toMatchObject({ state: 'queued', code: 'CONNECTION_LOST', attempts: 1 });
  expect(back.notBefore).toBeGreaterThan(now);
});

test('a slot that somebody took over while the team was away is left to that one', async () => {
  const world = createTeamWorld();
  const member = world.join('ANNA');
  member.cut = ['name'];
  const { again, deleted } = await unclear({ status: 'waiting' }, now, undefined, { team: member });
  member.cut = [];
  world.gone.add('ANNA');
  const { intent } = world.only();
  await world.join('FILESRV1').claim({ ...intent, upload: 'theirs' }, new AbortController().signal);
  world.gone.delete('ANNA');
  expect(await again()).toMatchObject({ state: 'queued', contentId: null });
  expect(deleted).toEqual([]);
});
