import {
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useLayoutEffect,
  useMemo,
  useState,
} from 'react';
import type { Say, Sentences } from '#shared/sentences/sentences.ts';
import { createFormat, type Format } from './format.ts';
import { type Locales, locales as ownLocales } from './locales.ts';

export interface I18n {
  readonly language: string;
  /** All that may be chosen. */
  readonly languages: readonly string[];
  readonly t: Say;
  readonly isKey: Sentences['isKey'];
  readonly format: Format;
}

const I18nContext = createContext<I18n | null>(null);

interface I18nProviderProps {
  readonly language: string;
  readonly locales?: Locales;
  readonly children: ReactNode;
}

/**
 * Children are there once their language is; when another is chosen, the former stands until that one is
 * loaded.
 */
export function I18nProvider({ language, locales = ownLocales, children }: I18nProviderProps) {
  const [sentences, setSentences] = useState<Sentences>();
  useEffect(() => {
    let isWanted = true;
    void locales.load(language).then((loaded) => {
      if (isWanted) setSentences(loaded);
    });
    return () => {
      isWanted = false;
    };
  }, [language, locales]);
  useLayoutEffect(() => {
    if (sentences) document.documentElement.lang = sentences.language;
  }, [sentences]);
  const value = useMemo<I18n | null>(
    () =>
      sentences
        ? {
            language: sentences.language,
            languages: locales.languages,
            t: sentences.say,
            isKey: sentences.isKey,
            format: createFormat(sentences.language),
          }
        : null,
    [sentences, locales],
  );
  return value && <I18nContext value={value}>{children}</I18nContext>;
}

export function useI18n(): I18n {
  const value = useContext(I18nContext);
  if (value === null) throw new Error('There is no I18nProvider above this component.');
  return value;
}
