import { isErrorCode } from '#shared/errors/catalog.ts';
import { type Explanation, explain } from '#shared/errors/explain.ts';
import { sayReason } from '#shared/uploads/say-reason.ts';
import { useI18n } from './i18n-context.tsx';

/** Sentences for codes of failures and for reasons a local file is left out, in the person's language. */
export function useReasons() {
  const { t, isKey } = useI18n();
  const of = (code: string): Explanation =>
    isErrorCode(code)
      ? explain(t, code)
      : { happened: sayReason({ say: t, isKey }, code), next: '', remedy: '' };
  return {
    /** `next` and `remedy` are empty for codes that are not in the catalog. */
    of,
  };
}
