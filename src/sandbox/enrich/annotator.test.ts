import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { wordFile } from '../test-support/sample-docx.ts';
import type { AnnotateJob } from './annotate-job.ts';
import { Annotator } from './annotator.ts';

const directory = mkdtempSync(join(tmpdir(), 'sandbox-annotator-'));
const annotator = new Annotator(true);
afterAll(async () => {
  await annotator.stop();
  rmSync(directory, { recursive: true });
});

function job(fileName: string, content: string | Buffer): AnnotateJob {
  const originalPath = join(directory, fileName);
  writeFileSync(originalPath, content);
  const annotatedPath = `${originalPath}.annotated`;
  const times = { publishedAt: null, createdAt: 0, startedAt: 0 };
  return {
    id: 'A',
    fileName,
    originalPath,
    annotatedPath,
    origin: 'file_upload',
    enrichments: [],
    profile: 'spec',
    ...times,
  };
}

test('a Word file that expands to gigabytes fails and takes no memory', async () => {
  const paragraph = '<w:p><w:r><w:t>y</w:t></w:r></w:p>';
  const bomb = job('bomb.docx', wordFile(paragraph.repeat(6_000_000)));
  const before = process.memoryUsage().rss;
  expect(await annotator.annotate(bomb)).toEqual({ kind: 'failed', errorCode: 'FILE_TOO_LARGE' });
  expect(process.memoryUsage().rss - before).toBeLessThan(300_000_000);
});

test.each([
  ['a page', 'nested.html', '<div>'.repeat(400_000)],
  ['a list', 'lists.html', '<ul><li>x'.repeat(220_000)],
  ['a table', 'tables.html', '<table><tr><td>'.repeat(130_000)],
])('%s nested without end fails at once, and the next is annotated', async (_, name, content) => {
  expect(await annotator.annotate(job(name, content))).toEqual({
    kind: 'failed',
    errorCode: 'EXTRACTION_FAILED',
  });
  expect(await annotator.annotate(job('good.txt', 'Apple grew.'))).toMatchObject({ kind: 'annotated' });
});

test('records that share no column are no table of billions of cells', async () => {
  const records = Array.from({ length: 30_000 }, (_, index) => `{"a${index}":1}`);
  expect(await annotator.annotate(job('columns.json', `[${records.join(',')}]`))).toMatchObject({
    kind: 'annotated',
  });
});

test('what takes more processor time than its size allows is given up', async () => {
  const strict = new Annotator(true, { processorMs: 50, processorMsPerByte: 0, lookEvery: 5 });
  const long = job('long.html', '<p>Apple raised its dividend.'.repeat(150_000));
  expect(await strict.annotate(long)).toEqual({ kind: 'failed', errorCode: 'EXTRACTION_FAILED' });
  await strict.stop();
});
