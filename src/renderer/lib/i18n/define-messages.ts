/** A sentence, or one for exactly one and one for any other `count`. `{name}` stands for a value. */
export type Message = string | { readonly one: string; readonly other: string };

export type Language = 'en' | 'de';

/** Both languages of one area side by side, so that none is forgotten: a missing key is a type error. */
export function defineMessages<const K extends string>(
  en: Readonly<Record<K, Message>>,
  de: Readonly<Record<NoInfer<K>, Message>>,
): Readonly<Record<Language, Readonly<Record<K, Message>>>> {
  return { en, de };
}
