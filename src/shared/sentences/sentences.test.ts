import { expect, test } from 'vitest';
import { inEnglish } from './english.ts';
import type { SentenceKey } from './sentence-key.ts';
import { createSentences } from './sentences.ts';

/** Sentences under keys that tests make up. */
function sayIn(language: string, locale: Record<string, string>) {
  const { say } = createSentences(language, locale);
  return (key: string, values?: Record<string, string | number>) => say(key as SentenceKey, values);
}

test('one and many, with numbers as the language writes them', () => {
  const en = sayIn('en', { files: '{count, plural, one {# file of {all}} other {# files of {all}}}' });
  const de = sayIn('de', { files: '{count, plural, one {# Datei von {all}} other {# Dateien von {all}}}' });
  expect(en('files', { count: 1, all: 2_000 })).toBe('1 file of 2,000');
  expect(en('files', { count: 100_000, all: 'many' })).toBe('100,000 files of many');
  expect(de('files', { count: 100_000, all: 2_000.5 })).toBe('100.000 Dateien von 2.000,5');
});

test('plural rules are the language’s own, also of one nobody here speaks', () => {
  const pl = sayIn('pl', {
    files: '{count, plural, one {# plik} few {# pliki} many {# plików} other {# pliku}}',
  });
  const said = [1, 2, 5, 12, 22, 112, 1.5].map((count) => pl('files', { count }));
  expect(said).toEqual(['1 plik', '2 pliki', '5 plików', '12 plików', '22 pliki', '112 plików', '1,5 pliku']);
});

test.each([
  [
    'a value may look like a place',
    'for “{query}”',
    { query: "{query} $& '{' # <b>" },
    "for “{query} $& '{' # <b>”",
  ],
  ['what is quoted is text', "'{' {name} '}' it's", { name: 'x' }, "{ x } it's"],
  ['a tag is text', 'It ends without </html> of {name}.', { name: 'x' }, 'It ends without </html> of x.'],
  ['a place without a value stays', '{one} and {other}', { one: 1 }, '1 and {other}'],
  ['a choice', '{kind, select, file {a file} other {a folder}}', { kind: 'file' }, 'a file'],
])('%s', (_, sentence, values, said) => {
  expect(sayIn('en', { sentence })('sentence', values)).toBe(said);
});

test('a key nobody knows is a type error, and stands for itself', () => {
  // @ts-expect-error: the type comes from the English file
  expect(inEnglish.say('no.such')).toBe('no.such');
  expect(inEnglish.isKey('no.such')).toBe(false);
  expect(inEnglish.isKey('common.close')).toBe(true);
  expect(inEnglish.isKey('toString')).toBe(false);
  expect(inEnglish.say('common.close')).toBe('Close');
});
