import { expect, test } from 'vitest';
import { sentencesFor, wantedLanguages } from './language.ts';

test.each([
  [{}, []],
  [{ LANG: '' }, []],
  [{ LANG: 'de_DE.UTF-8' }, ['de-DE']],
  [{ LANG: 'de_AT@euro', LC_MESSAGES: 'fr' }, ['fr']],
  [{ LANG: 'de_DE', LC_MESSAGES: 'fr', LC_ALL: 'pl_PL' }, ['pl-PL']],
  [{ LANG: 'en_US.UTF-8', LANGUAGE: 'de_AT:de:' }, ['de-AT', 'de', 'en-US']],
  [{ LANG: 'de_DE', LANGUAGE: 'de', LC_ALL: 'C' }, []],
  [{ LANG: 'C.UTF-8', LANGUAGE: 'de' }, []],
  [{ LANG: 'POSIX' }, []],
  [{ LANG: 'Cy' }, ['Cy']],
] as const)('%o asks for %o', (variables, wanted) => {
  expect(wantedLanguages({ variables })).toEqual(wanted);
});

test('without a variable the system is asked, and a variable is stronger', () => {
  expect(wantedLanguages({ variables: {}, systemLanguage: 'de-CH' })).toEqual(['de-CH']);
  expect(wantedLanguages({ variables: { LANG: 'C' }, systemLanguage: 'de-CH' })).toEqual([]);
});

test('the sentences of the first language that there is, else English', () => {
  const languageOf = (variables: Record<string, string>) => sentencesFor({ variables }).language;
  expect(languageOf({ LANG: 'de_CH.UTF-8' })).toBe('de');
  expect(languageOf({ LANG: 'nn_NO.UTF-8' })).toBe('en');
  expect(languageOf({ LANG: 'nn_NO.UTF-8', LANGUAGE: 'nn:de' })).toBe('de');
  expect(languageOf({})).toBe('en');
  expect(sentencesFor({ variables: { LANG: 'de' } }).say('common.close')).toBe('Schließen');
});
