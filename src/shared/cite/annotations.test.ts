import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hostileSigns } from '../testing/hostile-signs.ts';
import { type Note, noteColors, noteSchema } from '../bridge/notes.ts';
import { annotationPage } from './annotations.ts';
import { readAnnotations } from './read-annotations.ts';
import { noteTexts } from './notes-text.ts';

const sign = fc.oneof(
  fc.constantFrom(...hostileSigns),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }),
);
const anyText = (minLength = 0, maxLength = 30) =>
  fc.array(sign, { minLength, maxLength }).map((signs) => signs.join(''));

const line = (most: number) => fc.string({ unit: 'grapheme', maxLength: most });
const time = fc.integer({ min: 0, max: 4_000_000_000_000 });
const notes: fc.Arbitrary<Note> = fc.record({
  id: fc.uuid(),
  contentId: fc.constant('0123456789ABCDEF0123456789ABCDEF'),
  color: fc.constantFrom(...noteColors),
  body: line(80),
  tags: fc.array(
    line(20).filter((tag) => tag.trim() !== '' && tag === tag.trim()),
    { maxLength: 3 },
  ),
  author: fc.option(fc.constantFrom('ada', 'Grace Hopper')),
  createdAt: time,
  changedAt: time,
  quote: line(60).filter((quote) => quote.trim() !== ''),
  prefix: line(64),
  suffix: line(64),
  position: fc.option(fc.nat()),
  place: fc.option(
    fc.record({
      path: fc.constant('$.content.body[3].text'),
      from: fc.nat(1_000),
      to: fc.integer({ min: 1_001, max: 2_000 }),
      endPath: fc.option(fc.constant('$.content.body[4].text')),
    }),
  ),
  page: fc.option(fc.integer({ min: 1, max: 999 })),
  section: fc.option(line(40)),
  document: fc.record({
    title: fc.option(line(40)),
    fileName: fc.option(line(40)),
    sha256: fc.option(fc.constant('a'.repeat(64))),
    publishedAt: fc.option(time),
  }),
  state: fc.constant('exact' as const),
  reason: fc.constant(null),
  since: time,
});

test('notes come back from W3C annotations as they went out', () => {
  fc.assert(
    fc.property(fc.array(notes, { maxLength: 4 }), (some) => {
      const items = readAnnotations(noteTexts.jsonld(some)) ?? [];
      const back = items.map((item) => {
        if (!item.ok) return item.why;
        const { iri, source: _source, ...rest } = item.annotation;
        return { ...rest, id: iri?.replace('urn:uuid:', '') };
      });
      const wanted = some.map(
        ({ contentId: _id, state: _state, reason: _reason, since: _since, ...rest }) => rest,
      );
      expect(back).toEqual(wanted);
    }),
  );
});

test('an annotation says what it marks in the words of the model', () => {
  const [note] = fc.sample(notes, 1);
  const page = annotationPage([{ ...(note as Note), body: 'Why?', tags: ['risk'], author: null }]);
  expect(page).toMatchObject({
    '@context': 'http://www.w3.org/ns/anno.jsonld',
    type: 'AnnotationPage',
    items: [
      {
        id: `urn:uuid:${note?.id}`,
        type: 'Annotation',
        motivation: 'commenting',
        body: [
          { type: 'TextualBody', purpose: 'commenting', value: 'Why?' },
          { type: 'TextualBody', purpose: 'tagging', value: 'risk' },
        ],
        target: {
          source: { id: 'sluice://document/0123456789ABCDEF0123456789ABCDEF' },
          selector: [
            { type: 'TextQuoteSelector', exact: note?.quote },
            ...(note?.position === null ? [] : [{}]),
          ],
        },
      },
    ],
  });
});

test.each([
  ['a list', '[]', 0],
  ['one', '{"target":{"source":"x:y","selector":{"type":"TextQuoteSelector","exact":"a"}}}', 1],
  ['a collection', '{"first":{"items":[{}]}}', 1],
  ['a page', '{"items":[{},1,null]}', 3],
])('%s is read', (_what, json, count) => {
  expect(readAnnotations(json)).toHaveLength(count);
});

test.each(['', '{', '1', 'null', '"x"', '{"a":1}', '{"first":"https://example.org/page1"}'])(
  '%j holds none',
  (json) => {
    expect(readAnnotations(json)).toBeUndefined();
  },
);

test('whatever JSON a file holds, what is taken fits a note', () => {
  const shaped = fc.record(
    {
      id: fc.oneof(fc.string(), fc.integer()),
      created: fc.string(),
      creator: fc.oneof(anyText(), fc.record({ name: anyText() }), fc.object()),
      bodyValue: fc.oneof(anyText(), fc.integer()),
      body: fc.oneof(
        fc.string(),
        fc.array(fc.record({ value: fc.string(), purpose: fc.constantFrom('tagging', 'x') })),
      ),
      target: fc.oneof(
        fc.string(),
        fc.record({
          source: fc.string({ minLength: 1 }),
          selector: fc.array(
            fc.record({ exact: anyText(), prefix: fc.string(), start: fc.integer() }, { requiredKeys: [] }),
          ),
        }),
      ),
    },
    { requiredKeys: ['target'] },
  );
  const taken = noteSchema.pick({
    color: true,
    body: true,
    tags: true,
    author: true,
    quote: true,
    position: true,
  });
  fc.assert(
    fc.property(fc.array(fc.oneof(shaped, fc.jsonValue())), (items) => {
      for (const item of readAnnotations(JSON.stringify({ items })) ?? [])
        if (item.ok) expect(taken.safeParse(item.annotation).success).toBe(true);
    }),
  );
});

test('Markdown has each document once, its passages in their order, and says what stands nowhere', () => {
  const [first, second] = fc.sample(notes, 2) as [Note, Note];
  const document = { title: 'A *title*', fileName: null, sha256: null, publishedAt: Date.UTC(2024, 0, 2) };
  const text = noteTexts.markdown([
    { ...first, document, quote: 'second words', position: 9, body: '', tags: [], page: null, section: null },
    {
      ...second,
      document,
      quote: 'first\nwords',
      position: 1,
      body: 'Why?',
      tags: ['a risk'],
      page: 3,
      state: 'orphan',
    },
  ]);
  const lines = text.split('\n').map((one) => one.replace(/\(sluice:[^)]*\)/, '(…)'));
  expect(lines).toEqual([
    '# A \\*title\\* (2024-01-02)',
    '',
    '> first',
    '> words',
    '>',
    '> — [p. 3](…) #a-risk (not found any more)',
    '',
    'Why?',
    '',
    '> second words',
    '>',
    '> — [link](…)',
    '',
  ]);
});
