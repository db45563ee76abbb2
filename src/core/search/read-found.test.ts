import { expect, test } from 'vitest';
import { readFound, readUnits } from './read-found.ts';

test('the shape that has been told of', () => {
  const value = {
    results: [
      {
        id: 'A'.repeat(32),
        headline: 'Outlook',
        timestamp: '2026-01-02T00:00:00Z',
        source: { id: 'X', name: 'My files' },
        document_type: 'GENERIC_REPORT',
        chunks: [
          {
            cnum: 2,
            text: 'Orrin grew.',
            relevance: 0.8,
            sentiment: 0.3,
            detections: [
              { id: 'E1', name: 'Orrin', entity_type: 'COMP', start: 0, end: 5 },
              { id: 'E1', name: 'Orrin', entity_type: 'COMP', start: 9, end: 12 },
            ],
            text_locations: [{ paragraph_num: 4, sentence_num: 1 }],
          },
        ],
      },
    ],
    usage: { api_query_units: 1 },
  };
  expect(readUnits(value)).toBe(1);
  expect(readFound(value).items).toEqual([
    {
      contentId: 'A'.repeat(32),
      headline: 'Outlook',
      at: Date.UTC(2026, 0, 2),
      source: 'My files',
      type: 'GENERIC_REPORT',
      chunks: [
        {
          chunk: 2,
          text: 'Orrin grew.',
          relevance: 0.8,
          sentiment: 0.3,
          entities: [{ id: 'E1', name: 'Orrin', type: 'COMP' }],
          paragraph: 4,
          sentence: 1,
        },
      ],
    },
  ]);
});

test.each([
  null,
  [[]],
  { results: 'x' },
  { results: [null, 3, { id: 5 }, {}] },
  { results: [{ chunks: [{}] }] },
])('whatever comes, nothing throws (%j)', (value) => {
  expect(readFound(value).items).toEqual([]);
  expect(readUnits(value)).toBeNull();
});

test('a result whose id is a path costs that result, and is counted', () => {
  const found = readFound({ results: [{ id: '../../../keys' }, { id: 'B'.repeat(32) }] });
  expect([found.items.map(({ contentId }) => contentId), found.refused]).toEqual([['B'.repeat(32)], 1]);
});

test('half of it may be missing', () => {
  expect(
    readFound({
      results: [{ id: 'A'.repeat(32), chunks: [{ text: 'x', cnum: '7', detections: ['Orrin'] }, {}] }],
    }).items,
  ).toEqual([
    {
      contentId: 'A'.repeat(32),
      headline: '',
      at: null,
      source: null,
      type: null,
      chunks: [
        {
          chunk: 7,
          text: 'x',
          relevance: null,
          sentiment: null,
          entities: [{ id: null, name: 'Orrin', type: '' }],
          paragraph: null,
          sentence: null,
        },
      ],
    },
  ]);
});
