import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { TapeScanner } from '#shared/annotated/tape/scan.ts';
import type { Tape } from '#shared/annotated/tape/tape.ts';
import { type FoundPassage, findPassages } from '#shared/cite/find-passages.ts';
import { readPassageLink, writePassageLink } from '#shared/cite/passage-link.ts';
import { annotateFolder } from '../../bench/jumps/jump-documents.ts';

type Annotated = Awaited<ReturnType<typeof annotateFolder>>[number]['file'];
const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const folders = [
  at('../../resources/samples/broker-research'),
  at('../../resources/samples/company-updates'),
  // Real filings, where they are.
  at('../../../shared/corpus'),
].filter((folder) => existsSync(folder));
const documents: Annotated[] = [];
const place = mkdtempSync(join(tmpdir(), 'sluice-cited-'));
const contentId = '0123456789ABCDEF0123456789ABCDEF';
/** Sentences of one document that are cited; in a filing every so many-th. */
const most = 150;

beforeAll(async () => {
  for (const folder of folders)
    documents.push(...(await annotateFolder(folder, place)).map(({ file }) => file));
});
afterAll(() => rmSync(place, { recursive: true, force: true }));

function tapeOf(file: unknown): Tape {
  const bytes = new TextEncoder().encode(JSON.stringify(file));
  const scanner = new TapeScanner(bytes.length);
  scanner.push(bytes);
  return scanner.finish();
}

/** Some sentences of a document, as their links name them. */
function cited({ content }: Annotated) {
  const all = content.body.flatMap(({ text, sentences }, block) =>
    sentences.map(({ start, end }) => ({ block, start, end, words: text.slice(start, end) })),
  );
  const step = Math.max(1, Math.floor(all.length / most));
  return all
    .filter(({ words }, index) => index % step === 0 && /[\p{L}\p{N}]/u.test(words))
    .map(({ block, start, end, words }) => {
      const path = `$.content.body[${block}].text`;
      const link = readPassageLink(writePassageLink({ contentId, path, from: start, to: end, quote: words }));
      return { words, block, start, place: { path, from: start, to: end, endPath: null }, link };
    });
}

test('a link of any sentence leads to it, and what is kept of it finds it in a document read anew', () => {
  const count = { all: 0, exact: 0, wrong: 0, lost: 0 };
  for (const file of documents) {
    const sentences = cited(file);
    const links = sentences.map(({ link, place: own }) => ({ quote: link?.quote ?? null, place: own }));
    const { found } = findPassages(tapeOf(file), links);
    for (const [index, one] of found.entries()) {
      expect([sentences[index], one]).toMatchObject([{}, { kind: 'exact', isThere: true }]);
      expect(sentences[index]?.words).toContain(one?.quote.trim().slice(0, 40));
    }
    const kept = findPassages(
      tapeOf(file),
      sentences.map(({ place: own }) => ({ quote: null, place: own })),
    ).found as FoundPassage[];
    // Read anew: a foreword more, and each other paragraph joined to the one before it.
    const blocks = file.content.body.map(({ text }) => text);
    const joined = blocks.flatMap((_text, index) =>
      index % 2 === 0 ? [blocks.slice(index, index + 2).join('\n')] : [],
    );
    const anew = { content: { body: ['A foreword.', ...joined].map((text) => ({ text })) } };
    const again = findPassages(
      tapeOf(anew),
      kept.map(({ quote, prefix, suffix, position }) => ({ quote, prefix, suffix, position })),
    ).found;
    for (const [index, one] of again.entries()) {
      const { block, start } = sentences[index] as (typeof sentences)[number];
      const before = block % 2 === 1 ? (blocks[block - 1] as string).length + 1 : 0;
      const path = `$.content.body[${Math.floor(block / 2) + 1}].text`;
      // A bar or a dash before the first word is none of what is compared.
      const isRight = one?.place.path === path && Math.abs(one.place.from - start - before) <= 2;
      count.all += 1;
      if (one === null) count.lost += 1;
      else if (one.kind === 'exact' && isRight) count.exact += 1;
      else if (one.kind === 'exact') count.wrong += 1;
    }
  }
  expect(count.all).toBeGreaterThan(50);
  expect(count).toMatchObject({ lost: 0, wrong: 0 });
  expect(count.exact / count.all).toBeGreaterThan(0.9);
});
