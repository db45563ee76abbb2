import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type FinishContext, finishUpload } from '#core/finish/finish-upload.ts';
import { createLocalTeam } from '#core/team/local-team.ts';
import { openDatabase } from '#core/ledger/database.ts';
import { createLocalFiles } from '#core/ledger/local-files.ts';
import { createTakeFiles } from '#core/ledger/take-files.ts';
import type { UploadRow } from '#core/ledger/upload-row.ts';
import { createGoneDocuments } from '#core/ledger/gone-documents.ts';
import { createFacts } from '#core/ledger/facts.ts';
import { createUploadHistory } from '#core/ledger/upload-history.ts';
import { createUploads, type Uploads } from '#core/ledger/uploads.ts';
import { answered, failed } from '#core/service/answer.ts';
import { handleDuplicate } from '#core/upload/duplicate.ts';
import type { UploadContext } from '#core/upload/job.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { contentIdSchema } from '#shared/ids/ids.ts';
import { passOn } from '#core/watch/local-deletes.ts';
import type { WatchFolder } from '#shared/settings/watch-folder.ts';
import { defaultUploadOptions } from '../support/core-fixture.ts';

/** What happens, in an order that nobody chooses: `pick` selects among what is there at that moment. */
type Step =
  | { readonly kind: 'edit'; readonly file: number; readonly content: number }
  | { readonly kind: 'swap'; readonly file: number; readonly content: number }
  | { readonly kind: 'rename'; readonly file: number }
  | { readonly kind: 'delete'; readonly file: number }
  | { readonly kind: 'rest' }
  | { readonly kind: 'pass' }
  | {
      readonly kind:
        | 'send'
        | 'refuse'
        | 'cancel'
        | 'answer'
        | 'land'
        | 'complete'
        | 'fail'
        | 'heal'
        | 'lose'
        | 'again'
        | 'finish'
        | 'finish unheard';
      readonly pick: number;
    };

/** Never aborted. */
const { signal } = new AbortController();
const files = 3;
/** One of the files lies where Sluice asks about changes; it has contents of its own. */
const asking = 1;
const pick = fc.nat(20);
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('edit' as const),
      file: fc.nat(files - 1),
      content: fc.nat(2),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constantFrom('rename', 'delete'), file: fc.nat(files - 1) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('swap' as const),
      file: fc.nat(files - 1),
      content: fc.nat(2),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constantFrom('fail', 'heal', 'refuse', 'cancel', 'answer', 'lose', 'again'),
      pick,
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('finish unheard' as const), pick }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom('rest', 'pass') }) },
  {
    weight: 8,
    arbitrary: fc.record({ kind: fc.constantFrom('send', 'land', 'complete', 'finish'), pick }),
  },
);

const hashOf = (bytes: number) => createHash('sha256').update(String(bytes)).digest('hex');
/** Each content has its own: while a file of a version's size is unread, its document stays. */
const sizeOf = (bytes: number) => 5 + bytes;
const sizes = new Map(Array.from({ length: 200 }, (_, bytes) => [hashOf(bytes), sizeOf(bytes)]));

/** Files in a folder that replaces, over a real ledger, and a service that is a map of documents. */
function world() {
  const database = openDatabase(':memory:');
  let time = 1;
  const now = () => time++;
  const uploads: Uploads = createUploads(database, now);
  const history = createUploadHistory(database, now);
  const localFiles = createLocalFiles(database, now);
  const { take } = createTakeFiles(database, uploads, localFiles);
  const documents = new Map<string, string>();
  let lastId = 0;
  const content = new Map<number, { name: string; bytes: number; mtimeNs: bigint }>();
  /** Contents of files on drives that are away. */
  const away = new Set<number>();
  /** Files of which a person cancelled an upload: that one's bytes are not wanted. */
  const cancelled = new Set<number>();
  /** All that each file ever was. */
  const was = Array.from({ length: files }, () => new Set<string>());
  let mtime = 10n;
  /** The first content of the file that asks: on each drive it has others. */
  let ownContents = 3;

  /** The service does what it is told, and its answer is lost. */
  let isUnheard = false;

  const context = {
    ledger: {
      uploads,
      history: createUploadHistory(database, now),
      documents: { upsert: () => 0 },
      facts: createFacts(database),
      durable: async () => undefined,
      slots: { add: async () => undefined, addAgain: () => undefined },
      team: { scopeOf: () => undefined },
      known: { has: () => false },
    },
    team: createLocalTeam(),
    clock: { now },
    profile: { id: 'p' },
    folder: () => undefined,
    owners: async () => ({ folder: () => undefined }),
    client: {
      documents: {
        async get(id: string) {
          if (!documents.has(id)) return failed('DOCUMENT_NOT_FOUND', 'never');
          return answered({ id, status: 'completed', raw_size: sizes.get(documents.get(id) ?? '') });
        },
        async delete(id: string) {
          const what = documents.delete(id) ? 'deleted' : 'absent';
          if (isUnheard) throw new AppError('CONNECTION_LOST', { retryable: true });
          return answered(what);
        },
      },
    },
  } as unknown as FinishContext & UploadContext;

  const rows = (where: string) =>
    database.sqlite
      .prepare(`SELECT id FROM uploads WHERE ${where} ORDER BY id`)
      .all()
      .map((row) => uploads.get(row.id as number) as UploadRow);
  const one = (where: string, which: number) => {
    const found = rows(where);
    return found[which % Math.max(1, found.length)];
  };
  const seen = (name: string, inode: number, mtimeNs: bigint, size: number) => ({
    folderId: 'f',
    directory: '',
    name,
    nameKey: name,
    device: '1',
    inode: String(inode),
    size,
    mtimeNs: String(mtimeNs),
  });

  /** The drive of a file goes once its document is there, and beneath it lies another file of that name. */
  function swap(file: number, bytes: number): void {
    const known = content.get(file);
    const row = known && localFiles.find('f', '', known.name);
    const upload = row?.uploadId == null ? undefined : uploads.get(row.uploadId);
    const holder = upload?.duplicateOf == null ? upload : uploads.get(upload.duplicateOf);
    if (known === undefined || holder?.state !== 'completed' || cancelled.has(file)) return;
    away.add(known.bytes);
    if (file === asking) ownContents += 3;
    edit(file, bytes, 'other-file');
  }

  function edit(file: number, given: number, answer?: 'other-file'): void {
    const bytes = file === asking ? given + ownContents : given;
    cancelled.delete(file);
    was[file]?.add(hashOf(bytes));
    const name = content.get(file)?.name ?? `${file}.txt`;
    content.set(file, { name, bytes, mtimeNs: ++mtime });
    settle(file, bytes, answer);
  }

  /** Hands over what a file is now. */
  function settle(file: number, bytes: number, answer?: 'other-file'): void {
    const { name, mtimeNs } = content.get(file) ?? expect.fail('no file');
    const size = sizeOf(bytes);
    const row = localFiles.upsert({
      ...seen(name, file, mtimeNs, size),
      disposition: 'settling',
      reason: null,
    });
    const options = {
      ...defaultUploadOptions,
      changed: file === asking ? ('ask' as const) : ('replace' as const),
      ...(answer && { answer }),
    };
    const settled = { folderId: 'f', localFileId: row.id, path: `/f/${name}`, size, mtimeNs };
    take('p', [{ ...settled, fresh: true, options }]);
  }

  /** Other files of the folder: where few are left, a person is asked about deletes. */
  for (let other = 0; other < 60; other += 1)
    localFiles.upsert({
      ...seen(`other ${other}`, 1_000 + other, 1n, 1_000),
      disposition: 'held',
      reason: null,
    });
  database.statement(`UPDATE local_files SET disposition = 'taken'`).run();

  function remove(file: number): void {
    const known = content.get(file);
    const row = known && localFiles.find('f', '', known.name);
    content.delete(file);
    // Sluice does not ask about bytes that it has already, as those of a file that is gone.
    if (file === asking) ownContents += 3;
    if (row) localFiles.markGone({ id: row.id, folderId: 'f', directory: '', name: row.name }, null);
  }

  /** Both passes that a delete needs before it is passed on. */
  function pass(): void {
    database
      .statement(`UPDATE local_files SET confirmed = 2, confirmed_at = 1 WHERE disposition = 'gone'`)
      .run();
    const folder = { id: 'f', localDelete: 'delete', afterUpload: 'leave', deleteCap: 1_000 };
    const logger = { warn: (message: string) => expect.fail(message) };
    const deleteRemote = (due: readonly { uploadId: number }[]) =>
      void history.deleteDocuments(due.map(({ uploadId }) => uploadId));
    passOn({ database, logger, deleteRemote }, folder as WatchFolder, {
      grace: 0,
      now: now(),
      passedAt: now(),
    });
  }

  function rename(file: number): void {
    const known = content.get(file);
    const row = known && localFiles.find('f', '', known.name);
    if (!known || !row) return;
    const name = `${known.name}~`;
    const moved = { ...seen(name, file, known.mtimeNs, sizeOf(known.bytes)), path: `/f/${name}` };
    const from = { id: row.id, folderId: 'f', directory: '', name: known.name };
    content.set(file, { ...known, name });
    if (localFiles.move({ ...moved, from })) return;
    // Something else had that name before: what is there now is a version of it, and the old name is missed.
    localFiles.markGone(from, null);
    settle(file, known.bytes);
  }

  /** The way of a queued upload up to its POST, or to being a duplicate. */
  async function send(row: UploadRow): Promise<void> {
    const file = [...content.values()].find(({ name }) => `/f/${name}` === row.path);
    if (!file) return void uploads.endGone(row, { code: 'FILE_GONE' }, { kind: 'failed' });
    const sha256 = hashOf(file.bytes);
    const { path } = row;
    const { answer } = row.options;
    const changed = answer === 'other-file' ? 'new-document' : answer;
    const options = { ...row.options, ...(changed && { changed }) };
    const place = { folderId: 'f', directory: '', name: file.name };
    const decided = { path, fileName: file.name, folderId: 'f', options, place };
    const begun = uploads.begin(
      row,
      decided,
      { sha256, size: sizeOf(file.bytes), mtimeNs: file.mtimeNs },
      false,
    );
    const asks = options.changed === 'ask' && row.replaces !== null;
    if (begun.kind === 'ours' && asks)
      uploads.advance(begun.row, ['enriching'], { state: 'attention', code: 'CHANGED_FILE_ASKS' });
    if (begun.kind === 'held') await handleDuplicate(context, { ...row, sha256 }, begun.holder);
  }

  function land(row: UploadRow): void {
    const id = contentIdSchema.parse((++lastId).toString(16).toUpperCase().padStart(32, '0'));
    documents.set(id, row.sha256 ?? '');
    uploads.advance(row, ['enriching'], { state: 'processing', contentId: id, landedAt: now() });
  }

  function complete(row: UploadRow): void {
    const left = row.replaces === null ? null : 'pending';
    uploads.advance(row, ['processing'], { state: 'completed', afterState: left, code: null });
  }

  /** The service says that it could process the document after all. */
  function heal(row: UploadRow): void {
    const healed = {
      state: 'completed',
      code: null,
      remoteStatus: 'completed',
      afterState: 'pending',
    } as const;
    uploads.advance(row, ['attention'], healed);
  }

  async function finish(row: UploadRow): Promise<boolean> {
    const ended = await finishUpload(context, row, signal);
    return ended !== false && uploads.recordAfterwork(row, ended === true ? { afterState: null } : ended);
  }

  async function finishUnheard(row: UploadRow): Promise<void> {
    isUnheard = true;
    await finish(row).catch((error: AppError) => expect(error.code).toBe('CONNECTION_LOST'));
    isUnheard = false;
  }

  /** A document that failed or is gone, and that a person has sent again: deleted, and queued. */
  function sendAgain(row: UploadRow): void {
    history.retry({ profileId: 'p', ids: [row.id] });
    const cancelling = uploads.get(row.id);
    if (cancelling?.state !== 'cancelling') return;
    documents.delete(cancelling.contentId ?? '');
    uploads.advance(row, ['cancelling'], { state: 'queued', contentId: null, afterState: null });
  }

  function vanish(row: UploadRow): void {
    if (row.contentId !== null) documents.delete(row.contentId);
    uploads.endVanished(row, { kind: 'deleted' });
  }

  function cancel(row: UploadRow): void {
    for (const [file, { name }] of content) if (`/f/${name}` === row.path) cancelled.add(file);
    history.cancel({ profileId: 'p', ids: [row.id] });
    const cancelling = uploads.get(row.id);
    if (!cancelling) return;
    documents.delete(row.contentId ?? '');
    uploads.advance(cancelling, ['cancelling'], { state: 'cancelled', contentId: null });
  }

  const gone = createGoneDocuments(database, now);

  /** The service no longer has the document of a file that is there: a person has it sent again. */
  function lose({ contentId, path, sha256 }: UploadRow): void {
    const file = [...content.values()].find(({ name }) => `/f/${name}` === path);
    if (contentId === null || file === undefined || hashOf(file.bytes) !== sha256) return;
    documents.delete(contentId);
    gone.markUploadGone('p', contentId);
  }

  const question = `state = 'attention' AND code = 'CHANGED_FILE_ASKS'`;
  const processingFailed = `state = 'attention' AND remote_status = 'failed'`;
  const answer = ({ id }: UploadRow) => history.resolve({ profileId: 'p', ids: [id] }, 'replace');
  const due = `after_state IS NOT NULL AND state IN ('completed', 'duplicate', 'attention')`;

  async function run(step: Step): Promise<void> {
    if (step.kind === 'edit') return edit(step.file, step.content);
    if (step.kind === 'swap') return swap(step.file, step.content);
    if (step.kind === 'rename') return rename(step.file);
    if (step.kind === 'delete') return remove(step.file);
    if (step.kind === 'pass') return pass();
    if (step.kind === 'rest') return drain();
    const where = {
      send: `state = 'queued'`,
      refuse: `state = 'enriching'`,
      cancel: `state = 'queued' OR ${question} OR ${processingFailed}`,
      answer: question,
      land: `state = 'enriching'`,
      complete: `state = 'processing'`,
      fail: `state = 'processing'`,
      heal: processingFailed,
      lose: `state = 'completed' AND after_state IS NULL`,
      again: `state = 'attention'`,
      finish: due,
      'finish unheard': due,
    }[step.kind];
    const row = one(where, step.pick);
    if (!row) return;
    if (step.kind === 'send') await send(row);
    else if (step.kind === 'refuse') uploads.advance(row, ['enriching'], { state: 'queued' });
    else if (step.kind === 'cancel') cancel(row);
    else if (step.kind === 'answer') answer(row);
    else if (step.kind === 'land') land(row);
    else if (step.kind === 'complete') complete(row);
    else if (step.kind === 'heal') heal(row);
    else if (step.kind === 'lose') lose(row);
    else if (step.kind === 'again') sendAgain(row);
    else if (step.kind === 'finish') await finish(row);
    else if (step.kind === 'finish unheard') await finishUnheard(row);
    else {
      const failed = { state: 'attention', code: 'ENRICHMENT_FAILED', remoteStatus: 'failed' } as const;
      uploads.advance(row, ['processing'], failed);
    }
  }

  /** Until nothing moves any more; what failed is sent again. */
  async function drain(): Promise<void> {
    for (let before = ''; ; ) {
      for (const row of rows(question)) answer(row);
      for (const row of rows(`state = 'attention'`)) sendAgain(row);
      pass();
      for (const row of rows(`state = 'cancelling'`)) vanish(row);
      for (const row of rows(`state = 'queued'`)) await send(row);
      for (const row of rows(`state = 'enriching'`)) land(row);
      for (const row of rows(`state = 'processing'`)) complete(row);
      for (const row of rows(due)) await finish(row);
      const all = (sql: string) => database.sqlite.prepare(sql).all();
      // A file that counts as deleted is a reason to look at the others once more.
      const after = JSON.stringify([
        all('SELECT id, state, content_id, replaced_by, after_state FROM uploads ORDER BY id'),
        all('SELECT id, disposition, reason FROM local_files ORDER BY id'),
      ]);
      if (after === before) return;
      before = after;
    }
  }

  return {
    run,
    drain,
    end: () => database.close(),
    /** Of a file whose upload was cancelled an older document may stay as well. */
    mayStay: () => [...cancelled].flatMap((file) => [...(was[file] ?? [])]),
    wanted: () => {
      const inFiles = [...content].flatMap(([file, { bytes }]) => (cancelled.has(file) ? [] : [bytes]));
      return [...new Set([...inFiles, ...away])].map(hashOf);
    },
    live: () => [...documents.values()],
    rows: () =>
      rows('1').map(({ id, state, replaces, duplicateOf, replacedBy, path }) => ({
        id,
        state,
        replaces,
        duplicateOf,
        replacedBy,
        path,
      })),
  };
}

/**
 * Two files change places, and the answer to the deletion of a document is lost that one of them then comes
 * to stand for.
 */
const changePlaces: Step[] = [
  { kind: 'edit', file: 1, content: 0 },
  { kind: 'edit', file: 0, content: 1 },
  { kind: 'rest' },
  { kind: 'edit', file: 1, content: 1 },
  { kind: 'send', pick: 0 },
  { kind: 'edit', file: 0, content: 0 },
  { kind: 'finish', pick: 0 },
  { kind: 'finish unheard', pick: 0 },
  { kind: 'finish unheard', pick: 0 },
];

/** The document goes with the second file: two passes, of which the first changes no upload. */
const deletedTwice: Step[] = [
  { kind: 'edit', file: 2, content: 2 },
  { kind: 'edit', file: 0, content: 2 },
  { kind: 'send', pick: 0 },
  { kind: 'send', pick: 0 },
  { kind: 'delete', file: 2 },
  { kind: 'edit', file: 0, content: 0 },
  { kind: 'delete', file: 0 },
];

/** The file returns to its first bytes while both versions are under way, and is deleted before the second arrives. */
const deletedEarly: Step[] = [
  { kind: 'edit', file: 0, content: 2 },
  { kind: 'send', pick: 0 },
  { kind: 'edit', file: 0, content: 0 },
  { kind: 'send', pick: 0 },
  { kind: 'edit', file: 0, content: 2 },
  { kind: 'send', pick: 0 },
  { kind: 'delete', file: 0 },
  { kind: 'land', pick: 0 },
  { kind: 'complete', pick: 0 },
];

/** A file gets the bytes of another one that the service could not process, which a person then has sent again. */
const copyOfFailed: Step[] = [
  { kind: 'edit', file: 0, content: 0 },
  { kind: 'rest' },
  { kind: 'edit', file: 2, content: 2 },
  { kind: 'send', pick: 0 },
  { kind: 'land', pick: 0 },
  { kind: 'fail', pick: 0 },
  { kind: 'edit', file: 0, content: 2 },
  { kind: 'send', pick: 0 },
  { kind: 'finish', pick: 0 },
];

/** Such a file is deleted, and the upload that failed is cancelled. */
const copyOfFailedGoes: Step[] = [
  ...copyOfFailed,
  { kind: 'delete', file: 0 },
  { kind: 'pass' },
  { kind: 'cancel', pick: 0 },
];

test('W7: whatever is edited, renamed, deleted, sent, refused, cancelled, lost and finished in whatever order: the documents are the bytes of the files of now, and of drives that are away', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40, size: 'max' }), async (steps) => {
      const { run, drain, end, live, wanted, mayStay, rows } = world();
      try {
        for (const one of steps) await run(one);
        await drain();
        const unwanted = live().filter((hash) => !wanted().includes(hash) && !mayStay().includes(hash));
        expect({ live: new Set(live()).size, unwanted, rows: rows() }).toMatchObject({
          live: live().length,
          unwanted: [],
        });
        expect(live()).toEqual(expect.arrayContaining(wanted()));
      } finally {
        end();
      }
    }),
    {
      numRuns: 300,
      examples: [[changePlaces], [deletedTwice], [deletedEarly], [copyOfFailed], [copyOfFailedGoes]],
    },
  );
});
