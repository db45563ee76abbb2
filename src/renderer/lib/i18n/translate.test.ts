import { expect, test } from 'vitest';
import { chooseLanguage } from './i18n-context.tsx';
import { createTranslate } from './translate.ts';

test('one and many, with numbers as the language writes them', () => {
  const en = createTranslate('en');
  const de = createTranslate('de');
  expect(en('uploads.total', { count: 1 })).toBe('1 upload');
  expect(en('uploads.total', { count: 100_000 })).toBe('100,000 uploads');
  expect(de('uploads.total', { count: 100_000 })).toBe('100.000 Uploads');
});

test('a value may look like a placeholder', () => {
  expect(createTranslate('en')('palette.searchUploads', { query: '{query} $&' })).toBe(
    'Search uploads for “{query} $&”',
  );
});

test.each([
  ['auto', ['fr-FR', 'de-AT', 'en'], 'de'],
  ['auto', ['fr-FR'], 'en'],
  ['auto', [], 'en'],
  ['en', ['de'], 'en'],
] as const)('%s with %j is %s', (preferred, system, language) => {
  expect(chooseLanguage(preferred, system)).toBe(language);
});
