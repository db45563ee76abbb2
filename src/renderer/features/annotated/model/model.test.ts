import { describe, expect, test } from 'vitest';
import { scanText } from '#shared/annotated/tape/scan.ts';
import { createDocumentModel } from './document-model.ts';
import { itemFields } from '#shared/annotated/item-fields.ts';
import { nameMatcher } from '#shared/annotated/match-names.ts';
import { readSpans } from '#shared/annotated/read-spans.ts';
import { segmentText } from './segment.ts';
import type { Place } from './types.ts';

const spansOf = (item: unknown) => {
  const tape = scanText(JSON.stringify(item));
  return readSpans(tape, itemFields(tape, 0)).map(({ start, end }) => [start, end]);
};

describe('places of a mark', () => {
  test.each([
    [{ start: 3, end: 7 }, [[3, 7]]],
    [{ start_offset: 3, end_offset: 7 }, [[3, 7]]],
    [{ begin: '3', end: '7' }, [[3, 7]]],
    [{ offset: 3, length: 4 }, [[3, 7]]],
    [{ position: { start: 3, end: 7 } }, [[3, 7]]],
    [{ offsets: { start: 3, end: 7 } }, [[3, 7]]],
    [{ offset: { start: 3, end: 7 } }, [[3, 7]]],
    [{ span: [3, 7] }, [[3, 7]]],
    [
      {
        spans: [
          [3, 7],
          [9, 12],
        ],
      },
      [
        [3, 7],
        [9, 12],
      ],
    ],
    [
      {
        positions: [
          { start: 3, end: 7 },
          { offset: 9, length: 3 },
        ],
      },
      [
        [3, 7],
        [9, 12],
      ],
    ],
    [{ name: 'no place' }, []],
    [{ start: -3, end: 7 }, []],
    [{ start: 7, end: 3 }, []],
    [{ start: 'x', end: {} }, []],
    [{ start: 1.5, end: 3 }, []],
    [{ span: [3] }, []],
    [{ span: 'text' }, []],
    ['text', []],
    [null, []],
  ])('%j', (item, expected) => {
    expect(spansOf(item)).toEqual(expected);
  });
});

describe('names', () => {
  const found = (names: string[], text: string) =>
    nameMatcher(names)(text).map(({ start, end }) => text.slice(start, end));

  test('the longest name at a place, whole words only, in any case', () => {
    expect(found(['Apple', 'Apple Inc.'], 'APPLE INC. and pineapple, apple; Apples')).toEqual([
      'APPLE INC.',
      'apple',
    ]);
    expect(found(['AT&T', 'S&P 500'], 'at&t fell, S&P 500 rose, S&P 5000')).toEqual(['at&t', 'S&P 500']);
    expect(found(['Müller', 'Société Générale'], 'MÜLLER, Société générale, Müllerin')).toEqual([
      'MÜLLER',
      'Société générale',
    ]);
    expect(found(['株式会社', ''], '株式会社 x')).toEqual(['株式会社']);
    expect(found(['constructor', '__proto__'], 'a constructor')).toEqual(['constructor']);
    expect(found(['İstanbul'], 'İstanbul')).toEqual([]);
  });
});

describe('segments', () => {
  test('are cut wherever a mark begins or ends, the longest mark first', () => {
    const marks = [
      { start: 0, end: 10, id: 'a' },
      { start: 5, end: 15, id: 'b' },
      { start: 5, end: 7, id: 'c' },
      { start: 30, end: 40, id: 'outside' },
      { start: 8, end: 8, id: 'empty' },
    ];
    const segments = segmentText(20, marks).map(({ start, end, over }) => [
      start,
      end,
      over.map(({ id }) => id).join(''),
    ]);
    expect(segments).toEqual([
      [0, 5, 'a'],
      [5, 7, 'abc'],
      [7, 10, 'ab'],
      [10, 15, 'b'],
      [15, 20, ''],
    ]);
    expect(segmentText(3, [])).toEqual([{ start: 0, end: 3, over: [] }]);
    expect(segmentText(0, marks)).toEqual([]);
  });
});

const texts = ['Größe 😀 zählt: Halden AG wächst.', 'Vela kauft Halden AG.'];
const marked = (place: (text: string, name: string, before: string) => object) => ({
  content: {
    body: texts.map((text, index) => ({
      text,
      kind: 'TEXT',
      entities: ['Halden AG', 'Vela'].flatMap((name) =>
        text.includes(name)
          ? [
              {
                entity_name: name,
                entity_type: 'COMP',
                ...place(text, name, texts.slice(0, index).join('\n') + (index > 0 ? '\n' : '')),
              },
            ]
          : [],
      ),
    })),
  },
});
const marksOf = (document: unknown) => {
  const model = createDocumentModel(scanText(JSON.stringify(document)));
  const { views, entities } = model.blocks(0, 10);
  const names = new Map(entities.map(({ entity, name }) => [entity, name]));
  return views.flatMap(({ text, mentions }) =>
    mentions.map(({ start, end, entity }) => `${text.slice(start, end)} = ${names.get(entity)}`),
  );
};
const expected = ['Halden AG = Halden AG', 'Vela = Vela', 'Halden AG = Halden AG'];
const codePoints = (text: string) => [...text].length;
const bytes = (text: string) => new TextEncoder().encode(text).length;

describe('marks', () => {
  test.each([
    [
      'in a block',
      (text: string, name: string) => ({ start: text.indexOf(name), end: text.indexOf(name) + name.length }),
    ],
    [
      'with the last character as end',
      (text: string, name: string) => ({
        start: text.indexOf(name),
        end: text.indexOf(name) + name.length - 1,
      }),
    ],
    [
      'in code points',
      (text: string, name: string) => {
        const start = codePoints(text.slice(0, text.indexOf(name)));
        return { offset: start, length: codePoints(name) };
      },
    ],
    [
      'in bytes',
      (text: string, name: string) => {
        const start = bytes(text.slice(0, text.indexOf(name)));
        return { span: [start, start + bytes(name)] };
      },
    ],
    [
      'through the document',
      (text: string, name: string, before: string) => {
        const start = before.length + text.indexOf(name);
        return { start, end: start + name.length };
      },
    ],
    ['by their name alone', () => ({})],
    ['with places that make no sense', () => ({ start: 9000, end: 9010 })],
  ])('counted %s', (_how, place) => {
    expect(marksOf(marked(place))).toEqual(expected);
  });

  test('of the whole content, and of documents that list entities only', () => {
    const body = texts.map((text) => ({ text }));
    const item = { entity_name: 'Vela', start: texts[0]?.length, end: (texts[0]?.length ?? 0) + 4 };
    expect(marksOf({ content: { body, entities: [item] } })).toEqual(['Vela = Vela']);
    expect(
      marksOf({ content: { body, entities: [{ entity_name: 'Vela', paragraph_num: 2, start: 0, end: 4 }] } }),
    ).toEqual(['Vela = Vela']);
    const analytics = {
      entities: [{ rp_entity_id: 'X1', entity_name: 'Halden AG' }, { entity_name: 'Vela' }],
    };
    expect(marksOf({ content: { body }, analytics })).toEqual(expected);
    expect(marksOf({ results: { content: { blocks: body }, analytics } })).toEqual(expected);
  });
});

const filing = {
  content: {
    title: { text: 'Filing' },
    body: [
      {
        text: 'Halden rose. Vela fell.',
        kind: 'TEXT',
        entities: [
          { rp_entity_id: 'H', start: 0, end: 6 },
          { rp_entity_id: 'V', start: 13, end: 17 },
        ],
        sentences: [
          { start: 0, end: 12, sentiment: 0.5 },
          { start: 13, end: 23, sentiment: -0.5 },
        ],
      },
      {
        text: 'Halden again.',
        entities: [{ rp_entity_id: 'H', start: 0, end: 6 }],
        sentences: [{ text: 'Halden again.', sentiment: 'positive' }],
      },
    ],
  },
  analytics: {
    entities: [
      { rp_entity_id: 'H', entity_name: 'Halden', entity_type: 'COMP', entity_relevance: 0.9 },
      { rp_entity_id: 'V', entity_name: 'Vela', entity_type: 'COMP' },
    ],
    events: [
      {
        type: 'fall',
        roles: [{ event_detected_entity_name: 'Vela', event_sentiment: -0.4 }],
        text_locations: [{ paragraph_num: 1, sentence_num: 2 }],
      },
    ],
    events_unmapped: [{ type: 'ipo', company_name: 'New', entity_name: 'New AG' }],
  },
};
const where = ({ path, block, start, end, entityKey, event }: Place) => [
  path,
  block,
  start,
  end,
  entityKey,
  event,
];

describe('one place in all panes', () => {
  const model = createDocumentModel(scanText(JSON.stringify(filing)));

  test('from an entity, an event, a sentence, a mark or a chunk', () => {
    expect(where(model.locate({ kind: 'entity', key: 'V' }))).toEqual([
      '$.analytics.entities[1]',
      0,
      13,
      17,
      'V',
      -1,
    ]);
    expect(where(model.locate({ kind: 'entity', key: 'halden' }))).toEqual([
      '$.analytics.entities[0]',
      0,
      0,
      6,
      'H',
      -1,
    ]);
    expect(where(model.locate({ kind: 'event', event: 0 }))).toEqual([
      '$.analytics.events[0]',
      0,
      13,
      23,
      null,
      0,
    ]);
    expect(
      where(
        model.locate({
          kind: 'path',
          path: '$.content.body[0].sentences[1].sentiment',
          from: null,
          to: null,
        }),
      ).slice(1, 4),
    ).toEqual([0, 13, 23]);
    expect(
      where(
        model.locate({ kind: 'path', path: '$.content.body[1].entities[0].start', from: null, to: null }),
      ),
    ).toEqual(['$.content.body[1].entities[0].start', 1, 0, 6, 'H', -1]);
    expect(
      where(
        model.locate({ kind: 'path', path: '$.analytics.events[0].roles[0]', from: null, to: null }),
      ).slice(1),
    ).toEqual([0, 13, 23, null, 0]);
    const quoted = model.locate({ kind: 'chunk', chunk: 1, quote: 'halden AGAIN', paragraph: null });
    expect(where(quoted)).toEqual(['$.content.body[1]', 1, 0, 12, null, -1]);
    expect(model.locate({ kind: 'chunk', chunk: 7, quote: null, paragraph: 2 }).block).toBe(1);
    // Its words stand in both.
    const halden = (paragraph: number | null) =>
      where(model.locate({ kind: 'chunk', chunk: 1, quote: 'Halden', paragraph })).slice(1, 4);
    expect([halden(null), halden(1), halden(2)]).toEqual([
      [0, 0, 6],
      [0, 0, 6],
      [1, 0, 6],
    ]);
    const cited = { kind: 'path', path: '$.content.body[1].text', from: 2, to: 5 } as const;
    expect(where(model.locate(cited)).slice(0, 4)).toEqual(['$.content.body[1].text', 1, 2, 5]);
    expect(model.locate({ kind: 'chunk', chunk: 1, quote: null, paragraph: null }).block).toBe(0);
    expect(model.locate({ kind: 'path', path: '$.nope', from: null, to: null }).node).toBe(-1);
    expect(model.locate({ kind: 'entity', key: 'nobody' }).entity).toBe(-1);
    expect(model.locate({ kind: 'event', event: 99 }).event).toBe(-1);
  });

  test('marks are counted and gone through in reading order', () => {
    while (!model.read(100));
    expect(model.counts()).toMatchObject({ isDone: true, mentions: 3, sentences: 3, entities: 2, events: 2 });
    const { step, numberAt } = model.mentionIndex;
    const halden = model.locate({ kind: 'entity', key: 'H' }).entity;
    const next = step(0, 0, 1, (entity) => entity === halden);
    expect(model.mentionPlace(next)).toMatchObject({ block: 1, start: 0 });
    expect(model.mentionPlace(step(1, 0, 1, (entity) => entity === halden))).toMatchObject({
      block: 0,
      start: 0,
    });
    expect(model.mentionPlace(step(0, 0, -1, () => true))).toMatchObject({ block: 1, start: 0 });
    expect(model.mentionPlace(step(0, -1, 1, () => true))).toMatchObject({ block: 0, start: 0 });
    expect(step(0, 0, 1, () => false)).toBe(-1);
    expect(numberAt(1, 0, halden)).toBe(2);
  });
});

describe('whatever comes', () => {
  const odd: unknown[] = [
    null,
    1,
    'x',
    true,
    [],
    {},
    [[]],
    [null, { text: 3 }],
    { text: 'x', entities: 'y' },
    { start: {}, end: [] },
  ];
  const wrong = (value: unknown) => ({
    document: value,
    content: {
      title: value,
      body: [
        value,
        { text: value, kind: value, entities: value, sentences: value },
        { text: 'Text', entities: [value], sentences: [value] },
      ],
    },
    profiling: value,
    analytics: {
      document: value,
      events: [value, { roles: value, text_locations: value, type: value }],
      entities: [value, { entity_name: value, rp_entity_id: value }],
    },
  });

  test.each(odd)('%j in every place', (value) => {
    for (const document of [
      value,
      { content: value },
      { analytics: value },
      { content: { body: value } },
      wrong(value),
    ]) {
      const model = createDocumentModel(scanText(JSON.stringify(document)));
      while (!model.read(100));
      const { blocks, nodes } = model.summary();
      expect(model.blocks(0, 100).views).toHaveLength(blocks);
      for (let node = 0; node < nodes; node++) expect(model.locate({ kind: 'node', node }).node).toBe(node);
      for (let event = 0; event < model.eventCount(); event++) model.locate({ kind: 'event', event });
    }
  });

  test('plain JSON has no text, and a long text is folded', () => {
    expect(createDocumentModel(scanText('[{"a":1}]')).summary().isAnnotated).toBe(false);
    const long = { content: { body: [{ text: 'x'.repeat(1_000_000) }] } };
    const [view] = createDocumentModel(scanText(JSON.stringify(long))).blocks(0, 1).views;
    expect([view?.text.length, view?.length]).toEqual([6_000, 1_000_000]);
  });
});

test('tables of the original are taken in parts, and drawn once all of them are known', async () => {
  const text = '2024\nSales | 5';
  const block = { type: 'TABLE', text };
  const model = createDocumentModel(scanText(JSON.stringify({ content: { body: [block, block] } })));
  const cell = (words: string) => ({ text: words, columns: 1, rows: 1, isHeading: false });
  const table = { rows: [['', '2024'].map(cell), ['Sales', '5'].map(cell)] };
  const tableOf = () => model.blocks(0, 1).views[0]?.table;
  const meanwhile: unknown[] = [];
  const found = await model.takeTables([table, table], async () => meanwhile.push(tableOf()));
  expect(found).toEqual([0, 1]);
  expect(meanwhile).toEqual([null, null, null, null]);
  expect(tableOf()).toMatchObject({ columns: 2 });
  expect(await model.takeTables([])).toEqual([]);
  expect(tableOf()).toBeNull();
});
