import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { expect, onTestFinished, test } from 'vitest';
import { readCitedFile } from './read-cited-file.ts';

const link = 'sluice://document/0123456789ABCDEF0123456789ABCDEF';

function outside(interrupted = new AbortController().signal) {
  const workingDirectory = mkdtempSync(join(tmpdir(), 'sluice-cited-'));
  onTestFinished(() => rmSync(workingDirectory, { recursive: true, force: true }));
  return { workingDirectory, interrupted, stdin: Readable.from([]) as unknown as NodeJS.ReadStream };
}

test('citations of a file are read by another process', async () => {
  const given = outside();
  writeFileSync(join(given.workingDirectory, 'a.md'), `“Revenue rose” ([r](${link})).`);
  const { kind, citations } = await readCitedFile('a.md', given, undefined);
  expect([kind, citations.map((one) => [one.link, one.quotes])]).toEqual(['md', [[link, ['Revenue rose']]]]);
  writeFileSync(join(given.workingDirectory, 'b.md'), `${'> '.repeat(6_000)}a`);
  await expect(readCitedFile('b.md', given, undefined)).rejects.toMatchObject({
    code: 'NAMED_FILE_UNREADABLE',
  });
  writeFileSync(join(given.workingDirectory, 'c.docx'), 'PK\u0003\u0004');
  await expect(readCitedFile('c.docx', given, undefined)).rejects.toMatchObject({
    code: 'NAMED_FILE_UNREADABLE',
  });
});

test('a link that is too long is cut, and the others are read', async () => {
  const given = outside();
  writeFileSync(join(given.workingDirectory, 'a.md'), `[a](${link}?${'x'.repeat(5_000)}) and [b](${link}).`);
  const { citations } = await readCitedFile('a.md', given, undefined);
  expect(citations.map((one) => [one.link.length, one.isCut])).toEqual([
    [4_096, true],
    [link.length, false],
  ]);
});

test('a sentence that fills the stack is refused', async () => {
  const given = outside();
  writeFileSync(join(given.workingDirectory, 'a.md'), `${' \u201cword.'.repeat(1_000_000)} [x](${link})`);
  await expect(readCitedFile('a.md', given, undefined)).rejects.toMatchObject({
    code: 'NAMED_FILE_UNREADABLE',
  });
});

/** Each of them takes time in the square of its length, or worse. */
const endless = ['*a_ ', '[a](', '~~a', '[^a]'].map((piece) => [piece] as const);

test.each(endless)('%j, 200 KB of it, ends at the deadline with a sentence', async (piece) => {
  const given = outside();
  writeFileSync(join(given.workingDirectory, 'a.md'), piece.repeat(50_000));
  let turns = 0;
  const alive = setInterval(() => {
    turns += 1;
  }, 1);
  onTestFinished(() => clearInterval(alive));
  await expect(readCitedFile('a.md', given, undefined, 500)).rejects.toMatchObject({
    code: 'NAMED_FILE_UNREADABLE',
  });
  expect(turns).toBeGreaterThan(10);
});

test('an interruption ends the reading', async () => {
  const interruption = new AbortController();
  const given = outside(interruption.signal);
  writeFileSync(join(given.workingDirectory, 'a.md'), '*a_ '.repeat(50_000));
  const reading = readCitedFile('a.md', given, undefined, 600_000);
  setImmediate(() => interruption.abort());
  await expect(reading).rejects.toMatchObject({ code: 'CANCELLED' });
});
