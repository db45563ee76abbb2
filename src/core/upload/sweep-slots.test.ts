import { expect, onTestFinished, test } from 'vitest';
import type { Team } from '#core/ports/team.ts';
import { contentIdSchema } from '#shared/ids/ids.ts';
import { uploadOptionsSchema } from '#shared/uploads/upload.ts';
import { openDatabase } from '../ledger/database.ts';
import { createSqliteLedger } from '../ledger/sqlite-ledger.ts';
import type { NewUpload } from '../ledger/upload-moves.ts';
import { answered, failed } from '../service/answer.ts';
import type { DocumentRecord } from '../service/schemas/document.ts';
import { createLocalTeam } from '../team/local-team.ts';
import { createTeamWorld } from '../team/testing/scripted-team.ts';
import { type SweepContext, slotAgeMs, sweepSlots } from './sweep-slots.ts';
import { uploadAt } from '../ledger/testing/upload-at.ts';

/** Never aborted. */
const { signal } = new AbortController();
const hour = 60 * 60_000;
const start = Date.parse('2026-03-02T08:00:00Z');
const idOf = (letter: string) => contentIdSchema.parse(letter.repeat(32));

/** A ledger that lost so many answers about `a.pdf`, before a service that has these documents. */
async function lost(answers: number, documents: DocumentRecord[], team: Team = createLocalTeam()) {
  const database = openDatabase(':memory:');
  onTestFinished(() => database.close());
  let now = start;
  const ledger = createSqliteLedger(database, () => now);
  const deleted: string[] = [];
  const service = {
    lists: 0,
    listFails: false,
    /** So many DELETEs fail. */
    refusals: 0,
    /** Whether the key may not delete. */
    forbids: false,
    /** So many DELETEs do not find the document: a replica is behind. */
    absences: 0,
    /** What a look by the id shows of a document, which the list need not know yet. */
    look: (document: DocumentRecord): DocumentRecord | undefined => document,
  };
  const context = {
    profileId: 'p',
    ledger,
    clock: { now: () => now },
    minimumAgeMs: slotAgeMs,
    team,
    scope: async () => 'scope',
    client: {
      documents: {
        list: async () => {
          service.lists += 1;
          if (service.listFails) return failed('SERVICE_FAILED', 'retry');
          return answered(documents.map((document) => ({ ...document })));
        },
        listAvailable: () => 'yes',
        get: async (id: string) => {
          const listed = documents.find((document) => document.id === id);
          const found = listed && service.look(listed);
          return found ? answered({ ...found }) : failed('DOCUMENT_NOT_FOUND', 'never');
        },
        delete: async (id: string) => {
          if (service.forbids) return failed('NOT_PERMITTED', 'fix-first');
          service.refusals -= 1;
          if (service.refusals >= 0) return failed('SERVICE_FAILED', 'retry');
          service.absences -= 1;
          if (service.absences >= 0) return answered('absent');
          deleted.push(id);
          return answered('deleted');
        },
      },
    },
  } as unknown as SweepContext;
  for (let answer = 0; answer < answers; answer++) {
    const slot = { profileId: 'p', contentId: null, purpose: 'delete', fileName: 'a.pdf' } as const;
    ledger.slots.add({ ...slot, since: now - 500 + answer, until: now, uploadId: 1, notBefore: now });
  }
  return {
    database,
    deleted,
    ledger,
    service,
    /** Sweeps as often as there is anything to do until then. */
    async until(time: number): Promise<void> {
      for (;;) {
        const wait = await sweepSlots(context, new AbortController().signal);
        if (wait === undefined || now + wait > start + time) break;
        now += wait;
      }
      now = start + time;
    },
  };
}

const newUpload: NewUpload = {
  ...{
    profileId: 'p',
    folderId: null,
    path: '/a.pdf',
    fileName: 'a.pdf',
    size: 1,
    mtimeNs: 1n,
    lane: 0,
    replaces: null,
  },
  options: uploadOptionsSchema.parse({}),
};

const slot = (letter: string, more: Partial<DocumentRecord> = {}): DocumentRecord => ({
  id: idOf(letter),
  file_name: 'a.pdf',
  status: 'pending',
  raw_size: 0,
  created_at: new Date(start).toISOString(),
  updated_at: new Date(start).toISOString(),
  ...more,
});

test('U7: a lost slot is deleted after a day, when it was seen empty twice, an hour apart', async () => {
  const { deleted, until } = await lost(1, [slot('A')]);
  await until(24.9 * hour);
  expect(deleted).toEqual([]);
  await until(25.1 * hour);
  expect(deleted).toEqual([idOf('A')]);
});

test('U7: what somebody touched between the two looks is looked at anew', async () => {
  const documents = [slot('A')];
  const { deleted, until } = await lost(1, documents);
  await until(24.5 * hour);
  documents[0] = slot('A', { updated_at: new Date(start + 24.2 * hour).toISOString() });
  await until(25.5 * hour);
  expect(deleted).toEqual([]);
  await until(27 * hour);
  expect(deleted).toEqual([idOf('A')]);
});

test('U7: what was filled since is nobody’s lost slot', async () => {
  const documents = [slot('A')];
  const { deleted, until, ledger } = await lost(1, documents);
  await until(24.5 * hour);
  documents[0] = slot('A', { raw_size: 12, status: 'pending' });
  await until(48 * hour);
  expect(deleted).toEqual([]);
  expect(ledger.slots.countOpen('p')).toBe(0);
});

test('U7: where more slots of the name are found than answers were lost, none is deleted', async () => {
  const { deleted, until, ledger } = await lost(1, [slot('A'), slot('B')]);
  await until(48 * hour);
  expect(deleted).toEqual([]);
  expect(ledger.slots.countOpen('p')).toBe(0);
});

test('U7: answers lost in a row are looked for together', async () => {
  const { deleted, until, ledger } = await lost(2, [slot('A'), slot('B')]);
  expect(ledger.slots.countOpen('p')).toBe(1);
  await until(26 * hour);
  expect(deleted).toEqual([idOf('A'), idOf('B')]);
});

test('U8: an answer that is remembered twice, because a crash came between, counts once', async () => {
  const { deleted, until, ledger } = await lost(1, [slot('A'), slot('B')]);
  const again = { profileId: 'p', contentId: null, purpose: 'delete', fileName: 'a.pdf' } as const;
  ledger.slots.add({ ...again, since: start - 500, until: start, uploadId: 1, notBefore: start });
  await until(48 * hour);
  expect(deleted).toEqual([]);
});

test.each([
  ['without a word about its bytes', { raw_size: undefined, status: undefined }],
  ['without a time', { created_at: undefined }],
  ['of an hour before', { created_at: new Date(start - hour).toISOString() }],
  ['of an hour later', { created_at: new Date(start + hour).toISOString() }],
  ['of another name', { file_name: 'other a.pdf' }],
])('U7: a record %s is not taken for a lost slot', async (_what, more) => {
  const { deleted, until } = await lost(1, [slot('A', more)]);
  await until(48 * hour);
  expect(deleted).toEqual([]);
});

test('U7: a slot that was deleted while bytes may have been on their way is deleted again, for a day', async () => {
  const { deleted, until, ledger } = await lost(0, []);
  const again = { profileId: 'p', contentId: idOf('C'), purpose: 'again', fileName: 'a.pdf' } as const;
  ledger.slots.add({
    ...again,
    since: start,
    until: start,
    uploadId: 1,
    notBefore: start + 300_000,
  });
  expect(ledger.slots.countOpen('p')).toBe(0);
  await until(hour);
  expect(deleted).toEqual([idOf('C'), idOf('C')]);
  // A service that had lost sight of it for an hour, or for most of a day, shows it again by then.
  await until(3 * hour);
  expect(deleted).toHaveLength(3);
  await until(25 * hour);
  expect(deleted).toHaveLength(4);
  expect(ledger.slots.nextWake('p')).toBeUndefined();
});

test('U7: a slot that an upload of ours stands for is not taken for a lost one', async () => {
  const { database, deleted, until } = await lost(1, [slot('A')]);
  database
    .statement(
      `INSERT INTO uploads (profile_id, path, file_name, size, mtime_ns, state, content_id, lane, sort_key,
        options, created_at,
         updated_at) VALUES ('p', '/a.pdf', 'a.pdf', 1, '1', 'putting', ?, 2, 0, '{}', 0, 0)`,
    )
    .run(idOf('A'));
  await until(48 * hour);
  expect(deleted).toEqual([]);
});

test('U7: a document of the same name that has its bytes makes nobody doubt which slot was lost', async () => {
  const { deleted, until } = await lost(1, [slot('A'), slot('B', { raw_size: 12, status: 'completed' })]);
  await until(26 * hour);
  expect(deleted).toEqual([idOf('A')]);
});

test.each([
  ['touched', { updated_at: new Date(start + hour).toISOString() }],
  ['filled', { raw_size: 12 }],
])('U7: a slot that was %s since the list was made is not deleted', async (_how, change) => {
  const { deleted, service, until } = await lost(1, [slot('A')]);
  service.look = (document) => ({ ...document, ...change });
  await until(72 * hour);
  expect(deleted).toEqual([]);
});

test('U7: one that went since the list was made is done with', async () => {
  const { deleted, ledger, service, until } = await lost(1, [slot('A')]);
  service.look = () => undefined;
  await until(26 * hour);
  expect(deleted).toEqual([]);
  expect(ledger.slots.countOpen('p')).toBe(0);
});

test('U7: a slot that the list shows only after some seconds is found', async () => {
  const documents: DocumentRecord[] = [];
  const { deleted, until } = await lost(1, documents);
  await until(10_000);
  documents.push(slot('A'));
  await until(26 * hour);
  expect(deleted).toEqual([idOf('A')]);
});

test('U7: a lost slot whose deletion fails is deleted later', async () => {
  const { deleted, service, until } = await lost(1, [slot('A')]);
  service.refusals = 2;
  await until(30 * hour);
  expect(service.refusals).toBe(-1);
  expect(deleted).toEqual([idOf('A')]);
});

test('U7: a slot whose name is known, and whose deletion fails, is deleted later', async () => {
  const { deleted, ledger, service, until } = await lost(0, []);
  service.refusals = 1;
  const known = { profileId: 'p', contentId: idOf('C'), purpose: 'delete', fileName: 'a.pdf' } as const;
  ledger.slots.add({ ...known, since: start, until: start, uploadId: 1, notBefore: start });
  await until(1_000);
  expect(ledger.slots.countOpen('p')).toBe(1);
  await until(hour);
  expect(deleted).toEqual([idOf('C')]);
  expect(ledger.slots.countOpen('p')).toBe(0);
});

test.each([
  { what: 'a whole document', record: { status: 'completed', raw_size: 9 }, refused: 1 },
  { what: 'an empty slot', record: {}, refused: 0 },
] as const)('U7: a key that may not delete leaves $what', async ({ record, refused }) => {
  const { deleted, ledger, service, until } = await lost(0, [slot('C', record)]);
  service.forbids = true;
  const known = { profileId: 'p', contentId: idOf('C'), purpose: 'delete', fileName: 'a.pdf' } as const;
  ledger.slots.add({ ...known, since: start, until: start, uploadId: 1, notBefore: start });
  await until(hour);
  expect(ledger.slots.countRefused('p')).toBe(refused);
  expect(ledger.slots.countOpen('p')).toBe(1 - refused);
  await until(48 * hour);
  expect(ledger.slots.countRefused('p')).toBe(refused);
  service.forbids = false;
  await until(50 * hour);
  expect(deleted).toEqual(refused === 1 ? [idOf('C')] : []);
  expect(ledger.slots.countRefused('p')).toBe(0);
});

test('U7: a document that somebody else deleted is reported no longer, though Sluice still may not delete', async () => {
  const { ledger, service, until } = await lost(0, [slot('C', { status: 'completed', raw_size: 9 })]);
  service.forbids = true;
  const known = { profileId: 'p', contentId: idOf('C'), purpose: 'delete', fileName: 'a.pdf' } as const;
  ledger.slots.add({ ...known, since: start, until: start, uploadId: 1, notBefore: start });
  await until(hour);
  expect(ledger.slots.countRefused('p')).toBe(1);
  service.look = () => undefined;
  await until(3 * hour);
  expect(ledger.slots.countRefused('p')).toBe(0);
});

test('U7: what a service that is behind does not find is deleted again later', async () => {
  const { deleted, ledger, service, until } = await lost(0, []);
  service.absences = 1;
  const known = { profileId: 'p', contentId: idOf('C'), purpose: 'delete', fileName: 'a.pdf' } as const;
  ledger.slots.add({ ...known, since: start, until: start, uploadId: 1, notBefore: start });
  await until(hour);
  expect(new Set(deleted)).toEqual(new Set([idOf('C')]));
  await until(48 * hour);
  expect(ledger.slots.nextWake('p')).toBeUndefined();
});

test('U7: where the list never answers, a lost slot is given up after twenty looks', async () => {
  const { ledger, service, until } = await lost(1, [slot('A')]);
  service.listFails = true;
  await until(240 * hour);
  expect(service.lists).toBe(20);
  expect(ledger.slots.countOpen('p')).toBe(0);
});

test.each(['delete', 'again'] as const)(
  'U7: what an upload stands for is no orphan, though it was written down once to be deleted (%s)',
  async (purpose) => {
    const { deleted, ledger, until } = await lost(0, []);
    const [id = 0] = ledger.uploads.addMany([newUpload]);
    const known = { profileId: 'p', contentId: idOf('C'), purpose, fileName: 'a.pdf' } as const;
    ledger.slots.add({ ...known, since: start, until: start, uploadId: id, notBefore: start });
    await ledger.uploads.advance(uploadAt(ledger.uploads, id), ['queued'], {
      state: 'completed',
      contentId: idOf('C'),
    });
    await until(hour);
    expect(deleted).toEqual([]);
    expect(ledger.slots.nextWake('p')).toBeUndefined();
  },
);

test.each([
  ['whose name was lost', null],
  ['that was deleted while bytes may have been on their way', idOf('A')],
] as const)(
  'a slot %s is left alone once the claim of another machine names it',
  async (_which, contentId) => {
    const world = createTeamWorld();
    const team = world.join('ANNA');
    const other = world.join('FILESRV1');
    const { deleted, ledger, until } = await lost(contentId === null ? 1 : 0, [slot('A')], team);
    if (contentId !== null) {
      const again = { profileId: 'p', contentId, purpose: 'again', fileName: 'a.pdf' } as const;
      ledger.slots.add({ ...again, since: start, until: start, uploadId: 1, notBefore: start });
    }
    const answer = await other.claim({ scope: 'scope', sha256: 'ab', size: 1, upload: 'u' }, signal);
    if (answer.kind === 'ours') await other.name(answer.claim, idOf('A'), signal);
    await until(48 * hour);
    expect(deleted).toEqual([]);
    expect(ledger.slots.countOpen('p')).toBe(0);
  },
);

test('no slot is deleted while the team cannot say whose it is', async () => {
  const team = createTeamWorld().join('ANNA');
  team.cut = 'all';
  const { deleted, until } = await lost(1, [slot('A')], team);
  await until(26 * hour);
  expect(deleted).toEqual([]);
  team.cut = [];
  await until(240 * hour);
  expect(deleted).toEqual([idOf('A')]);
});

test('while a team is told what it lost, no slot is looked for: those that tell need the requests', async () => {
  let needs: ReturnType<Team['needsReplay']> = { lostMs: 1_000 };
  const team = { ...createLocalTeam(), isAlone: false, needsReplay: () => needs };
  const { service, until } = await lost(1, [], team);
  await until(hour);
  expect(service.lists).toBe(0);
  needs = undefined;
  await until(2 * hour);
  expect(service.lists).toBe(1);
});
