import { createContext, type ReactNode, useContext, useEffect, useMemo } from 'react';
import type { Preferences } from '#shared/settings/preferences.ts';
import type { Language } from './define-messages.ts';
import { createFormat, type Format } from './format.ts';
import { createTranslate, type Translate } from './translate.ts';

export interface I18n {
  readonly language: Language;
  readonly t: Translate;
  readonly format: Format;
}

const I18nContext = createContext<I18n | null>(null);

/** The language the person chose, or the first of the system's that there is. */
export function chooseLanguage(preferred: Preferences['language'], system: readonly string[]): Language {
  if (preferred !== 'auto') return preferred;
  const known = system
    .map((tag) => tag.slice(0, 2).toLowerCase())
    .find((tag) => tag === 'en' || tag === 'de');
  return known === 'de' ? 'de' : 'en';
}

export function I18nProvider({
  language,
  children,
}: {
  readonly language: Language;
  readonly children: ReactNode;
}) {
  const value = useMemo<I18n>(
    () => ({ language, t: createTranslate(language), format: createFormat(language) }),
    [language],
  );
  useEffect(() => {
    document.documentElement.lang = language;
  }, [language]);
  return <I18nContext value={value}>{children}</I18nContext>;
}

export function useI18n(): I18n {
  const value = useContext(I18nContext);
  if (value === null) throw new Error('There is no I18nProvider above this component.');
  return value;
}
