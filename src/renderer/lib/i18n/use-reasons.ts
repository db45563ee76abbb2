import { errorCatalog, isErrorCode } from '#shared/errors/catalog.ts';
import { reasonSentence } from '#shared/uploads/skip-reasons.ts';
import { useI18n } from './i18n-context.tsx';
import { errorsDe } from './reasons-de.ts';
import { skipReasonsDe } from './skip-reasons-de.ts';
import { waitReasonsDe } from './wait-reasons-de.ts';

export interface Reason {
  readonly happened: string;
  /** What Sluice does next; empty for codes that are not in the catalog. */
  readonly next: string;
  readonly remedy: string;
}

/** Sentences for codes of failures and for reasons a local file is left out, in the person's language. */
export function useReasons() {
  const { language } = useI18n();
  return {
    of(code: string): Reason {
      if (isErrorCode(code)) return language === 'de' ? errorsDe[code] : errorCatalog[code];
      const german: Readonly<Record<string, string>> = { ...skipReasonsDe, ...waitReasonsDe };
      const isGerman = language === 'de' && Object.hasOwn(german, code);
      const skipped = (isGerman ? german[code] : undefined) ?? reasonSentence(code);
      return { happened: skipped, next: '', remedy: '' };
    },
  };
}
