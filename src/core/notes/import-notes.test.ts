import { describe, expect, onTestFinished, test } from 'vitest';
import { writePassageLink } from '#shared/cite/passage-link.ts';
import { contentIdSchema } from '#shared/ids/ids.ts';
import { openDatabase } from '../ledger/database.ts';
import { createSqliteLedger } from '../ledger/sqlite-ledger.ts';
import { documentRecordSchema } from '../service/schemas/document.ts';
import { importNotes } from './import-notes.ts';

const idOf = (number: number) => contentIdSchema.parse(number.toString(16).toUpperCase().padStart(32, 'A'));

function ledgerWith(names: readonly string[]) {
  const commits: string[] = [];
  const onStatement = (sql: string) => {
    if (sql === 'COMMIT') commits.push(sql);
  };
  const ledger = createSqliteLedger(openDatabase(':memory:', { onStatement }), () => 10);
  onTestFinished(() => ledger.close());
  const records = names.map((name, index) => ({ id: idOf(index), file_name: name, status: 'completed' }));
  ledger.documents.upsert(
    'p',
    records.map((record) => documentRecordSchema.parse(record)),
  );
  return { ledger, commits };
}

const annotation = (file: string, index: number) => ({
  id: `https://other.example/${index}`,
  type: 'Annotation',
  target: {
    source: `https://files.example/${file}`,
    selector: { type: 'TextQuoteSelector', exact: 'Some words' },
  },
});

test('a file is found by its whole name, however many have it in theirs, and not where two have it', () => {
  const others = Array.from({ length: 60 }, (_, index) => `old report.txt ${index}`);
  const { ledger } = ledgerWith(['report.txt', ...others, 'twice.txt', 'twice.txt', 'Case.txt']);
  const files = ['report.txt', 'twice.txt', 'case.txt'];
  const taken = importNotes(ledger, 'p', JSON.stringify(files.map(annotation)), 1_000);
  expect(taken).toMatchObject({ added: 1, contentIds: [idOf(0)], refused: [{ item: 2 }, { item: 3 }] });
});

test('all of a file is taken in one transaction', () => {
  const { ledger, commits } = ledgerWith(['report.txt']);
  commits.length = 0;
  const items = Array.from({ length: 200 }, (_, index) => annotation('report.txt', index));
  expect(importNotes(ledger, 'p', JSON.stringify(items), 1_000).added).toBe(200);
  expect(commits).toHaveLength(1);
});

/** What another program writes that gives its annotations no id. */
function nameless(more: object = {}, { suffix = ' of all', target = {} } = {}) {
  return {
    type: 'Annotation',
    created: '2025-05-06T07:08:09Z',
    bodyValue: 'Mine.',
    target: {
      source: 'https://files.example/report.txt',
      selector: { type: 'TextQuoteSelector', exact: 'Some words', prefix: 'here ', suffix },
      ...target,
    },
    ...more,
  };
}
const tagged = (value: string) => ({
  bodyValue: undefined,
  body: [
    { type: 'TextualBody', value: 'Mine.' },
    { type: 'TextualBody', purpose: 'tagging', value },
  ],
});
const at = (from: number) => ({
  target: { id: writePassageLink({ contentId: idOf(0), path: '$.a', from, to: from + 10 }) },
});

test.each([
  ['what follows', nameless(), nameless({}, { suffix: ' of some' })],
  ['place', nameless({}, at(1)), nameless({}, at(2))],
  ['tags', nameless(tagged('a')), nameless(tagged('b'))],
  ['who wrote it', nameless({ creator: 'Ann' }), nameless({ creator: 'Bob' })],
  ['time', nameless(), nameless({ created: '2025-05-06T07:08:10Z' })],
  ['colour', nameless(), nameless({}, { target: { styleClass: 'pink' } })],
])('two notes without an id that differ in their %s are two, each taken once', (_what, one, other) => {
  const { ledger } = ledgerWith(['report.txt']);
  const both = JSON.stringify([one, other]);
  expect(importNotes(ledger, 'p', both, 1_000)).toMatchObject({ added: 2, known: 0 });
  expect(importNotes(ledger, 'p', both, 2_000)).toMatchObject({ added: 0, known: 2 });
  // Each alone too, and the other way round.
  expect(importNotes(ledger, 'p', JSON.stringify([other]), 2_000)).toMatchObject({ added: 0, known: 1 });
});

describe('what the version before took in, under an id of fewer parts', () => {
  function takenBefore(changes: object = {}) {
    const { ledger } = ledgerWith(['report.txt']);
    importNotes(ledger, 'p', JSON.stringify([nameless(tagged('a'))]), Date.UTC(2026, 0, 1));
    const [row] = ledger.notes.list('p', {});
    if (row === undefined) throw new Error('It was not taken.');
    ledger.notes.remove('p', [row.id]);
    ledger.notes.add('p', { ...row, id: '57069de3-631f-87a3-a2ba-9bb179076dd1', ...changes });
    return ledger;
  }
  const take = (ledger: Parameters<typeof importNotes>[0], ...items: object[]) =>
    importNotes(ledger, 'p', JSON.stringify(items), Date.UTC(2026, 0, 3));

  test.each([
    ['as it was taken', {}],
    ['placed since', { state: 'exact', prefix: 'It is here ', suffix: ' of all that there is', position: 7 }],
    ['edited since', { tags: ['c'], color: 'blue', changedAt: Date.UTC(2026, 0, 2) }],
  ])('is known: %s', (_what, changes) => {
    expect(take(takenBefore(changes), nameless(tagged('a')))).toMatchObject({ added: 0, known: 1 });
  });

  test('does not hide another, which that version left out', () => {
    const ledger = takenBefore();
    expect(take(ledger, nameless(tagged('a')), nameless(tagged('b')))).toMatchObject({ added: 1, known: 1 });
    expect(take(ledger, nameless(tagged('b')))).toMatchObject({ added: 0, known: 1 });
    expect(take(ledger, nameless(tagged('a'), { suffix: ' of some' }))).toMatchObject({ added: 1 });
  });

  test('stands for one note of a file', () => {
    const edited = takenBefore({ tags: ['c'], changedAt: Date.UTC(2026, 0, 2) });
    expect(take(edited, nameless(tagged('a')), nameless(tagged('b')))).toMatchObject({ added: 1, known: 1 });
  });
});
