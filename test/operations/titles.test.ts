import { expect, test } from 'vitest';
import { operations } from '#core/service/operations.ts';
import { inEnglish } from '#shared/sentences/english.ts';

test('the titles in the locale files are those of the operations there are', () => {
  const titles = inEnglish.keys.filter((key) => key.startsWith('operation.'));
  expect(titles.map((key) => key.slice('operation.'.length))).toEqual(Object.keys(operations).sort());
});
