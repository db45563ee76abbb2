import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readText } from './read-text.ts';

const directory = mkdtempSync(join(tmpdir(), 'sluice-read-text-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

function write(length: number): { text: string; place: Parameters<typeof readText>[0] } {
  const text = Array.from({ length }, (_, index) => String.fromCharCode(97 + (index % 26))).join('');
  const path = join(directory, `${length}.txt`);
  writeFileSync(path, text);
  return { text, place: { path, root: directory, followLinks: false } };
}

const largest = 100_000;

test.each([0, 1, 4_095, 4_096, 4_097, 32_767, 32_768, 32_769, largest])(
  'a text of %i bytes is read whole',
  async (length) => {
    const { text, place } = write(length);
    expect(await readText(place, largest)).toBe(text);
  },
);

test('a longer one is not read, however short the longest is', async () => {
  await expect(readText(write(largest + 1).place, largest)).rejects.toMatchObject({ code: 'FILE_TOO_LARGE' });
  await expect(readText(write(11).place, 10)).rejects.toMatchObject({ code: 'FILE_TOO_LARGE' });
  expect(await readText(write(10).place, 10)).toHaveLength(10);
});

test.each([
  ['UTF-8', Buffer.from('Gehälter*\n'), true],
  ['UTF-8 with a mark', Buffer.from('\ufeffGehälter*\n'), true],
  ['UTF-16 with a mark', Buffer.from('\ufeffGehälter*\n', 'utf16le'), true],
  ['UTF-16 with a mark, the other way round', Buffer.from('\ufeffGehälter*\n', 'utf16le').swap16(), true],
  ['UTF-16 without a mark', Buffer.from('Gehälter*\n', 'utf16le'), false],
  ['Latin-1', Buffer.from('Gehälter*\n', 'latin1'), false],
])('a text in %s', async (name, bytes, isText) => {
  const path = join(directory, name);
  writeFileSync(path, bytes);
  const read = readText({ path, root: directory, followLinks: false }, largest);
  if (isText) expect(await read).toBe('Gehälter*\n');
  else await expect(read).rejects.toMatchObject({ code: 'FILE_UNREADABLE' });
});
