import { catalog, type MessageKey } from './catalog.ts';
import type { Language } from './define-messages.ts';

export type Values = Readonly<Record<string, string | number>>;
export type Translate = (key: MessageKey, values?: Values) => string;

/** Sentences in one language. `count` chooses between singular and plural; numbers are written as the language does. */
export function createTranslate(language: Language): Translate {
  const plural = new Intl.PluralRules(language);
  const number = new Intl.NumberFormat(language);
  return (key, values = {}) => {
    const message = catalog[language][key];
    const text =
      typeof message === 'string'
        ? message
        : message[plural.select(Number(values.count)) === 'one' ? 'one' : 'other'];
    return text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => {
      const value = values[name];
      if (value === undefined) return whole;
      return typeof value === 'number' ? number.format(value) : value;
    });
  };
}
