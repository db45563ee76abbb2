import type german from '../../../resources/locales/de.json';
import type english from '../../../resources/locales/en.json';

/** What a locale file holds: sentences in ICU MessageFormat by key. */
export type Locale = Readonly<Record<string, string>>;

/** Does not compile for a language that lacks a sentence of the English file. */
type Complete<L extends Record<keyof typeof english, string>> = keyof L;

/** A key of the English file, which has them all. Only the type: the text stays in the file. */
export type SentenceKey = keyof typeof english & Complete<typeof german>;
