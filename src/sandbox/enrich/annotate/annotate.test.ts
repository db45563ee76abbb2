import { describe, expect, test } from 'vitest';
import { annotateBlocks } from './annotate-blocks.ts';
import { buildAnalytics } from './build-analytics.ts';
import { cutChunks } from './cut-chunks.ts';
import { documentType } from './document-type.ts';
import { createEntityFinder } from './find-entities.ts';
import { scoreSentiment } from './score-sentiment.ts';
import { splitSentences } from './split-sentences.ts';

const findEntities = createEntityFinder();
const found = (text: string) =>
  findEntities(text).map(({ entity, start, end }) => [text.slice(start, end), entity.name, entity.type]);

describe('entities', () => {
  test('are found with their exact place, the longest name first', () => {
    expect(
      found('Apple Inc. sold iPhones and the iPhone in Greater China; BlackRock, Inc. did not.'),
    ).toEqual([
      ['Apple Inc.', 'Apple Inc.', 'COMP'],
      ['iPhone', 'iPhone', 'PROD'],
      ['Greater China', 'China', 'PLCE'],
      ['BlackRock, Inc.', 'BlackRock, Inc.', 'COMP'],
    ]);
  });

  test('names keep their capitals, topics need none, and capitals alone are known too', () => {
    expect(found('an apple a day; INTEREST RATES; NVIDIA CORPORATION')).toEqual([
      ['INTEREST RATES', 'Interest rates', 'TOPI'],
      ['NVIDIA CORPORATION', 'NVIDIA Corporation', 'COMP'],
    ]);
  });

  test('a name within a word is none', () => {
    expect(found('Applebee, Nordstroms, Intelsat')).toEqual([]);
  });

  test('odd characters move no place', () => {
    const text = '“İstanbul” 📈 — 1-800-FLOWERS.COM, Inc.';
    expect(found(text)).toEqual([['1-800-FLOWERS.COM, Inc.', '1-800-FLOWERS.COM, Inc.', 'COMP']]);
  });

  test('people are found by the office that follows', () => {
    expect(found('Signed by Jane Q. Doe, Chief Financial Officer, today.')[0]).toEqual([
      'Jane Q. Doe',
      'Jane Q. Doe',
      'PEOP',
    ]);
  });

  test('the same entity has the same invented id everywhere', () => {
    const ids = findEntities('Oracle and Oracle Corporation').map(({ entity }) => entity.id);
    expect(ids[0]).toMatch(/^[0-9A-F]{6}$/);
    expect(ids[1]).toBe(ids[0]);
  });
});

test('sentences do not end at Inc., at initials, or inside numbers; lines of tables stand alone', () => {
  const text = 'Apple Inc. grew 3.5% in the U.S. last year. J. F. Smith left. Why?\nYear | 2025';
  expect(splitSentences(text).map(({ start, end }) => text.slice(start, end))).toEqual([
    'Apple Inc. grew 3.5% in the U.S. last year.',
    'J. F. Smith left.',
    'Why?',
    'Year | 2025',
  ]);
});

test.each([
  ['Strong growth and record profit.', 1],
  ['A loss, a lawsuit and a recall.', -1],
  ['There was no growth.', -1],
  ['The meeting is on Monday.', 0],
])('the tone of %j', (text, sign) => {
  const score = scoreSentiment(text);
  expect(Math.sign(score)).toBe(sign);
  expect(Math.abs(score)).toBeLessThanOrEqual(1);
});

test('analytics: events with their roles, entities by relevance, all numbers in range', () => {
  const { blocks, events } = annotateBlocks(
    [
      { kind: 'HEADING', text: 'Nordstrom news' },
      {
        kind: 'TEXT',
        text: 'Nordstrom declared a quarterly cash dividend. Oracle appointed a new chief financial officer.',
      },
      { kind: 'TEXT', text: 'Nordstrom shares rose in Seattle.' },
    ],
    findEntities,
  );
  const analytics = buildAnalytics(blocks, events, 'Nordstrom news', 'GENERIC_REPORT') as {
    document: Record<string, unknown>;
    events: { type: string; event_relevance: number; roles: unknown[]; text_locations: unknown[] }[];
    entities: { entity_name: string; entity_relevance: number; entity_sentiment: number }[];
  };
  expect(analytics.events.map((event) => event.type).sort()).toEqual([
    'dividend-declared',
    'executive-appointment',
  ]);
  expect(analytics.events.find((event) => event.type === 'dividend-declared')).toEqual({
    topic: 'dividends',
    type: 'dividend-declared',
    event_relevance: expect.any(Number),
    roles: [{ event_detected_entity_name: 'Nordstrom, Inc.', event_sentiment: expect.any(Number) }],
    text_locations: [{ paragraph_num: 2, sentence_num: 1 }],
  });
  expect(analytics.entities[0]?.entity_name).toBe('Nordstrom, Inc.');
  for (const entity of analytics.entities) {
    expect(entity.entity_relevance).toBeGreaterThan(0);
    expect(entity.entity_relevance).toBeLessThanOrEqual(1);
    expect(Math.abs(entity.entity_sentiment)).toBeLessThanOrEqual(1);
  }
  expect(Object.keys(analytics.document)).toEqual([
    'document_type',
    'document_sentiment',
    'document_sentiment_confidence',
    'composite_sentiment_score',
  ]);
});

test('chunks hold every sentence once, in order, and are of a readable length', () => {
  const text = Array.from({ length: 60 }, (_, index) => `Sentence number ${index} says something.`).join(' ');
  const { blocks } = annotateBlocks(
    [
      { kind: 'TEXT', text },
      { kind: 'FOOTER', text: '3' },
    ],
    findEntities,
  );
  const chunks = cutChunks(blocks);
  expect(chunks.map((chunk) => chunk.cnum)).toEqual(chunks.map((_, index) => index + 1));
  expect(chunks.length).toBeGreaterThan(1);
  expect(chunks.map((chunk) => chunk.text).join(' ')).toBe(text);
  expect(Math.max(...chunks.map((chunk) => chunk.text.length))).toBeLessThanOrEqual(1010);
});

test.each([
  ['UNITED STATES FORM 10-K annual', 'html', 'SEC_10_K'],
  ['8-K Current report, see our Form 10-K', 'html', 'SEC_8_K'],
  ['vitamin C', 'html', 'GENERIC_REPORT'],
  ['FORM 10-K', 'eml', 'EMAIL'],
] as const)('%j (%s) is %s', (text, kind, type) => {
  expect(documentType('', [{ kind: 'TEXT', text }], kind)).toBe(type);
});
