import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { anchorText } from '#shared/anchor/anchor-text.ts';
import { foldText } from '#shared/anchor/fold.ts';
import { placeSentences } from '#shared/anchor/place-sentences.ts';
import { annotateFolder } from '../../bench/jumps/jump-documents.ts';
import { randomNumbers } from '../../bench/support/random-numbers.ts';
import { originalText } from './support/original-text.ts';
import { perturb } from './support/perturb.ts';

interface Annotated {
  readonly path: string;
  /** The sentences of each block. */
  readonly blocks: readonly (readonly string[])[];
}

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const folders = [
  at('../../resources/samples/broker-research'),
  at('../../resources/samples/company-updates'),
  // Real filings, where they are.
  at('../../../shared/corpus'),
].filter((folder) => existsSync(folder));
const documents: Annotated[] = [];
const place = mkdtempSync(join(tmpdir(), 'sluice-anchor-'));

beforeAll(async () => {
  for (const folder of folders)
    for (const { name, file } of await annotateFolder(folder, place)) {
      const blocks = file.content.body.map(({ text, sentences }) =>
        sentences.map(({ start, end }) => text.slice(start, end)),
      );
      documents.push({ path: join(folder, name), blocks });
    }
});
afterAll(() => rmSync(place, { recursive: true, force: true }));

test('sentences are found in the originals they come from, and each in its own place', async () => {
  const count = { all: 0, exact: 0, false: 0 };
  for (const { path, blocks } of documents) {
    const text = await originalText(path);
    if (text === null) continue;
    const sentences = blocks.flat();
    const original = anchorText(text);
    // The original is read in the same order, so each stands after the one before it.
    let from = 0;
    for (const [index, { kind, from: found }] of placeSentences(original, sentences).entries()) {
      const { folded } = foldText(sentences[index] as string);
      const next = original.folded.indexOf(folded, from);
      if (next >= 0) from = next + folded.length;
      count.all += 1;
      if (kind !== 'exact') continue;
      count.exact += 1;
      if (next >= 0 && original.unitAt(found) !== next) count.false += 1;
    }
  }
  expect(count.all).toBeGreaterThan(100);
  expect(count.false).toBe(0);
  expect(count.exact / count.all).toBeGreaterThanOrEqual(0.995);
});

test('in a copy with other spaces, hyphens and order nothing false is called exact', () => {
  const count = { all: 0, exact: 0, false: [] as string[] };
  for (const [number, { path, blocks }] of documents.entries()) {
    const sentences = blocks.flat();
    // Pages part blocks, lines of a PDF do not.
    const parting = path.endsWith('.pdf') ? '' : '\u2029';
    const { text, truth } = perturb(blocks, randomNumbers(number + 1), parting);
    const original = anchorText(text);
    const together = around(sentences);
    for (const [index, found] of placeSentences(original, sentences).entries()) {
      count.all += 1;
      if (found.kind !== 'exact') continue;
      count.exact += 1;
      const [from, to] = truth[index] as readonly [number, number];
      const isThere = found.from >= from && found.to <= to;
      // A page's head that changed places with another, all around it the same, is told by nobody.
      const isLikeIt =
        together(index) === surroundings(original.folded, original.unitAt(found.from), length(index));
      if (!isThere && !isLikeIt) count.false.push(`${path}: ${sentences[index]}`);
    }
    function length(index: number): number {
      return foldText(sentences[index] as string).folded.length;
    }
  }
  expect(count.false).toEqual([]);
  expect(count.exact / count.all).toBeGreaterThanOrEqual(0.97);
});

/** Units on both sides by which two places would be told apart. */
const compared = 40;

function surroundings(folded: string, from: number, length: number): string {
  return folded.slice(Math.max(0, from - compared), from + length + compared);
}

/** What surrounds each sentence in the document. */
function around(sentences: readonly string[]): (index: number) => string {
  const folded = sentences.map((sentence) => foldText(sentence).folded);
  const together = folded.join('');
  const starts: number[] = [];
  let start = 0;
  for (const { length } of folded) {
    starts.push(start);
    start += length;
  }
  return (index) => surroundings(together, starts[index] as number, (folded[index] as string).length);
}
