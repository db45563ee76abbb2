import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { OriginalReaders } from './original-readers.ts';

let place: string;
const threads: OriginalReaders[] = [];

beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), 'sluice-original-'));
  mkdirSync(join(place, 'originals'));
});
afterEach(async () => {
  await Promise.all(threads.splice(0).map((thread) => thread.stop()));
  rmSync(place, { recursive: true, force: true });
});

function open(limits: ConstructorParameters<typeof OriginalReaders>[0] = {}): OriginalReaders {
  const thread = new OriginalReaders(limits);
  threads.push(thread);
  return thread;
}

function keep(name: string, text: string) {
  const path = join(place, 'originals', name);
  writeFileSync(path, text);
  return { path, name, page: `${path}.page` };
}

const refused = (code: string) => ({ code: 'ORIGINAL_NOT_SHOWN', spoken: { code: `detail.${code}` } });

test('a page is written for its owner only, and read by one after the other', async () => {
  const thread = open();
  const [one, two, pdf] = [keep('a.html', '<p>One'), keep('b.txt', 'Two'), keep('c.pdf', '%PDF-1.7')];
  const [first, second, third] = await Promise.all([one, two, pdf].map((file) => thread.read(file)));
  expect(first).toEqual({ kind: 'html', bytes: statSync(one.page).size });
  expect(second?.kind).toBe('text');
  expect(third).toEqual({ kind: 'pdf', bytes: 8 });
  expect(readFileSync(one.page, 'utf8')).toContain('<p>One</p>');
  expect(readFileSync(two.page, 'utf8')).toContain('Two');
  expect(statSync(one.page).mode & 0o777).toBe(process.platform === 'win32' ? 0o666 : 0o600);
});

test('what is no document of a kind that is shown is refused in words', async () => {
  const thread = open();
  await expect(thread.read(keep('a.png', 'x'))).rejects.toMatchObject(refused('originalKind'));
  await expect(thread.read(keep('a.docx', 'x'))).rejects.toMatchObject(refused('originalBroken'));
  await expect(thread.read(keep('a.html', '<b>'.repeat(20_000)))).rejects.toMatchObject(
    refused('originalDeep'),
  );
  const missing = { path: join(place, 'nothing'), name: 'a.txt', page: join(place, 'nothing.page') };
  await expect(thread.read(missing)).rejects.toMatchObject(refused('originalFile'));
});

test('one that takes the memory, or never ends, takes only itself along', async () => {
  const small = open({ heap: 24 });
  const large = `<p>${'<b>a</b>'.repeat(2_000_000)}`;
  await expect(small.read(keep('large.html', large))).rejects.toMatchObject(refused('originalMemory'));
  await expect(small.read(keep('a.txt', 'Hello'))).resolves.toMatchObject({ kind: 'text' });
  const hasty = open({ deadline: 1 });
  await expect(hasty.read(keep('b.html', large))).rejects.toMatchObject(refused('originalSlow'));
});

test('an idle thread ends, and the next original has another', async () => {
  const thread = open({ kept: 0 });
  await thread.read(keep('a.txt', 'Hello'));
  await new Promise((resolve) => setImmediate(resolve));
  await expect(thread.read(keep('b.txt', 'Hello'))).resolves.toMatchObject({ kind: 'text' });
});

test('what is under way or waits when it is stopped ends, and nothing begins after it', async () => {
  const thread = open();
  const large = `<p>${'<b>a</b>'.repeat(2_000_000)}`;
  const file = keep('large.html', large);
  const under = thread.read(file);
  const waiting = thread.read(keep('a.txt', 'Hello'));
  const ended = Promise.allSettled([under, waiting]);
  await thread.stop();
  const stopped = { status: 'rejected', reason: refused('originalStopped') };
  expect(await ended).toMatchObject([stopped, stopped]);
  await expect(thread.read(keep('b.txt', 'Hello'))).rejects.toMatchObject(refused('originalStopped'));
  expect(existsSync(file.page)).toBe(false);
});

test('what ended amid its work leaves no part of a page behind', async () => {
  const thread = open({ deadline: 1 });
  const file = keep('b.html', `<p>${'<b>a</b>'.repeat(2_000_000)}`);
  writeFileSync(`${file.page}.part`, 'half of it');
  await expect(thread.read(file)).rejects.toMatchObject(refused('originalSlow'));
  expect(existsSync(`${file.page}.part`)).toBe(false);
});

/** One page, drawn by these operators; readers make the table of its objects for themselves. */
const pdfOf = (drawn: string) => `%PDF-1.7
1 0 obj << /Type /Catalog /Pages 2 0 R >> endobj
2 0 obj << /Type /Pages /Count 1 /Kids [3 0 R] >> endobj
3 0 obj << /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R
/Resources << /Font << /F1 5 0 R >> >> >> endobj
4 0 obj << /Length ${drawn.length} >>
stream
${drawn}
endstream endobj
5 0 obj << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> endobj
trailer << /Root 1 0 R >>
`;

test('the lines of a PDF are written where its words are wanted', async () => {
  const thread = open();
  const lines = 'BT /F1 12 Tf 16 TL 72 770 Td (Revenue rose by 5%) Tj T* (in 2025.) Tj ET';
  const letter = keep('letter.pdf', pdfOf(lines));
  expect(await thread.read({ ...letter, words: true })).toMatchObject({ kind: 'pdf' });
  expect(readFileSync(letter.page, 'utf8').trim()).toBe('Revenue rose by 5%\nin 2025.');
  // One that is broken, and one that is a picture of a page.
  for (const bytes of ['%PDF-1.7', pdfOf('0 0 595 842 re f')]) {
    const other = keep('other.pdf', bytes);
    await expect(thread.read({ ...other, words: true })).rejects.toMatchObject(refused('originalBroken'));
    expect(existsSync(other.page)).toBe(false);
  }
});

test('what nobody waits for gives way to what somebody does, and comes after it', async () => {
  // A busy machine reads the large one for longer than a person would wait.
  const thread = open({ deadline: 600_000 });
  const order: string[] = [];
  const said = (name: string, answer: Promise<unknown>) => answer.then(() => order.push(name));
  const long = `<p>${'<b>a</b>'.repeat(1_000_000)}`;
  const large = keep('large.html', long);
  const under = said(
    'large',
    thread.readAhead(large, () => true),
  );
  const waiting = said(
    'ahead',
    thread.readAhead(keep('b.txt', 'Hello'), () => true),
  );
  await new Promise((resolve) => setImmediate(resolve));
  await said('person', thread.read(keep('a.txt', 'Hello')));
  expect(order).toEqual(['person']);
  await Promise.all([under, waiting]);
  expect(order).toEqual(['person', 'ahead', 'large']);
  expect(existsSync(large.page)).toBe(true);
});

test('whether it is needed is asked in its turn, and who waits for the same gets the same', async () => {
  const thread = open();
  const file = keep('a.txt', 'Hello');
  const isWritten = () => existsSync(file.page);
  const person = thread.read(file);
  const ahead = thread.readAhead(file, () => !isWritten());
  await expect(person).resolves.toMatchObject({ kind: 'text' });
  await expect(ahead).resolves.toBeUndefined();
  const other = keep('b.txt', 'Hello');
  const [first, second] = [thread.readAhead(other, () => false), thread.read(other)];
  await expect(second).resolves.toMatchObject({ kind: 'text' });
  expect(await first).toBe(await second);
});
