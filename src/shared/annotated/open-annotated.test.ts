import { expect, test } from 'vitest';
import { openAnnotated } from './open-annotated.ts';
import { scanText } from './tape/scan.ts';

/** Names, types and mentions of a document's entities. */
function entitiesOf(document: unknown) {
  const annotated = openAnnotated(scanText(JSON.stringify(document)));
  annotated.index.finish();
  return Array.from({ length: annotated.entities.size }, (_, entity) => {
    const { name, type, mentions } = annotated.entityRow(entity);
    return [name, type, mentions];
  });
}
const withMarks = (entities: unknown[], marks: unknown[], text = 'Apple Inc. rose.') => ({
  content: { body: [{ text, entities: marks }] },
  analytics: { entities },
});

test.each([
  [
    'blanks around it',
    { entity_name: 'Apple Inc. ', entity_type: 'COMP' },
    { name: 'Apple Inc. ', start: 0, end: 10 },
  ],
  ['its case', { entity_name: 'APPLE INC.', entity_type: 'COMP' }, { name: 'Apple Inc.', start: 0, end: 10 }],
  ['only a name marked', { entity_name: ' Apple Inc.', entity_type: 'COMP' }, 'Apple Inc. '],
  [
    'only a place marked',
    { id: 'A1', entity_name: 'Apple Inc. ', entity_type: 'COMP' },
    { start: 0, end: 10 },
  ],
])('a name is the same entity, with %s: no ghost without a type', (_, listed, mark) => {
  const [only, ...more] = entitiesOf(withMarks([listed], [mark]));
  expect(more).toEqual([]);
  expect(only?.slice(1)).toEqual(['COMP', 1]);
  expect(only?.[0]).toBe(listed.entity_name.trim());
});

test('an entity is its id: two of one id are one, two of one name with other ids are two', () => {
  const apple = (id: string | null, type: string) => ({ id, entity_name: 'Apple', entity_type: type });
  const marks = [{ id: 'A', start: 0, end: 5 }];
  expect(entitiesOf(withMarks([apple('A', 'COMP'), apple('A', 'COMP')], marks))).toEqual([
    ['Apple', 'COMP', 1],
  ]);
  expect(entitiesOf(withMarks([apple('A', 'COMP'), apple('B', 'FRUT')], marks))).toEqual([
    ['Apple', 'COMP', 1],
    ['Apple', 'FRUT', 0],
  ]);
  expect(entitiesOf(withMarks([apple(null, 'COMP'), apple(null, 'FRUT')], ['Apple']))).toEqual([
    ['Apple', 'COMP', 1],
  ]);
});

test('a place outside of the text is no mention; the name is looked for there', () => {
  const listed = [{ entity_name: 'Apple', entity_type: 'COMP' }];
  expect(entitiesOf(withMarks(listed, [{ name: 'Apple', start: 900, end: 905 }]))).toEqual([
    ['Apple', 'COMP', 1],
  ]);
  expect(entitiesOf(withMarks(listed, [{ name: 'Apple', start: 900, end: 905 }], 'Pears.'))).toEqual([
    ['Apple', 'COMP', 0],
  ]);
});

test('without a text a document says itself how often it names whom, those of one id together', () => {
  const listed = [
    { id: 'A', entity_name: 'Apple', mentions: 3 },
    { id: 'A', entity_name: 'Apple', mentions: '4' },
  ];
  expect(entitiesOf({ analytics: { entities: listed } })).toEqual([['Apple', '', 7]]);
});
