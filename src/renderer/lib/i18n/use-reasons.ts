import { isErrorCode } from '#shared/errors/catalog.ts';
import { type Explanation, explain, explainCall } from '#shared/errors/explain.ts';
import { sayReason } from '#shared/uploads/say-reason.ts';
import { CallError } from '../bridge/call-error.ts';
import { failureCode } from '../queries.ts';
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
    /** Of a call that failed; `next` is empty where it is the queue that would go on, and not the call. */
    ofCall(error: unknown): Explanation {
      const code = failureCode(error);
      if (!isErrorCode(code)) return of(code);
      return explainCall(t, { code, maybeDone: error instanceof CallError && error.maybeDone });
    },
  };
}
