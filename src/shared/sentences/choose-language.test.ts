import { expect, test } from 'vitest';
import { chooseLanguage } from './choose-language.ts';

test.each([
  ['auto', ['fr-FR', 'de-AT', 'en'], 'de'],
  ['auto', ['fr-FR'], 'en'],
  ['auto', [], 'en'],
  ['en', ['de'], 'en'],
  ['pl', ['de'], 'de'],
  ['auto', ['pt-BR', 'de'], 'pt-BR'],
  ['auto', ['PT-br'], 'pt-BR'],
  ['auto', ['zh-Hant-TW'], 'zh'],
] as const)('%s with %j is %s', (preferred, system, language) => {
  expect(chooseLanguage(preferred, system, ['de', 'en', 'pt-BR', 'zh'])).toBe(language);
});
