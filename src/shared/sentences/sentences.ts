import { IntlMessageFormat } from 'intl-messageformat';
import type { Locale, SentenceKey } from './sentence-key.ts';

export type SentenceValues = Readonly<Record<string, string | number>>;
/** The sentence of a key. A number in a place is written as the language does. */
export type Say = (key: SentenceKey, values?: SentenceValues) => string;

/** What is said in one language. */
export interface Sentences {
  readonly language: string;
  readonly keys: readonly SentenceKey[];
  readonly say: Say;
  /** Whether a text that came from elsewhere is a key of this language. */
  readonly isKey: (text: string) => text is SentenceKey;
}

/**
 * The sentences of one language, out of its locale file. Plural rules and numbers are the language's own (ICU
 * MessageFormat, CLDR); a sentence is read when it is first said.
 *
 * @param language its BCP 47 tag
 */
export function createSentences(language: string, locale: Locale): Sentences {
  // The first of a process costs it 20 ms, and most starts say no number.
  let numbers: Intl.NumberFormat | undefined;
  const numberOf = (value: number) => {
    numbers ??= new Intl.NumberFormat(language);
    return numbers.format(value);
  };
  const read = new Map<string, ReadSentence>();
  const isKey = (text: string): text is SentenceKey => Object.hasOwn(locale, text);
  function say(key: SentenceKey, values: SentenceValues = {}): string {
    const text = locale[key] ?? key;
    if (isPlain(text)) return text;
    let sentence = read.get(key);
    if (sentence === undefined) {
      sentence = readSentence(text, language);
      read.set(key, sentence);
    }
    return String(sentence.format.format(valuesFor(sentence.places, values, numberOf)));
  }
  return { language, keys: Object.keys(locale).filter(isKey), say, isKey };
}

interface ReadSentence {
  readonly format: IntlMessageFormat;
  /** Each name in it, and whether it chooses (a plural, say) or only stands there. */
  readonly places: ReadonlyMap<string, 'chooses' | 'stands'>;
}

/** Nothing stands in it and nothing is quoted: most sentences, which need not be read. */
function isPlain(text: string): boolean {
  return !/['{}]/.test(text);
}

function readSentence(text: string, language: string): ReadSentence {
  // Without tags: `</html>` is text.
  const format = new IntlMessageFormat(text, language, undefined, { ignoreTag: true });
  return { format, places: placesOf(format.getAst()) };
}

type Ast = ReturnType<IntlMessageFormat['getAst']>;
/** `type` of elements of the library's tree: text, and a plain place, `{name}`. */
const literal = 0;
const argument = 1;

function placesOf(elements: Ast, places = new Map<string, 'chooses' | 'stands'>()) {
  for (const element of elements) {
    // `#` has no name, and the value of text is the text.
    if (!('value' in element) || Number(element.type) === literal) continue;
    if (Number(element.type) !== argument) places.set(element.value, 'chooses');
    else if (!places.has(element.value)) places.set(element.value, 'stands');
    if ('options' in element)
      for (const option of Object.values(element.options)) placesOf(option.value, places);
  }
  return places;
}

/** A place without a value stays as it is written: a page says too little rather than nothing. */
function valuesFor(
  places: ReadSentence['places'],
  values: SentenceValues,
  numberOf: (value: number) => string,
) {
  return Object.fromEntries(
    [...places].map(([name, role]) => {
      const value = values[name] ?? (role === 'chooses' ? 0 : `{${name}}`);
      return [name, role === 'stands' && typeof value === 'number' ? numberOf(value) : value];
    }),
  );
}
