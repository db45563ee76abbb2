import type { Locale } from '#shared/sentences/sentence-key.ts';
import { createSentences, type Sentences } from '#shared/sentences/sentences.ts';

/** The languages there are, and what is said in one of them: read when it is chosen, and once. */
export interface Locales {
  /** BCP 47 tags. */
  readonly languages: readonly string[];
  readonly load: (language: string) => Promise<Sentences>;
}

/** @param files by path, whose name is the language: `…/de.json` */
export function localesFrom(files: Readonly<Record<string, () => Promise<Locale>>>): Locales {
  const byLanguage = new Map(Object.entries(files).map(([path, read]) => [languageOf(path), read]));
  const loaded = new Map<string, Promise<Sentences>>();
  return {
    languages: [...byLanguage.keys()],
    load(language) {
      const read = byLanguage.get(language);
      if (read === undefined) return Promise.reject(new Error(`There are no sentences in ${language}.`));
      const known = loaded.get(language) ?? read().then((locale) => createSentences(language, locale));
      loaded.set(language, known);
      // The host may be there again when it is asked for anew.
      known.catch(() => loaded.delete(language));
      return known;
    },
  };
}

function languageOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1, -'.json'.length);
}

/** The files of `resources/locales`, each a chunk of its own: a file there is all that a language needs. */
export const locales = localesFrom(
  import.meta.glob<Locale>('../../../../resources/locales/*.json', { import: 'default' }),
);
