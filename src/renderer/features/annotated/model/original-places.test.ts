import { expect, test } from 'vitest';
import { scanText } from '#shared/annotated/tape/scan.ts';
import { createDocumentModel } from './document-model.ts';
import { createOriginalPlaces } from './original-places.ts';

/** A document with these blocks, whose sentences end with a full stop. */
function open(...blocks: readonly string[]) {
  const sentencesOf = (text: string) =>
    [...text.matchAll(/[^.]+\./gu)].map((found) => {
      const start = found.index + (found[0].length - found[0].trimStart().length);
      return { start, end: found.index + found[0].length };
    });
  return openBlocks(...blocks.map((text) => ({ text, sentences: sentencesOf(text) })));
}

interface Block {
  readonly text: string;
  readonly sentences: readonly { readonly start: number; readonly end: number }[];
}

const stretch = (text: string, part: string) => {
  const start = text.indexOf(part);
  return { start, end: start + part.length };
};

function openBlocks(...blocks: readonly Block[]) {
  const body = blocks.map((block) => ({ type: 'TEXT', ...block }));
  return createOriginalPlaces(
    createDocumentModel(scanText(JSON.stringify({ content: { body }, analytics: { entities: [] } }))),
  );
}

const text = 'Intro.\n\nOracle raised its  divi\u00addend. SAP cut it.\nOn page 2\u2029Costs rose.';
const all = { start: 0, end: Number.MAX_SAFE_INTEGER };

function openPlaced() {
  const places = open('Intro.', 'Oracle raised its dividend. SAP cut it.', 'Costs rose.', 'Never written.');
  const counts = places.placeInOriginal(text);
  const read = (block: number, range: { readonly start: number; readonly end: number }) => {
    const { kind, from, to } = places.inOriginal({ block, ...range });
    return [kind, text.slice(from, to)];
  };
  return { places, counts, read };
}

test('a place is narrowed to its own words, whatever the original writes between them', () => {
  const { counts, read } = openPlaced();
  expect(counts).toEqual({ total: 5, exact: 4, approximate: 0 });
  expect(read(1, { start: 18, end: 26 })).toEqual(['exact', 'divi\u00addend']);
  expect(read(1, { start: 0, end: 27 })).toEqual(['exact', 'Oracle raised its  divi\u00addend.']);
});

test('several sentences are one place where nothing stands between them', () => {
  const { read } = openPlaced();
  expect(read(1, all)).toEqual(['exact', 'Oracle raised its  divi\u00addend. SAP cut it.']);
  const parted = open('Oracle rose. SAP fell.');
  parted.placeInOriginal('Oracle rose. Page 3 SAP fell.');
  expect(parted.inOriginal({ block: 0, ...all })).toMatchObject({ kind: 'approximate', from: 0 });
});

test('what is not in the original is not found, and what is only partly there is not exact', () => {
  const { read } = openPlaced();
  expect(read(3, all)[0]).toBe('none');
  expect(read(9, all)[0]).toBe('none');
  const partly = open('Oracle rose. Nothing of this anywhere.');
  partly.placeInOriginal('Oracle rose. Something else entirely follows here.');
  expect(partly.inOriginal({ block: 0, ...all }).kind).toBe('approximate');
});

test('a range with words that stand in no sentence is about there', () => {
  const said = 'Oracle rose. See below. SAP fell.';
  const places = openBlocks({
    text: said,
    sentences: [stretch(said, 'Oracle rose.'), stretch(said, 'SAP fell.')],
  });
  places.placeInOriginal('Oracle rose.\u2029SAP fell.');
  const kind = (start: number, end: number) => places.inOriginal({ block: 0, start, end }).kind;
  expect(kind(0, 12)).toBe('exact');
  expect(kind(0, 13)).toBe('exact');
  expect(kind(0, 16)).toBe('approximate');
  expect(kind(0, said.length)).toBe('approximate');
  expect(kind(20, said.length)).toBe('approximate');
  expect(kind(24, said.length + 9)).toBe('exact');
});

test('signs before items of a list are no words', () => {
  const list = '• Costs rose in Europe.\n2. Sales fell in Asia.';
  const sentences = [stretch(list, '• Costs rose in Europe.'), stretch(list, '2. Sales fell in Asia.')];
  const places = openBlocks({ text: list, sentences });
  places.placeInOriginal('Costs rose in Europe.\u2029Sales fell in Asia.');
  expect(places.inOriginal({ block: 0, ...all }).kind).toBe('exact');
});

test('a unit of the original leads to its sentence, and between sentences nowhere', () => {
  const { places } = openPlaced();
  const found = places.atOriginal(text.indexOf('cut'));
  expect(found).toMatchObject({ kind: 'exact', place: { block: 1, start: 28, end: 39 } });
  expect(found?.place.path).toBe('$.content.body[1].text');
  expect(places.atOriginal(text.indexOf('page'))).toBeNull();
  expect(places.atOriginal(-1)).toBeNull();
});

test('another original takes the place of the one before', () => {
  const { places } = openPlaced();
  expect(places.placeInOriginal('Quite another text.')).toMatchObject({ total: 5, exact: 0 });
  expect(places.inOriginal({ block: 0, ...all }).kind).toBe('none');
});

test('sentences that were read before their original came are found in it just so', async () => {
  const blocks = ['Intro.', 'Oracle raised its dividend. SAP cut it.', 'Costs rose.', 'Never written.'];
  const [half, whole] = [open(...blocks), open(...blocks)];
  expect(whole.inOriginal({ block: 1, ...all }).kind).toBe('none');
  await whole.prepareOriginal();
  expect(whole.inOriginal({ block: 1, ...all }).kind).toBe('none');
  // The original comes while they are read.
  const reading = half.prepareOriginal(() => Promise.resolve(half.placeInOriginal(text)));
  expect(whole.placeInOriginal(text)).toEqual({ total: 5, exact: 4, approximate: 0 });
  await reading;
  for (const places of [half, whole]) {
    const { kind, from, to } = places.inOriginal({ block: 1, ...all });
    expect([kind, text.slice(from, to)]).toEqual(['exact', 'Oracle raised its  divi\u00addend. SAP cut it.']);
  }
});
