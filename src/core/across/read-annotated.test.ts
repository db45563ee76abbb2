import { expect, test } from 'vitest';
import { scanText } from '#shared/annotated/tape/scan.ts';
import { readAnnotated } from './read-annotated.ts';

const analytics = {
  entities: [
    {
      rp_entity_id: 'A1',
      entity_name: 'Orrin',
      entity_type: 'COMP',
      entity_relevance: 0.9,
      entity_sentiment: 0.4,
    },
    { rp_entity_id: 'B2', entity_name: 'Vela', entity_type: 'COMP', entity_sentiment: -0.2, mentions: 7 },
  ],
};
const read = (value: unknown) => readAnnotated(scanText(JSON.stringify(value)));
const counts = (value: unknown) =>
  read(value).entities.map(({ id, name, mentions }) => [id ?? name, mentions]);

test('marks are counted by their places, flat or nested, and one place may be listed many times', () => {
  const body = [
    {
      text: 'Orrin and Vela.',
      entities: [
        { rp_entity_id: 'A1', start: 0, end: 5 },
        { rp_entity_id: 'B2', position: { start: 10, end: 14 } },
      ],
    },
    {
      text: 'Orrin, Orrin.',
      entities: [
        {
          rp_entity_id: 'A1',
          positions: [
            [0, 5],
            [7, 12],
          ],
        },
      ],
    },
  ];
  expect(read({ content: { body }, analytics }).countedBy).toBe('marks');
  expect(counts({ content: { body }, analytics })).toEqual([
    ['A1', 3],
    ['B2', 1],
  ]);
});

test('marks without places are looked for by name in their block, and nowhere else', () => {
  const body = [
    { text: 'Orrin grew. Orrin sold Vela.', entities: ['Orrin'] },
    { text: 'Orrin again, unmarked.' },
  ];
  expect(counts({ content: { body }, analytics })).toEqual([
    ['A1', 2],
    ['B2', 0],
  ]);
});

test('an entity that only marks name is there too, with what its first mark says', () => {
  const body = [
    {
      text: 'Halden rose.',
      entities: [{ entity_name: 'Halden', entity_type: 'COMP', start: 0, end: 6, sentiment: 'positive' }],
    },
  ];
  expect(read({ content: { body } }).entities).toEqual([
    { id: null, name: 'Halden', type: 'COMP', mentions: 1, relevance: null, sentiment: 0.5 },
  ]);
});

test('marks of the whole content are counted, and without marks names are looked for in the text', () => {
  const content = { body: [{ text: 'Orrin.' }], entities: [{ rp_entity_id: 'A1', start: 0, end: 5 }] };
  expect(counts({ content, analytics })).toEqual([
    ['A1', 1],
    ['B2', 0],
  ]);
  const plain = { content: { body: [{ text: 'ORRIN and vela, not Orrington.' }, 'Vela'] }, analytics };
  expect(read(plain).countedBy).toBe('names');
  expect(counts(plain)).toEqual([
    ['A1', 1],
    ['B2', 2],
  ]);
});

test("without a text the document's own count stands, and it says when it was published", () => {
  const found = read({ document: { metadata: { published_ts: '2026-01-02T00:00:00Z' } }, analytics });
  expect(found).toMatchObject({ countedBy: 'stated', publishedAt: Date.UTC(2026, 0, 2) });
  expect(found.entities.map(({ mentions }) => mentions)).toEqual([0, 7]);
});

test.each([
  null,
  'text',
  [[]],
  { content: 5, analytics: { entities: 'x' } },
  { content: { body: [null, 3, { text: {}, entities: [null, 1, { start: 'a' }] }] } },
  { analytics: { entities: [{ entity_name: { a: 1 } }, null, 4] } },
])('whatever comes, nothing throws (%j)', (value) => {
  expect(read(value).entities.every(({ mentions }) => mentions >= 0)).toBe(true);
});

test('a wrapped document, and entities in an object by id', () => {
  const value = { results: [{ analytics: { entities: { A1: { name: 'Orrin', mentions: 2 } } } }] };
  expect(counts(value)).toEqual([['A1', 2]]);
  expect(counts({ data: { analytics: { entities: { A1: { name: 'Orrin', mentions: 2 } } } } })).toEqual([
    ['A1', 2],
  ]);
});
