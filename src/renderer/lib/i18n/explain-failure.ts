import { isErrorCode } from '#shared/errors/catalog.ts';
import { explainCall } from '#shared/errors/explain.ts';
import { withDetail } from '#shared/errors/with-detail.ts';
import type { Sentences } from '#shared/sentences/sentences.ts';
import { asSentence } from '#shared/spoken/as-sentence.ts';
import { speakOr } from '#shared/spoken/speak.ts';
import { CallError } from '../bridge/call-error.ts';
import { failureCode, failureText } from '../queries.ts';

interface ExplainedFailure {
  readonly happened: string;
  /** What Sluice does next and what the user can do. Empty for a code this version does not know. */
  readonly advice: string;
}

/** A failure in the language of the page. */
export function explainFailure(
  sentences: Pick<Sentences, 'language' | 'say' | 'isKey'>,
  error: unknown,
): ExplainedFailure {
  const code = failureCode(error);
  if (!isErrorCode(code)) return { happened: failureText(error), advice: '' };
  const maybeDone = error instanceof CallError && error.maybeDone;
  const { happened, next, remedy } = explainCall(sentences.say, { code, maybeDone });
  const advice = [next, remedy].filter(Boolean).join(' ');
  if (!(error instanceof CallError))
    return { happened: sentences.language === 'en' ? failureText(error) : happened, advice };
  const detail = speakOr(sentences, error.said, error.detail ?? '');
  // The catalog's USAGE sentences describe the command line.
  if (code === 'USAGE' && detail !== '')
    return { happened: asSentence(detail, error.said?.values), advice: next };
  return { happened: withDetail(happened, detail), advice };
}
