import { expect, onTestFinished, test } from 'vitest';
import type { ContentId } from '#shared/ids/ids.ts';
import { openDatabase } from './database.ts';
import { createLeftServices } from './left-services.ts';
import { createTeamClaims } from './team-claims.ts';
import { createUploadMoves } from './upload-moves.ts';

const contentId = 'A'.repeat(32) as ContentId;
const bytes = { scope: 's', sha256: 'aa', size: 5 };

function setUp() {
  const database = openDatabase(':memory:');
  onTestFinished(() => database.close());
  const moves = createUploadMoves(database, () => 1_000);
  const claims = createTeamClaims(database, () => 1_000, moves);
  return { database, moves, claims };
}

/** Upload 1 is a duplicate of another machine's document. Its file has this disposition. */
function standing(folderId: string | null, disposition?: string, reason: string | null = null) {
  const { database, moves, claims } = setUp();
  database
    .statement(
      `INSERT INTO uploads (id, uuid, profile_id, folder_id, path, file_name, size, mtime_ns, sha256, state,
        lane, sort_key, options, created_at, updated_at)
        VALUES (1, 'u', 'p', ?, '/a', 'a', 5, '1', 'aa', 'claiming', 1, 0, '{}', 0, 0)`,
    )
    .run(folderId);
  if (disposition !== undefined)
    database
      .statement(
        `INSERT INTO local_files (folder_id, directory, name, name_key, device, inode, size, mtime_ns,
          disposition, reason, upload_id, first_seen_at, changed_at)
          VALUES ('f', '', 'a', 'a', '1', '1', 5, '1', ?, ?, 1, 0, 0)`,
      )
      .run(disposition, reason);
  const row = moves.get(1);
  if (row === undefined) throw new Error('no upload');
  const ended = {
    state: 'duplicate',
    remoteMachine: 'ANNA',
    remoteContentId: contentId,
    finishedAt: 500,
    afterState: null,
  } as const;
  claims.standsFor(row, bytes, ended, { kind: 'duplicate' });
  return {
    /** The team does not know the document any more. */
    lost() {
      claims.fenced({ ...bytes, upload: 'u', epoch: 0 }, 1, contentId);
      return moves.get(1);
    },
    held: () => claims.listHeld('p', 's', { upload: '', sha256: '' }, 10).length,
  };
}

test.each([
  ['of a watch folder', 'f', 'taken'],
  ['added by hand', null, undefined],
])(
  'a file %s that stood for another machine’s document asks anew once that is gone',
  (_, folderId, disposition) => {
    const { lost, held } = standing(folderId, disposition);
    expect(held()).toBe(1);
    expect(lost()).toMatchObject({
      state: 'queued',
      remoteMachine: null,
      remoteContentId: null,
      finishedAt: null,
      afterState: null,
    });
    expect(held()).toBe(0);
  },
);

test.each([
  ['deleted', 'kept', null],
  ['moved by Sluice', 'after-upload', 'pending'],
])(
  'for a file that was %s the document is only looked at, and only if a file is left',
  (_, reason, afterState) => {
    const ended = { state: 'duplicate', remoteContentId: contentId, afterState };
    expect(standing('f', 'gone', reason).lost()).toMatchObject(ended);
  },
);

test.each([
  ['that no claim names', 0, [contentId]],
  ['that its claim names', 1, []],
])(
  'an upload that another machine overtook deletes its own slot, unless its claim names it: %s',
  (_, epoch, left) => {
    const { database, moves, claims } = setUp();
    database.sqlite.exec(`INSERT INTO uploads (id, uuid, profile_id, path, file_name, size, mtime_ns, sha256,
    state, content_id, lane, sort_key, options, created_at, updated_at)
    VALUES (1, 'u', 'p', '/a', 'a', 5, '1', 'aa', 'putting', '${contentId}', 1, 0, '{}', 0, 0)`);
    claims.fenced({ ...bytes, upload: 'u', epoch }, 1, contentId);
    expect(moves.get(1)).toMatchObject({ state: 'queued', contentId: null });
    const slots = database.statement('SELECT content_id FROM abandoned_slots').all();
    expect(slots.map(({ content_id }) => content_id)).toEqual(left);
  },
);

/** The upload 1, which asks the team who has its bytes. */
function asking() {
  const world = setUp();
  world.database.sqlite.exec(`INSERT INTO uploads (id, uuid, profile_id, path, file_name, size, mtime_ns, sha256,
    state, lane, sort_key, options, created_at, updated_at)
    VALUES (1, 'u', 'p', '/a', 'a', 5, '1', 'aa', 'claiming', 1, 0, '{}', 0, 0)`);
  const row = () => {
    const found = world.moves.get(1);
    if (found === undefined) throw new Error('no upload');
    return found;
  };
  const answered = (scope: string, epoch: number) =>
    world.claims.claimed(
      row(),
      { ...bytes, scope },
      { ...bytes, scope, upload: 'u', epoch },
      { state: 'queued' },
    );
  const asksIn = (scope: string) => {
    world.moves.advance(row(), ['queued'], { state: 'claiming' });
    return world.claims.ask(row(), { ...bytes, scope });
  };
  return { ...world, row, answered, asksIn };
}

test('a profile that sends nothing releases the claims of its queued uploads', () => {
  const { claims, answered } = asking();
  answered('s', 1);
  expect(claims.listUntold('p', 10)).toEqual([]);
  expect(claims.listUntold('p', 10, true)).toMatchObject([{ upload: 'u', stands: 'release' }]);
});

test.each([
  ['whose answer was recorded', 1],
  ['whose answer was lost', 0],
])('an upload that asks for another key or service releases its former claim, %s', (_, epoch) => {
  const { claims, row, answered, asksIn } = asking();
  if (epoch > 0) answered('s', epoch);
  else claims.ask(row(), bytes);
  expect(asksIn('of another service')).toBe(false);
  answered('of another service', 2);
  expect(claims.listUntold('p', 10)).toMatchObject([{ upload: 'u', scope: 's', epoch, stands: 'release' }]);
  expect(claims.openOf(row())).toMatchObject({ scope: 'of another service', epoch: 2 });
  claims.told({ ...bytes, upload: 'u', uploadId: 1, epoch, stands: 'release' });
  expect(claims.listUntold('p', 10)).toEqual([]);
  expect(claims.openOf(row())).toMatchObject({ scope: 'of another service', epoch: 2 });
});

test('an upload that stands for a document of another key leaves nothing of what it asked', () => {
  const { claims, row } = asking();
  claims.ask(row(), bytes);
  const ended = { state: 'duplicate', remoteMachine: 'ANNA', remoteContentId: contentId } as const;
  claims.standsFor(row(), { ...bytes, scope: 'shared' }, ended, { kind: 'duplicate' });
  expect(claims.listScopes('p')).toEqual(['shared']);
});

test.each([
  ['putting', null, 'release'],
  ['reserved', null, 'release'],
  ['processing', 900, 'landed'],
] as const)(
  'the team is told of an upload in %s whose profile is led to another service: others wait for it',
  (state, landedAt, told) => {
    const { database, moves, claims } = setUp();
    database
      .statement(
        `INSERT INTO uploads (id, uuid, profile_id, folder_id, path, file_name, size, mtime_ns, sha256, state,
          content_id, landed_at, lane, sort_key, options, created_at, updated_at)
          VALUES (1, 'u', 'p', 'f', '/a', 'a', 5, '1', 'aa', ?, ?, ?, 1, 0, '{}', 0, 0)`,
      )
      .run(state, contentId, landedAt);
    const row = moves.get(1);
    if (row === undefined) throw new Error('no upload');
    claims.claimedAgain(row, bytes, { upload: 'u', ...bytes, epoch: 3 });
    createLeftServices(database, () => 1_000).leave('p', {});
    expect(moves.get(1)).toMatchObject({ profileId: 'p-left-1', state: 'cancelled' });
    expect(claims.listUntold('p', 10)).toMatchObject([{ stands: told, epoch: 3, contentId }]);
  },
);
