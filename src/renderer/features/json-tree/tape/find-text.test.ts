import fc from 'fast-check';
import { expect, test } from 'vitest';
import { valueStart } from '#shared/annotated/tape/read.ts';
import { scanText } from '#shared/annotated/tape/scan.ts';
import { hasKey, kindMask, kinds, type Tape } from '#shared/annotated/tape/tape.ts';
import { createByteFinder, foldedBytes } from './byte-finder.ts';
import { mostHits, searchText, type TextQuery } from './find-text.ts';

/** A place in the bytes, and the node that is there. */
type Hit = readonly [offset: number, node: number];

function hitsOf(tape: Tape, query: TextQuery): Hit[] {
  const search = searchText(tape, query);
  while (!search.run(1));
  expect([search.offsets.length, search.nodes.length]).toEqual([search.count, search.count]);
  return Array.from(search.offsets, (offset, hit) => [offset, search.nodes[hit] as number]);
}

/** The same, by decoding every key and value a character at a time. */
function expectedHits(tape: Tape, { text, within, accept }: TextQuery): Hit[] {
  const whole = new TextDecoder().decode(tape.bytes.subarray(0, tape.length));
  const found: Hit[] = [];
  const inToken = (start: number, node: number) => {
    const rest = new TextDecoder().decode(tape.bytes.subarray(start, tape.length));
    const isString = rest.startsWith('"');
    const token = isString ? /^"((?:[^"\\]|\\.)*)"/u.exec(rest)?.[1] : /^[^\s,\]}]*/.exec(rest)?.[0];
    let offset = isString ? start + 1 : start;
    let decoded = '';
    const offsets: number[] = [];
    for (const [piece] of (token ?? '').matchAll(isString ? /\\u[\da-f]{4}|\\.|./giu : /./gu)) {
      const characters = isString ? (JSON.parse(`"${piece}"`) as string) : piece;
      for (let unit = 0; unit < characters.length; unit++) offsets.push(offset);
      decoded += characters;
      offset += new TextEncoder().encode(piece).length;
    }
    const lower = decoded.toLowerCase();
    const wanted = text.toLowerCase();
    for (let at = lower.indexOf(wanted); at !== -1; at = lower.indexOf(wanted, at + wanted.length)) {
      found.push([offsets[at] as number, node]);
    }
  };
  expect(() => JSON.parse(whole) as unknown).not.toThrow();
  for (let node = 0; node < tape.size; node++) {
    const flags = tape.kind[node] as number;
    const isKeyWanted = (flags & hasKey) !== 0 && within !== 'values' && accept === undefined;
    if (isKeyWanted) inToken(tape.start[node] as number, node);
    const isScalar = (flags & kindMask) < kinds.array;
    if (isScalar && within !== 'keys' && (accept?.(node) ?? true)) inToken(valueStart(tape, node), node);
  }
  return found;
}

const pieces = [
  ...'aAnNu0ä€/, :',
  'Ä',
  '😀',
  '\\n',
  '\\"',
  '\\\\',
  '\\/',
  '\\u0061',
  '\\u00c4',
  '\\ud83d\\ude00',
];
const string = fc.array(fc.constantFrom(...pieces), { maxLength: 8 }).map((all) => `"${all.join('')}"`);
const { json } = fc.letrec<{ json: string }>((tie) => ({
  json: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.oneof(string, fc.constantFrom('null', 'true', '0', '-1.5e0', '100')),
    fc.array(tie('json'), { maxLength: 4 }).map((all) => `[${all.join(', ')}]`),
    fc
      .array(fc.tuple(string, tie('json')), { maxLength: 4 })
      .map((all) => `{${all.map(([key, value]) => `${key} : ${value}`).join(',\n')}}`),
  ),
}));
const needle = fc
  .array(fc.constantFrom(...'aAnNuä€0/, :', 'Ä', '😀', '\n', '"', '\\', 'null', 'nu'), {
    minLength: 1,
    maxLength: 5,
  })
  .map((all) => all.join(''));

test('finds what a search of each decoded key and value finds, and in its order', () => {
  const within = fc.constantFrom<TextQuery['within']>('all', 'keys', 'values');
  fc.assert(
    fc.property(json, needle, within, fc.boolean(), (document, text, where, isFiltered) => {
      const tape = scanText(document);
      const accept = (node: number) => node % 2 === 0;
      const query = { text, within: where, ...(isFiltered ? { accept } : {}) };
      expect(hitsOf(tape, query)).toEqual(expectedHits(tape, query));
    }),
    { numRuns: 1000 },
  );
});

test('finds a text that begins within a place which an escape spoils', () => {
  const tape = scanText(String.raw`["\nnn", "\\nnn", "aa\\\nnna"]`);
  expect(hitsOf(tape, { text: 'nn', within: 'all' }).map(([offset]) => offset)).toEqual([4, 12, 25]);
});

test('places of bytes are the same wherever a look begins and ends', () => {
  const bytes = fc.array(fc.constantFrom(...'aAbBc'), { maxLength: 40 }).map((all) => all.join(''));
  const wanted = fc
    .array(fc.constantFrom(...'aAbB'), { minLength: 1, maxLength: 6 })
    .map((all) => all.join(''));
  fc.assert(
    fc.property(bytes, wanted, fc.nat(40), fc.nat(45), fc.nat(3), (text, what, from, until, room) => {
      // Bytes behind the text may be anything, as in an array that is longer than its text.
      const all = new TextEncoder().encode(text + 'ab'.repeat(room));
      const find = createByteFinder(all, text.length, foldedBytes(what));
      const at = text.toLowerCase().indexOf(what.toLowerCase(), from);
      expect(find(from, until)).toBe(at >= until ? -1 : at);
    }),
    { numRuns: 500 },
  );
});

test('a needle longer than any step moves, and one longer than the text is not found', () => {
  const long = 'ab'.repeat(200);
  const tape = scanText(JSON.stringify([`x${long}`, 'b'.repeat(500), `${long}y`.toUpperCase()]));
  expect(hitsOf(tape, { text: long, within: 'all' })).toEqual([
    [3, 1],
    [909, 3],
  ]);
  expect(hitsOf(scanText('"ab"'), { text: long, within: 'all' })).toEqual([]);
});

test('a search ends at the most hits there may be, with the first ones', () => {
  const tape = scanText(JSON.stringify(['a'.repeat(mostHits), 'x'.repeat(3_000_000)]));
  for (const text of ['a', 'x']) {
    const search = searchText(tape, { text, within: 'all' });
    while (!search.run(1));
    expect([search.count, search.isCut]).toEqual([mostHits, text === 'x']);
    expect([search.offsets.at(-1), search.nodes.at(-1)]).toEqual(
      text === 'a' ? [mostHits + 1, 1] : [2 * mostHits + 4, 2],
    );
  }
});
