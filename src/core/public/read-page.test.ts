import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readPage } from './read-page.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sluice-pages-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.each([
  ['page.html', 'text/html; charset=utf-8'],
  ['main.js', 'text/javascript; charset=utf-8'],
  ['worker.min.mjs', 'text/javascript; charset=utf-8'],
  ['decoder.wasm', 'application/wasm'],
  ['UniGB-UCS2-H.bcmap', 'application/octet-stream'],
  ['FoxitSerif.pfb', 'application/octet-stream'],
  ['LiberationSans-Regular.ttf', 'font/ttf'],
])('%s is served as %s', async (name, type) => {
  const file = join(folder, name);
  writeFileSync(file, 'bytes');
  expect(await readPage(file)).toEqual({ body: Buffer.from('bytes'), type });
});

test('what no page is made of is not served, and neither is what is not there', async () => {
  for (const name of ['LICENSE', 'main.js.map', 'program.exe', '.env']) {
    writeFileSync(join(folder, name), 'bytes');
    expect(await readPage(join(folder, name)), name).toBeNull();
  }
  expect(await readPage(join(folder, 'missing.mjs'))).toBeNull();
  expect(await readPage(folder)).toBeNull();
});
