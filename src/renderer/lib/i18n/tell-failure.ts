import { isErrorCode } from '#shared/errors/catalog.ts';
import { explainCall } from '#shared/errors/explain.ts';
import { withDetail } from '#shared/errors/with-detail.ts';
import type { Sentences } from '#shared/sentences/sentences.ts';
import { asSentence } from '#shared/spoken/as-sentence.ts';
import { speakOr } from '#shared/spoken/speak.ts';
import { CallError } from '../bridge/call-error.ts';
import { failureCode, failureText } from '../queries.ts';

interface ToldFailure {
  readonly happened: string;
  /** What Sluice does and what to do; empty for a code of a newer Sluice. */
  readonly advice: string;
}

/** A failure in the language of the page. */
export function tellFailure(
  sentences: Pick<Sentences, 'language' | 'say' | 'isKey'>,
  error: unknown,
): ToldFailure {
  const code = failureCode(error);
  if (!isErrorCode(code)) return { happened: failureText(error), advice: '' };
  const {
    maybeDone = false,
    said,
    detail = '',
  }: Partial<CallError> = error instanceof CallError ? error : {};
  const { happened, next, remedy } = explainCall(sentences.say, { code, maybeDone });
  const exactly = speakOr(sentences, said, detail);
  // Its own sentences are about commands.
  if (code === 'USAGE' && exactly !== '')
    return { happened: asSentence(exactly, said?.values), advice: next };
  return {
    happened: error instanceof CallError ? withDetail(happened, exactly) : failureText(error),
    advice: [next, remedy].filter(Boolean).join(' '),
  };
}
