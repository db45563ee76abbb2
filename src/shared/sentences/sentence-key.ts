import type english from '../../../resources/locales/en.json';

/** What a locale file holds: sentences in ICU MessageFormat by key. */
export type Locale = Readonly<Record<string, string>>;

/** A key of the English file, which has them all. Only the type: the text stays in the file. */
export type SentenceKey = keyof typeof english;
