import fc from 'fast-check';
import { expect, test } from 'vitest';
import { answered, failed } from './answer.ts';
import {
  type Absence,
  holdsBytes,
  lookedInVain,
  presenceAfterAbsence,
  presenceIn,
  presenceOf,
} from './presence.ts';
import type { DocumentRecord, ListQuery } from './schemas/document.ts';
import { contentIdOf } from './testing/content-id.ts';

/**
 * Looks as often as it is told to, `skew` ms late each time; when the absence was believed, and after how
 * many looks.
 */
function lookUntilBelieved(skew: number): { after: number; looks: number } {
  let now = 1_000;
  let absence: Absence | undefined;
  for (;;) {
    const looked = lookedInVain(absence, now);
    if (looked.isBelieved) return { after: now - 1_000, looks: looked.absence.looks };
    ({ absence } = looked);
    now = looked.lookAgainAt + skew;
  }
}

test('one answer of "not there" proves nothing, nor do several within a minute', () => {
  expect(lookedInVain(undefined, 0)).toMatchObject({ isBelieved: false, lookAgainAt: 5_000 });
  let absence: Absence | undefined;
  for (let now = 0; now < 60_000; now += 1_000) {
    const looked = lookedInVain(absence, now);
    expect(looked.isBelieved).toBe(false);
    ({ absence } = looked);
  }
  expect(lookedInVain(absence, 60_000).isBelieved).toBe(true);
});

test('looked for as often as it says, it is believed after four looks over a minute', () => {
  expect(lookUntilBelieved(0)).toEqual({ after: 60_000, looks: 4 });
});

test('from the fourth look on it waits for what is left of the minute, a second at least', () => {
  const looked = (now: number) => lookedInVain({ since: 100_000, looks: 3 }, now);
  expect(looked(100_000)).toEqual({
    absence: { since: 100_000, looks: 4 },
    isBelieved: false,
    lookAgainAt: 160_000,
  });
  expect(looked(120_000).lookAgainAt).toBe(160_000);
  expect(looked(159_999)).toMatchObject({ isBelieved: false, lookAgainAt: 160_999 });
  expect(looked(160_000).isBelieved).toBe(true);
});

test('a clock that jumps ahead does not make up for looks, and one that is set back starts anew', () => {
  const first = lookedInVain(undefined, 0);
  const hourLater = lookedInVain(first.absence, 3_600_000);
  expect(hourLater.isBelieved).toBe(false);
  expect(lookedInVain({ since: 5_000, looks: 7 }, 1_000)).toEqual({
    absence: { since: 1_000, looks: 1 },
    isBelieved: false,
    lookAgainAt: 6_000,
  });
});

test('however late the looks come: at least four, over a minute at least, and always one more to come before', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 200_000 }), { minLength: 1, maxLength: 40 }), (steps) => {
      let now = 0;
      let absence: Absence | undefined;
      for (const step of steps) {
        const looked = lookedInVain(absence, now);
        if (looked.isBelieved) {
          expect(looked.absence.looks).toBeGreaterThanOrEqual(4);
          expect(now).toBeGreaterThanOrEqual(60_000);
          return;
        }
        expect(looked.lookAgainAt).toBeGreaterThan(now);
        ({ absence } = looked);
        now += step;
      }
    }),
  );
});

const contentId = contentIdOf('A');
const recordOf = (fields: Partial<DocumentRecord>) => ({ id: contentId, ...fields }) as DocumentRecord;

test.each([
  [{ status: 'completed', raw_size: 10 }, 'whole', 'yes'],
  [{ status: 'completed' }, 'whole', 'yes'],
  [{ status: 'completed', raw_size: 0 }, 'hollow', 'unknown'],
  [{ status: 'completed', raw_size: 9 }, 'other', 'no'],
  [{ status: 'pending', raw_size: 9 }, 'other', 'no'],
  [{ status: 'failed' }, 'failed', 'yes'],
  [{ status: 'failed', raw_size: 0 }, 'failed', 'yes'],
  [{ status: 'processing' }, 'landed', 'yes'],
  [{ status: 'processing', raw_size: 0 }, 'landed', 'yes'],
  [{ status: 'pending', raw_size: 10 }, 'landed', 'yes'],
  [{ raw_size: 10 }, 'landed', 'yes'],
  [{ status: 'placeholder' }, 'empty', 'no'],
  [{ status: 'pending' }, 'empty', 'no'],
  [{ status: 'quarantined', raw_size: 0 }, 'empty', 'no'],
  [{ raw_size: 0 }, 'empty', 'no'],
  [{ status: 'quarantined' }, 'silent', 'unknown'],
  [{}, 'silent', 'unknown'],
  [{ status: 'completed', raw_size: 10, delete_started_ts: '2026-11-29T10:00:00Z' }, 'silent', 'unknown'],
  [{ status: 'completed', raw_size: 10, delete_started_ts: null }, 'whole', 'yes'],
  [{ status: 'completed', raw_size: 10, delete_started_ts: '' }, 'whole', 'yes'],
] as const)('of 10 bytes, a record that says %j shows them as %s', (fields, seen, has) => {
  const presence = presenceIn(recordOf(fields), { size: 10 }, 'documents.list', 5);
  expect(presence).toMatchObject({ seen, has, evidence: { seen, by: 'documents.list', at: 5 } });
  expect(holdsBytes(presence)).toBe(!['empty', 'silent'].includes(seen));
});

test('where no one knows how much was sent, any size is its size, and 0 is still a statement', () => {
  const seen = (size: number) =>
    presenceIn(recordOf({ status: 'completed', raw_size: size }), {}, 'documents.get', 0).seen;
  expect([seen(9), seen(0)]).toEqual(['whole', 'hollow']);
});

/** A service that answers a look by id as told, and has a list of pages. */
function service(look: DocumentRecord | 'absent' | 'broken', pages: DocumentRecord[][] | 'none' | 'broken') {
  const asked: string[] = [];
  const documents = {
    async get() {
      asked.push('get');
      if (look === 'broken') return failed('SERVICE_FAILED', 'retry');
      return look === 'absent' ? failed('DOCUMENT_NOT_FOUND', 'never') : answered(look);
    },
    async list({ page = 1 }: ListQuery) {
      asked.push(`list ${page}`);
      if (typeof pages === 'string') return failed('SERVICE_FAILED', 'retry');
      return answered(pages[page - 1] ?? []);
    },
    listAvailable: () => (pages === 'none' ? 'no' : 'yes') as 'no' | 'yes',
  };
  return { client: { documents }, asked };
}

const sought = { contentId, fileName: 'a.txt', size: 10 };
const options = (absence?: Absence) => ({ priority: 'polling', now: () => 100_000, absence }) as const;
/** The look that follows these makes the absence believed. */
const longAbsent = { since: 40_000, looks: 3 };

test('a look that is answered decides, and says what was seen', async () => {
  const { client } = service(recordOf({ status: 'completed', raw_size: 10 }), []);
  expect(await presenceOf(client, sought, options())).toMatchObject({
    has: 'yes',
    seen: 'whole',
    evidence: { seen: 'whole', by: 'documents.get', at: 100_000, status: 'completed', size: 10 },
  });
});

test('a look that is not answered decides nothing', async () => {
  const { client } = service('broken', []);
  expect(await presenceOf(client, sought, options(longAbsent))).toMatchObject({
    has: 'unknown',
    seen: 'unanswered',
    failure: { error: { code: 'SERVICE_FAILED' } },
    evidence: { code: 'SERVICE_FAILED' },
  });
});

test('one "not found" decides nothing, and the list is not asked', async () => {
  const { client, asked } = service('absent', []);
  expect(await presenceOf(client, sought, options())).toMatchObject({
    has: 'unknown',
    seen: 'missing',
    absence: { since: 100_000, looks: 1 },
    lookAgainAt: 105_000,
  });
  expect(asked).toEqual(['get']);
});

const other = { ...recordOf({}), id: contentIdOf('B') };
const here = recordOf({ status: 'processing', raw_size: 10 });
test.each<[string, DocumentRecord[][] | 'none' | 'broken', string, string]>([
  ['there is no list', 'none', 'no', 'gone'],
  ['the list cannot be read', 'broken', 'unknown', 'missing'],
  ['the list has other documents', [[other]], 'no', 'gone'],
  ['the list shows it', [[other, here]], 'yes', 'landed'],
  ['the list shows it behind an empty page', [[other], [], [here]], 'yes', 'landed'],
  ['the list shows it behind three empty pages', [[], [], [], [], [here]], 'yes', 'landed'],
])('a "not found" that lasted, and %s', async (_what, pages, has, seen) => {
  const { client } = service('absent', pages);
  expect(await presenceOf(client, sought, options(longAbsent))).toMatchObject({ has, seen });
  expect(await presenceAfterAbsence(client, sought, 'documents.delete', options(longAbsent))).toMatchObject({
    has,
    seen,
    evidence: { by: has === 'yes' ? 'documents.list' : 'documents.delete' },
  });
});

test('a list that repeats a full page proves no absence', async () => {
  const page = Array.from({ length: 100 }, (_, index) => ({ ...other, id: contentIdOf(`${index}`) }));
  const { client } = service('absent', [page, page]);
  expect(await presenceOf(client, sought, options(longAbsent))).toMatchObject({ seen: 'missing' });
});
