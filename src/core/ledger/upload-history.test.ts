import { expect, onTestFinished, test } from 'vitest';
import { leftAlone } from '#shared/advice/advice-of.ts';
import { errorCatalog } from '#shared/errors/catalog.ts';
import { bulkStates, questionChoices, questions } from '#shared/uploads/bulk-commands.ts';
import { type UploadState, uploadStates } from '#shared/uploads/upload.ts';
import { openDatabase } from './database.ts';
import type { ScopedFilter } from './upload-filter.ts';
import { createUploadHistory } from './upload-history.ts';
import { createUploadQueue } from './upload-queue.ts';

const codes: readonly (string | null)[] = [null, ...Object.keys(errorCatalog)];
const profiles = ['p', 'other'];

type History = ReturnType<typeof createUploadHistory>;

const commands = {
  retry: (history: History, filter: ScopedFilter) => history.retry(filter).count,
  cancel: (history: History, filter: ScopedFilter) => history.cancel(filter),
  pause: (history: History, filter: ScopedFilter) => history.pause(filter, true),
  resume: (history: History, filter: ScopedFilter) => history.pause(filter, false),
  moveToTop: (history: History, filter: ScopedFilter) => history.moveToTop(filter),
};

/** A ledger with an upload of each state and each code in each of two profiles. */
function ledger() {
  const database = openDatabase(':memory:');
  const history = createUploadHistory(database, () => 1_000);
  const add = database.statement(
    `INSERT INTO uploads (profile_id, path, file_name, size, mtime_ns, state, lane, sort_key, content_id,
      code, options, created_at, updated_at)
       VALUES (?, '/a', 'a', 1, '0', ?, 1, 1, ?, ?, '{}', 1, 1)`,
  );
  for (const profile of profiles)
    for (const state of uploadStates)
      for (const code of codes)
        add.run(profile, state, code === 'ENRICHMENT_FAILED' ? 'document' : null, code);
  const touched = () =>
    database
      .statement('SELECT profile_id, state_before AS state, code_before AS code FROM changed ORDER BY id')
      .all() as { profile_id: string; state: UploadState; code: string | null }[];
  database.sqlite.exec(`
    CREATE TABLE changed (id INTEGER PRIMARY KEY, profile_id TEXT, state_before TEXT, code_before TEXT);
    CREATE TRIGGER note AFTER UPDATE ON uploads BEGIN
      INSERT OR IGNORE INTO changed VALUES (old.id, old.profile_id, old.state, old.code);
    END;`);
  return { history, touched };
}

const afterUpload = (state: UploadState, code: string | null) =>
  ((code === 'AFTER_UPLOAD_FAILED' || code === 'ANNOTATED_NOT_SAVED') &&
    (state === 'completed' || state === 'duplicate')) ||
  (code === 'OLD_VERSION_KEPT' && state === 'completed');

const isLeft = (code: string | null) => code !== null && leftAlone('all').includes(code);

test('a retry of all leaves what it cannot help, and says so; one that is named is tried', () => {
  const { history, touched } = ledger();
  const attention = { profileId: 'p', states: ['attention'] as UploadState[] };
  expect(history.retry(attention).left).toEqual({ DOCUMENT_GONE: 1, FILE_TYPE_UNSUPPORTED: 1 });
  expect(touched().some(({ code }) => isLeft(code))).toBe(false);
  const { rows } = history.list({ filter: attention, order: 'oldest', offset: 0, limit: 1000 });
  const ids = rows.filter(({ code }) => isLeft(code)).map(({ id }) => id);
  expect(history.retry({ profileId: 'p', ids })).toEqual({ count: 1, left: { FILE_TYPE_UNSUPPORTED: 1 } });
  const one = rows.find(({ code }) => code === 'FILE_TYPE_UNSUPPORTED')?.id ?? 0;
  expect(history.retry({ profileId: 'p', ids: [one] })).toEqual({ count: 1, left: {} });
});

test.each(Object.entries(commands))('%s touches the states it is for, and no other profile', (name, run) => {
  const { history, touched } = ledger();
  const command = name as keyof typeof commands;
  const may = (state: UploadState, code: string | null) =>
    (bulkStates[command].includes(state) &&
      !(command === 'retry' && state === 'attention' && isLeft(code))) ||
    (command === 'retry' && afterUpload(state, code));
  const expected = uploadStates.flatMap((state) =>
    codes.filter((code) => may(state, code)).map((code) => ({ profile_id: 'p', state, code })),
  );
  expect(run(history, { profileId: 'p' })).toBe(expected.length);
  expect(touched()).toEqual(expected);
});

test.each(questionChoices)(
  'resolve with %s touches only questions that it answers, and counts the others',
  (choice) => {
    const { history, touched } = ledger();
    const fits = (code: string | null) =>
      Object.entries<readonly string[]>(questions).some(
        ([question, choices]) => question === code && choices.includes(choice),
      );
    const answered = codes.filter(fits);
    expect(answered).not.toEqual([]);
    const { count, left } = history.resolve({ profileId: 'p' }, choice);
    expect(count).toBe(answered.length);
    expect(touched()).toEqual(answered.map((code) => ({ profile_id: 'p', state: 'attention', code })));
    // One without a code is counted as unexpected, beside the one that has this code.
    const rest = codes.filter((code) => code !== null && !fits(code)).map((code) => [code, 1]);
    expect(left).toEqual({ ...Object.fromEntries(rest), UNEXPECTED: 2 });
  },
);

test('every choice answers a question, and every question has a choice', () => {
  expect(new Set(Object.values(questions).flat())).toEqual(new Set(questionChoices));
  for (const code of Object.keys(questions)) expect(errorCatalog).toHaveProperty(code);
});

test('null names every profile; ids of another profile are counted as elsewhere', () => {
  const { history, touched } = ledger();
  history.cancel({ profileId: null, states: ['queued'] });
  expect(new Set(touched().map((row) => row.profile_id))).toEqual(new Set(profiles));
  const { rows } = history.list({ filter: { profileId: 'other' }, order: 'oldest', offset: 0, limit: 3 });
  expect(history.countElsewhere('p', [1, ...rows.map(({ id }) => id)])).toBe(3);
});

/**
 * What of one upload, paused in the very moment its bytes landed, stands in the queue once `ask` was done.
 */
function pausedAsItEnded(state: UploadState, code: string | null, ask: (history: History) => number) {
  const database = openDatabase(':memory:');
  onTestFinished(() => database.close());
  database
    .statement(
      `INSERT INTO uploads (profile_id, path, file_name, size, mtime_ns, state, code, paused, lane, sort_key,
        content_id, options, created_at,
         updated_at) VALUES ('p', '/a', 'a', 1, '0', ?, ?, 1, 1, 1, 'document', '{}', 1, 1)`,
    )
    .run(state, code);
  expect(ask(createUploadHistory(database, () => 1_000))).toBe(1);
  const query = { profileId: 'p', now: 1_000, limit: 1, exclude: new Set<number>(), pausedFolders: [] };
  return createUploadQueue(database)
    .next(query)
    .map((row) => row.state);
}

test('W9, X7: a document that is to go goes, though its upload was paused as it ended', () => {
  const vanished = (history: History) => history.deleteDocuments([1]);
  expect(pausedAsItEnded('completed', null, vanished)).toEqual(['cancelling']);
  const answered = (history: History) => history.resolve({ profileId: 'p' }, 'delete').count;
  expect(pausedAsItEnded('attention', 'DELETE_REFUSED', answered)).toEqual(['cancelling']);
});
