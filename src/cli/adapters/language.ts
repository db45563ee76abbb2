import { readdirSync, readFileSync } from 'node:fs';
import { places } from '#core/public/places.ts';
import { chooseLanguage } from '#shared/sentences/choose-language.ts';
import { inEnglish } from '#shared/sentences/english.ts';
import type { Locale } from '#shared/sentences/sentence-key.ts';
import { createSentences, type Sentences } from '#shared/sentences/sentences.ts';
import type { Environment } from '../environment.ts';

type Asking = Pick<Environment, 'variables' | 'systemLanguage' | 'locales'>;

/** The sentences of the language that the environment asks for; English where Sluice does not speak it. */
export function sentencesFor(environment: Asking): Sentences {
  const folder = environment.locales ?? places.locales;
  const known = readdirSync(folder).map((name) => name.replace(/\.json$/, ''));
  const language = chooseLanguage('auto', wantedLanguages(environment), known);
  if (language === inEnglish.language) return inEnglish;
  const text = readFileSync(new URL(`${language}.json`, folder), 'utf8');
  return createSentences(language, JSON.parse(text) as Locale);
}

/**
 * The languages that are asked for, the most wanted first: `LC_ALL`, else `LC_MESSAGES`, else `LANG`, as
 * POSIX has it, and before it those of `LANGUAGE` (gettext), which `C` switches off. Where none is set, as on
 * Windows, the system's.
 */
export function wantedLanguages({ variables, systemLanguage }: Asking): string[] {
  const { LC_ALL, LC_MESSAGES, LANG, LANGUAGE = '' } = variables;
  const locale = [LC_ALL, LC_MESSAGES, LANG].find((one) => one !== undefined && one !== '');
  if (locale === undefined) return systemLanguage === undefined ? [] : [systemLanguage];
  if (/^(?:C|POSIX)(?:\.|$)/.test(locale)) return [];
  return [...LANGUAGE.split(':'), locale].filter((one) => one !== '').map(tagOf);
}

/** `de_AT.UTF-8@euro` → `de-AT`. */
function tagOf(locale: string): string {
  return locale.replace(/[.@].*$/, '').replaceAll('_', '-');
}
