import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { chooseLanguage } from '#shared/sentences/choose-language.ts';
import type { Locale } from '#shared/sentences/sentence-key.ts';
import { createSentences, type Say, type Sentences } from '#shared/sentences/sentences.ts';

/**
 * What the app says outside its pages (X12), by the files of a folder: `de.json`. A file is read when its
 * language is first spoken.
 */
export class Locales {
  readonly #folder: string;
  readonly #languages: readonly string[];
  readonly #read = new Map<string, Sentences>();

  constructor(folder: string) {
    this.#folder = folder;
    this.#languages = readdirSync(folder)
      .filter((name) => name.endsWith('.json'))
      .map((name) => name.slice(0, -'.json'.length));
  }

  /** @param preferred as the preference says; `auto` follows `system` */
  say(preferred: string, system: string): Say {
    const language = chooseLanguage(preferred, [system], this.#languages);
    const sentences = this.#read.get(language) ?? createSentences(language, this.#localeOf(language));
    this.#read.set(language, sentences);
    return sentences.say;
  }

  #localeOf(language: string): Locale {
    return JSON.parse(readFileSync(join(this.#folder, `${language}.json`), 'utf8')) as Locale;
  }
}
