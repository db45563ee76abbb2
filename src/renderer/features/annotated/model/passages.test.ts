import { expect, test } from 'vitest';
import { scanText } from '#shared/annotated/tape/scan.ts';
import { createDocumentApi } from '../worker/document-api.ts';

const body = [
  { text: 'Results', kind: 'HEADING' },
  {
    text: 'Halden rose. Vela fell.',
    kind: 'TEXT',
    sentences: [
      { start: 0, end: 12 },
      { start: 13, end: 23 },
    ],
  },
  { text: '  ', kind: 'TEXT' },
  { text: 'Orrin stood still.', kind: 'TEXT' },
];
const api = createDocumentApi(scanText(JSON.stringify({ content: { body } })));
const pathOf = (block: number) => `$.content.body[${block}].text`;

test('a passage begins and ends with words, and says where it stands', () => {
  expect(api.passage({ first: { block: 1, start: 12 }, last: { block: 1, end: 17 } })).toEqual({
    path: pathOf(1),
    from: 13,
    to: 17,
    endPath: null,
    quote: 'Vela',
    section: 'Results',
  });
  expect(api.passage({ first: { block: 1, start: 18 }, last: { block: 3, end: 5 } })).toEqual({
    path: pathOf(1),
    from: 18,
    to: 5,
    endPath: pathOf(3),
    quote: 'fell.\n  \nOrrin',
    section: 'Results',
  });
  expect(api.passage({ first: { block: 1, start: 23 }, last: { block: 3, end: 5 } })?.path).toBe(pathOf(3));
  expect(api.passage({ first: { block: 2, start: 0 }, last: { block: 2, end: 2 } })).toBeNull();
});

test('the sentence around a place is its passage; a place without one is its block', () => {
  expect(api.sentencesAt({ block: 1, start: 13, end: 17 })?.quote).toBe('Vela fell.');
  expect(api.sentencesAt({ block: 1, start: 8, end: 17 })?.quote).toBe('Halden rose. Vela fell.');
  expect(api.sentencesAt({ block: 1, start: 0, end: 0 })?.quote).toBe('Halden rose. Vela fell.');
  expect(api.sentencesAt({ block: 3, start: 0, end: 5 })?.quote).toBe('Orrin stood still.');
});

test('what was kept is found again in each of its blocks', () => {
  const kept = { path: pathOf(1), from: 18, to: 5, endPath: pathOf(3) };
  const lost = { path: '$.content.body[9].text', from: 0, to: 4, endPath: null };
  expect(api.rangesOf([kept, lost])).toEqual([
    [
      { block: 1, start: 18, end: 23 },
      { block: 2, start: 0, end: 2 },
      { block: 3, start: 0, end: 5 },
    ],
    [],
  ]);
});

test('a link leads to its words where other words stand at its place now', () => {
  const link = { kind: 'path', path: pathOf(1), from: 0, to: 5 } as const;
  expect(api.locate({ ...link, quote: 'Halden' })).toMatchObject({ block: 1, start: 0, end: 5 });
  expect(api.locate({ ...link, quote: 'Orrin stood' })).toMatchObject({ block: 3, start: 0, end: 11 });
  expect(api.locate({ ...link, quote: 'Nobody says so' })).toMatchObject({ block: 1 });
});
