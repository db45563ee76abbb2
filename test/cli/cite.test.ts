import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { writePassageLink } from '#shared/cite/passage-link.ts';
import { docxOf, linked, paragraph, run as wordRun } from '../../src/cli/testing/docx-of.ts';
import { lines, pdfOf } from '../../e2e/support/make-pdf.ts';
import { type Ended, type Service, sluice, startService, temporaryFolder } from './support/program.ts';
import { dataOf } from './support/answer-of.ts';

const key = 'canary-key-citations';
const sentence = 'Revenue rose by 5% in 2025.';
const text = [
  'Overview of the year.',
  `${sentence} The board approved a dividend of $3.2 billion.`,
  `Europe did well. ${sentence} Asia followed with growth.`,
  `Outlook for the group. ${sentence} Costs fell.`,
].join('\n\n');
let service: Service;
let folder: { path: string; remove: () => void };
let contentId: string;
const here = (name: string) => join(folder.path, name);

function run(
  args: readonly string[],
  input?: string,
  variables: Record<string, string> = {},
): Promise<Ended> {
  return sluice([...args, '--data-dir', here('data')], {
    variables: { SLUICE_API_KEY: key, ...variables },
    directory: folder.path,
    ...(input === undefined ? {} : { input }),
  });
}

async function upload(name: string, content: string | Uint8Array): Promise<string> {
  writeFileSync(here(name), content);
  const done = await run(['upload', name, '--wait', '--base-url', service.baseUrl, '--json']);
  return dataOf(done.stdout).items[0].contentId;
}

/** A link to words of the document, where they stand within others. */
async function linkTo(words: string, within = words, more: { page?: number } = {}): Promise<string> {
  const { stdout } = await run(['documents', 'annotated', contentId, '--json']);
  const { content } = JSON.parse(readFileSync(dataOf(stdout).path, 'utf8'));
  const blocks: { text: string }[] = content.body;
  const block = blocks.findIndex((one) => one.text.includes(within));
  const whole = blocks[block]?.text ?? '';
  const from = whole.indexOf(words, whole.indexOf(within));
  const place = { path: `$.content.body[${block}].text`, from, to: from + words.length };
  return writePassageLink({ contentId, ...place, ...more, quote: words });
}

async function check(name: string, content: string | Uint8Array, ...more: string[]) {
  writeFileSync(here(name), content);
  const done = await run(['cite', 'check', name, '--json', ...more]);
  const { citations, counts } = dataOf(done.stdout);
  const outcomes = citations.map(({ outcome }: { outcome: string }) => outcome);
  return { code: done.code, citations, counts, outcomes };
}

beforeAll(async () => {
  folder = temporaryFolder();
  service = await startService(key);
  contentId = await upload('report.txt', text);
});
afterAll(async () => {
  await service.stop();
  folder.remove();
});

test('what is quoted stands where it is said to stand, each of three equal sentences at its own place', async () => {
  const [first, second, third] = [
    await linkTo(sentence, `${sentence} The board`),
    await linkTo(sentence, `Europe did well. ${sentence}`),
    await linkTo(sentence, `Outlook for the group. ${sentence}`),
  ];
  const memo = [first, second, third].map((link) => `“${sentence}” ([report](${link}))`).join('\n\n');
  const { code, outcomes, citations } = await check('same.md', memo);
  expect([code, outcomes]).toEqual([0, ['same', 'same', 'same']]);
  expect(citations.map(({ line }: { line: number }) => line)).toEqual([1, 3, 5]);
  expect(citations.map(({ inOriginal }: { inOriginal: boolean }) => inOriginal)).toEqual([true, true, true]);
  const said = await run(['cite', 'check', 'same.md']);
  expect(said.stdout.split('\n').slice(-2)).toEqual(['3 citations: 3 same', '']);
});

test('a quote that was tampered with is reported with the words of the document, a missing number for a reader', async () => {
  const link = await linkTo(sentence, `Europe did well. ${sentence}`);
  const dividend = await linkTo('The board approved a dividend of $3.2 billion.');
  const memo = [
    `“Revenue rose by 6% in 2025.” ([report](${link}))`,
    `Sales grew by 6% ([report](${link})).`,
    `Sales grew by 5 per cent in 2025 ([report](${link})).`,
    `${sentence} ([report](${link}))`,
    `A dividend of $3,200 million was approved ([report](${dividend})).`,
    `“The board refused every single dividend for ever and ever” ([report](${dividend}))`,
    `“The board … a dividend of $3.2 billion” ([report](${dividend}))`,
    `“Revenue rose by 6% in 2025” and sales grew by 7% ([report](${link})).`,
  ].join('\n\n');
  const { code, outcomes, citations } = await check('changed.md', memo);
  const expected = ['changed', 'unknown', 'unknown', 'same', 'unknown', 'gone', 'same', 'changed'];
  expect([code, outcomes]).toEqual([1, expected]);
  expect(citations.map(({ numbers }: { numbers: string[] }) => numbers.join())).toEqual([
    ...['', '6', '', '', '3,200', '', '', '7'],
  ]);
  expect(citations[2].reason.code).toBe('cite.unquoted');
  const said = await run(['cite', 'check', 'changed.md']);
  expect(said.code).toBe(1);
  expect(said.stdout).toContain('line 1: changed  “Revenue rose by [-6%-] {+5%+} in 2025”');
  expect(said.stdout).toContain('line 3: unknown');
  expect(said.stdout).toContain('(the passage does not contain these numbers: 6; ');
  expect(said.stdout).toContain('line 15: changed  “Revenue rose by [-6%-] {+5%+} in 2025”');
  expect(said.stdout).toContain('(not in the passage: 7)');
  expect(said.stdout).toContain('8 citations: 2 same, 2 changed, 1 gone, 3 unknown');
});

test('quotes are put between the marks of the language', async () => {
  const link = await linkTo(sentence, `Europe did well. ${sentence}`);
  writeFileSync(here('german.md'), `„Revenue rose by 6% in 2025.“ ([report](${link}))`);
  const german = { LC_ALL: 'de_DE.UTF-8' };
  const checked = await run(['cite', 'check', 'german.md'], undefined, german);
  expect(checked.stdout).toContain('geändert  „Revenue rose by [-6%-] {+5%+} in 2025“');
  const shown = await run(['cite', 'show', link], undefined, german);
  expect(shown.stdout).toContain(`„${sentence}“ — `);
  expect(`${checked.stdout}${shown.stdout}`).not.toMatch(/“[^ ]|”/u);
});

test('every quote of a link is compared, as whole words and in its order, and numbers of the sentence', async () => {
  const link = await linkTo(sentence, `Europe did well. ${sentence}`);
  const dividend = await linkTo('The board approved a dividend of $3.2 billion.');
  const memo = [
    `“Europe did well”, and “Asia shrank with growth” ([report](${link})).`,
    `It says “venue rose by 5%” ([report](${link})).`,
    `“Asia followed … Europe did well” ([report](${link})).`,
    `“Revenue rose by 5% … Asia followed” ([report](${link})).`,
    `> Revenue rose – by 6% in 2025. — [report](${link})`,
    `‘Revenue rose by 5% in 2025’ ([report](${link})).`,
    `A dividend of [$3.3 billion](${dividend}) was approved.`,
    `A “dividend of” [$3.2 billion](${dividend}) was approved.`,
    `“${'Revenue rose. '.repeat(2_000)}” ([report](${link})).`,
  ].join('\n\n');
  const { outcomes } = await check('all.md', memo);
  const expected = ['gone', 'changed', 'changed', 'same', 'changed', 'same', 'unknown', 'same'];
  expect(outcomes).toEqual([...expected, 'unknown']);
});

test('a number on another scale than in the table is left to a reader', async () => {
  const table = await upload('table.csv', 'Item,2024,2023\nNet sales,391035,383285\n');
  const link = writePassageLink({ contentId: table });
  const memo = `“391035” is $391 billion of sales ([t](${link})).`;
  const { code, outcomes, citations } = await check('table.md', memo);
  expect([code, outcomes, citations[0].reason?.code]).toEqual([6, ['unknown'], 'cite.missingNumbers']);
});

test('what is no regular file is said, and not waited for', async () => {
  execFileSync('mkfifo', [here('pipe.md')]);
  const ended = await run(['cite', 'check', 'pipe.md']);
  expect([ended.code, ended.stderr]).toEqual([7, expect.stringContaining('no regular file')]);
  expect((await run(['cite', 'check', '.'])).code).toBe(7);
});

test('what a link says is compared where it quotes, and is a name where it does not', async () => {
  const link = await linkTo(sentence, `Europe did well. ${sentence}`);
  const memo = [
    `As [Revenue rose by 5% in 2025](${link}), Europe did well.`,
    `As [Revenue rose by 9% in 2025](${link}), Europe did well.`,
    `See [the yearly report of the group](${link}).`,
    `See [the yearly report of the group](${link}) for a rise of 9%.`,
  ].join('\n\n');
  const { outcomes } = await check('named.md', memo);
  expect(outcomes).toEqual(['same', 'changed', 'same', 'unknown']);
});

test('words that stand elsewhere have moved, and are no fault', async () => {
  const link = await linkTo('Asia followed with growth.');
  const memo = `The report says “The board approved a dividend of $3.2 billion.” ([report](${link}))`;
  const { code, outcomes, citations } = await check('moved.md', memo);
  expect([code, outcomes]).toEqual([0, ['moved']]);
  const shown = await run(['cite', 'show', citations[0].to, '--json']);
  expect(dataOf(shown.stdout)).toMatchObject({
    kind: 'exact',
    quote: 'The board approved a dividend of $3.2 billion',
    fileName: 'report.txt',
  });
});

test('Word files and texts are read too, also from stdin', async () => {
  const link = await linkTo(sentence, `Europe did well. ${sentence}`, { page: 4 });
  const word = docxOf(
    [
      paragraph(wordRun(`“${sentence}” `), linked('rId1', 'report')),
      paragraph(wordRun('“Revenue sank by 5% in 2025.” '), linked('rId1', 'report')),
    ].join(''),
    { rId1: link },
  );
  expect(await check('memo.docx', word)).toMatchObject({ code: 1, outcomes: ['same', 'changed'] });
  expect(await check('memo.txt', `“${sentence}” — report, p. 4,\n${link}\n`)).toMatchObject({
    code: 0,
    outcomes: ['same'],
  });
  const piped = await run(['cite', 'check', '-', '--as', 'text', '--json'], `“${sentence}” ${link}`);
  expect([piped.code, dataOf(piped.stdout).counts.same]).toEqual([0, 1]);
});

test('what cannot be looked at is unknown, and a document that is gone is gone', async () => {
  const other = await upload('other.txt', 'Other words that say something.');
  const link = writePassageLink({ contentId: other, quote: 'Other words' });
  expect(await check('offline.md', `“Other words” [o](${link})`, '--offline')).toMatchObject({
    code: 6,
    outcomes: ['unknown'],
  });
  expect(await check('offline.md', `“Other words” [o](${link})`)).toMatchObject({
    code: 0,
    outcomes: ['same'],
  });
  expect(await check('offline.md', `“Other words” [o](${link})`, '--offline')).toMatchObject({ code: 0 });
  await run(['documents', 'delete', other, '--yes']);
  expect(await check('offline.md', `“Other words” [o](${link})`)).toMatchObject({
    code: 1,
    outcomes: ['gone'],
  });
});

test('words that the annotated document has and the original has not are told', async () => {
  const margin = await upload('margin.txt', 'The margin was 41% in the quarter that ended in March.');
  const { stdout } = await run(['documents', 'annotated', margin, '--json']);
  const { path } = dataOf(stdout);
  writeFileSync(path, readFileSync(path, 'utf8').replaceAll('41%', '43%'));
  const link = writePassageLink({ contentId: margin });
  const memo = `“The margin was 43% in the quarter that ended in March.” ([m](${link}))`;
  const { code, outcomes, citations } = await check('margin.md', memo);
  expect([code, outcomes, citations[0].inOriginal]).toEqual([1, ['changed'], false]);
  expect((await run(['cite', 'check', 'margin.md'])).stdout).toContain('do not stand so in the original');
});

test('words of a PDF are compared with it, and what is not told from it is of the text only', async () => {
  const claims = [
    'The board met in March and took its time.',
    'The margin was 41% in the quarter that ended.',
  ];
  const more = ['Nobody who follows the company had expected it.'];
  const letter = await upload('letter.pdf', pdfOf([{ content: lines([...claims, ...more]) }]));
  const { path } = dataOf((await run(['documents', 'annotated', letter, '--json'])).stdout);
  const link = writePassageLink({ contentId: letter });
  const memo = (words: string) => `“${words}” ([l](${link}))`;
  const asked = [claims[1] as string, claims[1]?.replace('41', '43') as string];
  const first = await check('letter.md', memo(asked[0] as string));
  expect([first.outcomes, first.citations[0].inOriginal]).toEqual([['same'], true]);
  // The service read another number than the PDF says, and words that it does not have.
  const read = readFileSync(path, 'utf8');
  writeFileSync(path, read.replaceAll('41%', '43%'));
  const second = await check('letter.md', memo(asked[1] as string));
  expect([second.outcomes, second.citations[0].inOriginal]).toEqual([['changed'], false]);
  const heard = 'Everybody in the room was told of a new plant.';
  writeFileSync(path, read.replaceAll(claims[1] as string, heard));
  const third = await check('letter.md', memo(heard));
  expect([third.outcomes, third.citations[0].inOriginal]).toEqual([['same'], null]);
});

test('a file without such links, and one that is not there, are said', async () => {
  writeFileSync(here('none.md'), 'Nothing here: https://example.org');
  const none = await run(['cite', 'check', 'none.md']);
  expect([none.code, none.stdout]).toEqual([0, expect.stringContaining('No link')]);
  const missing = await run(['cite', 'check', 'missing.md']);
  expect([missing.code, missing.stderr]).toEqual([
    7,
    expect.stringContaining('no file or folder of the name'),
  ]);
  expect(missing.stderr).not.toMatch(/upload|forget|again/);
  writeFileSync(here('deep.md'), `${'> '.repeat(6_000)}a`);
  const deep = await run(['cite', 'check', 'deep.md']);
  expect([deep.code, deep.stderr]).toEqual([7, expect.stringContaining('deeper in one another')]);
  expect((await run(['cite', 'show', 'sluice://nothing'])).code).toBe(2);
});

test('notes are listed, written and taken in', async () => {
  const source = { id: `sluice://document/${contentId}`, type: 'Text' };
  const annotation = (id: string, exact: string, extra: object = {}) => ({
    id: `urn:uuid:${id}`,
    type: 'Annotation',
    target: { source, selector: { type: 'TextQuoteSelector', exact } },
    ...extra,
  });
  const items = [
    annotation('11111111-1111-4111-8111-111111111111', 'The board approved a dividend of $3.2 billion.', {
      bodyValue: '=HYPERLINK("x")',
    }),
    { id: 'x', type: 'Annotation', target: source.id },
  ];
  writeFileSync(here('in.jsonld'), JSON.stringify({ type: 'AnnotationPage', items }));
  const taken = await run(['notes', 'import', 'in.jsonld', '--json']);
  expect(taken.code).toBe(6);
  expect(dataOf(taken.stdout)).toMatchObject({ added: 1, unplaced: 0, refused: [{ item: 2 }] });
  expect(dataOf((await run(['notes', 'import', 'in.jsonld', '--json'])).stdout)).toMatchObject({
    added: 0,
    known: 1,
  });
  const list = await run(['notes', 'list']);
  expect(list.stdout).toContain('The board approved');
  const csv = await run(['notes', 'export', '--format', 'csv']);
  expect(csv.stdout).toContain(`"'=HYPERLINK(""x"")"`);
  const ris = await run(['notes', 'export', '--format', 'ris', '--output', 'out.ris', '--json']);
  expect(dataOf(ris.stdout)).toMatchObject({ count: 1 });
  expect(readFileSync(here('out.ris'), 'utf8')).toMatch(/^TY {2}- GEN\r\nID {2}- sluice-/);
});
