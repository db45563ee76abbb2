import { expect, onTestFinished, test } from 'vitest';
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
