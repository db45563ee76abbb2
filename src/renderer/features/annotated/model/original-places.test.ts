import { expect, test } from 'vitest';
import { scanText } from '#shared/annotated/tape/scan.ts';
import { createDocumentModel } from './document-model.ts';
import { createOriginalPlaces } from './original-places.ts';

/** A document with these blocks, whose sentences end with a full stop. */
function open(...blocks: readonly string[]) {
  const body = blocks.map((text) => ({
    type: 'TEXT',
    text,
    sentences: [...text.matchAll(/[^.]+\./gu)].map((found) => {
      const start = found.index + (found[0].length - found[0].trimStart().length);
      return { start, end: found.index + found[0].length };
    }),
  }));
  return createOriginalPlaces(
    createDocumentModel(scanText(JSON.stringify({ content: { body }, analytics: { entities: [] } }))),
  );
}

const text = 'Intro.\n\nOracle raised its  divi\u00addend. SAP cut it.\nOn page 2\nCosts rose.';
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
