import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { checkCitations } from '#core/notes/check-citations.ts';
import { TapeScanner } from '#shared/annotated/tape/scan.ts';
import { findPassages } from '#shared/cite/find-passages.ts';
import { writePassageLink } from '#shared/cite/passage-link.ts';
import { annotateFolder } from '../../bench/jumps/jump-documents.ts';
import { findCitations } from '../../src/cli/cite/find-citations.ts';
import { readPlain } from '../../src/cli/cite/prose.ts';

const contentId = '0123456789ABCDEF0123456789ABCDEF';
const folders = ['broker-research', 'company-updates'].map((name) =>
  fileURLToPath(new URL(`../../resources/samples/${name}`, import.meta.url)),
);
/** Letters of the shortest line that is altered. */
const telling = 4;
const word = /(?<![\p{L}\d-])\p{L}{5,}(?![\p{L}\d-])/gu;

/** Each is another sentence; null where it has nothing to change. */
const changes: Readonly<Record<string, (text: string) => string | null>> = {
  'its first word is another one': (text) =>
    at(text, /(?<![\p{L}\d-])\p{L}{4,}(?![\p{L}\d-])/gu, 0, () => 'Nordmark'),
  'a word is another one': (text) => at(text, word, 1, () => 'Nordmark'),
  'two words change places': (text) => {
    const [one, ...others] = text.match(word) ?? [];
    const other = others.at(-1);
    if (one === undefined || other === undefined || one === other || others.length < 3) return null;
    const last = text.lastIndexOf(other);
    return `${text.slice(0, last)}${one}${text.slice(last + other.length)}`.replace(one, other);
  },
  'it is denied': (text) => at(text, /\b(?:is|are|was|were|will|has|have)\b/gu, 0, (verb) => `${verb} not`),
  'a year is another one': (text) => at(text, /\b20\d\d\b/gu, 0, (year) => String(Number(year) - 7)),
  'a digit is another one': (text) => at(text, /\d/gu, 0, (digit) => String((Number(digit) + 3) % 10)),
};

function at(text: string, sign: RegExp, nth: number, change: (found: string) => string): string | null {
  const found = [...text.matchAll(sign)][nth];
  if (found === undefined) return null;
  const { 0: whole, index } = found;
  return text.slice(0, index) + change(whole) + text.slice(index + whole.length);
}

test('a sentence of a document that is cited without marks is the same, and an altered one never', async () => {
  const place = mkdtempSync(join(tmpdir(), 'sluice-own-'));
  const wrong: string[] = [];
  const count = { same: 0, altered: 0 };
  for (const folder of folders)
    for (const { file } of await annotateFolder(folder, place)) {
      const bytes = new TextEncoder().encode(JSON.stringify(file));
      const scanner = new TapeScanner(bytes.length);
      scanner.push(bytes);
      const tape = scanner.finish();
      const cited: { memo: string; kind: string | null }[] = [];
      // Each third costs a third, and all of them together say no more.
      for (const [block, { text, sentences }] of file.content.body.entries())
        for (const { start, end } of sentences.filter((_, index) => (block + index) % 3 === 0)) {
          const own = text.slice(start, end).replace(/\s+/gu, ' ').trim();
          if (own.length < telling || /["“”„«»‘|[\]]/u.test(own)) continue;
          const path = `$.content.body[${block}].text`;
          const link = writePassageLink({ contentId, path, from: start, to: end, quote: own });
          const memo = (words: string) => `${words.replace(/\.$/u, '')} (${link}).`;
          cited.push({ memo: memo(own), kind: null });
          for (const [kind, change] of Object.entries(changes)) {
            const altered = change(own);
            if (altered !== null) cited.push({ memo: memo(altered), kind });
          }
        }
      const citations = findCitations(readPlain(cited.map(({ memo }) => memo).join('\n\n')));
      expect(citations).toHaveLength(cited.length);
      const checked = await checkCitations(
        {
          read: async (_, wanted) => findPassages(tape, wanted),
          standInOriginal: async (_, passages) => passages.map(() => true),
          goneBecause: () => undefined,
          fileNameOf: () => null,
        },
        citations,
      );
      for (const [index, { outcome }] of checked.entries()) {
        const { memo, kind } = cited[index] as (typeof cited)[number];
        count[kind === null ? 'same' : 'altered'] += 1;
        if ((outcome === 'same') !== (kind === null))
          wrong.push(`${kind}: ${outcome}: ${memo.slice(0, 160)}`);
      }
    }
  rmSync(place, { recursive: true, force: true });
  expect(wrong).toEqual([]);
  expect(count.same).toBeGreaterThan(20);
  expect(count.altered).toBeGreaterThan(60);
});
