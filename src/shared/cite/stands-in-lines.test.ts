import { expect, test } from 'vitest';
import { anchorText } from '../anchor/anchor-text.ts';
import { standsInLines } from './stands-in-lines.ts';

const text = [
  'Outlook for the group',
  'The board met in March. Revenue rose by 14% in 2025, to $3.2 billion',
  'in all re-',
  'gions of it. Costs of the whole group fell by 3% in the year1 that ended.',
  'Page 4 of 9',
  'The margin was \u00102\u0011 in the last quarter of it. Nothing else was said.',
].join('\n');
const prefix = 'The board met in March. ';
const suffix = ' Costs of the whole group';
const sentence = 'Revenue rose by 14% in 2025, to $3.2 billion in all regions of it.';

test.each([
  ['as it is', sentence, true],
  ['without its signs', sentence.replace('$', '').replace(',', ''), true],
  ['another number', sentence.replace('14', '41'), false],
  ['another digit', sentence.replace('3.2', '3.4'), false],
  ['another word', sentence.replace('rose', 'fell'), false],
  ['a word that is like it', sentence.replace('regions', 'legions'), undefined],
  ['a letter that is not known', sentence.replace('billion', 'bi1lion'), undefined],
  ['more digits, as a raised number makes them', sentence.replace('2025', '20251'), undefined],
  ['a word more', sentence.replace('Revenue', 'Net revenue'), undefined],
  ['words that stand nowhere', 'These words stand nowhere in it, whatever anybody says.', undefined],
])('%s', (_, quote, stands) => {
  expect(standsInLines(anchorText(text), text)({ quote, prefix, suffix })).toBe(stands);
});

test('like words at a place that nothing tells are not called others', () => {
  const quote = sentence.replace('14', '41');
  expect(standsInLines(anchorText(text), text)({ quote })).toBeUndefined();
  const elsewhere = { prefix: 'In the year before, ', suffix: ' Nobody knows what' };
  expect(standsInLines(anchorText(text), text)({ quote, ...elsewhere })).toBeUndefined();
});

test('part of a number, and one without its sign, are not the same', () => {
  const lines = 'Net result of the period: -5.2 million, and of the group 17.5 million in all.';
  const original = anchorText(lines);
  expect(standsInLines(original, lines)({ quote: '5 million in all.' })).toBeUndefined();
  expect(
    standsInLines(original, lines)({ quote: 'Net result of the period: 5.2 million, and' }),
  ).toBeUndefined();
});
