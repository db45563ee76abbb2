import { expect, test } from 'vitest';
import { anUpload } from '../../testing/answers.ts';
import { uploadsCsv } from './uploads-csv.ts';

test('is quoted, and hands no formula to a spreadsheet', () => {
  const csv = uploadsCsv([
    anUpload({ id: 1, path: '=cmd()', detail: 'said "no", twice', finishedAt: Date.UTC(2026, 0, 2) }),
  ]);
  const [head, line, end] = csv.split('\r\n');
  expect(head).toMatch(/^\uFEFF"id","path","size",/);
  expect(line).toContain(`1,"'=cmd()",1500000,`);
  expect(line).toContain('"said ""no"", twice"');
  expect(line).toContain('2026-01-02T00:00:00.000Z');
  expect(end).toBe('');
});
