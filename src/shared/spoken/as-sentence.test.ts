import { expect, test } from 'vitest';
import { asSentence } from './as-sentence.ts';

test.each([
  ['tag_name is required', { field: 'tag_name' }, 'tag_name is required.'],
  ['there is no such call', {}, 'There is no such call.'],
  ['over already!', { empty: '' }, 'Over already!'],
])('%j is a sentence', (detail, values, sentence) => {
  expect(asSentence(detail, values)).toBe(sentence);
});
