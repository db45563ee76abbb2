import { ZodError } from 'zod';
import type { Redactor } from '#core/public/redactor.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { errorCatalog } from '#shared/errors/catalog.ts';
import { exitCodes } from '#shared/errors/catalog-entry.ts';
import { explainCall } from '#shared/errors/explain.ts';
import { ledgerRefusal, systemTrouble } from '#shared/errors/system-trouble.ts';
import { wrongInput } from '#shared/errors/wrong-input.ts';
import { inEnglish } from '#shared/sentences/english.ts';
import type { Say, SentenceValues } from '#shared/sentences/sentences.ts';
import { asSentence } from '#shared/spoken/as-sentence.ts';
import type { Failure } from './output/frame-schema.ts';
import type { Output } from './output/output.ts';
import { createWords, type Words } from './output/words.ts';

/** Any thrown thing as an AppError: what is no expected failure becomes `UNEXPECTED`. */
export function asAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (error instanceof ZodError) return wrongInput(error, 'input');
  const message = error instanceof Error ? error.message : String(error);
  const code = codeOf(error);
  if (code === 'EADDRINUSE') return new AppError('PORT_TAKEN', { detail: message, cause: error });
  const trouble = systemTrouble(error) ?? ledgerRefusal(error);
  if (trouble !== undefined) return new AppError(trouble, { detail: message, cause: error });
  return new AppError('UNEXPECTED', { detail: message, cause: error });
}

/**
 * Says a failure that ends the command: what happened, what Sluice does next, what one can do. With `--json`
 * it is the `error` of the answer, or of the last event, on stdout.
 *
 * @returns the exit code of the failure's class
 */
export function reportFailure(error: unknown, output: Output, redactor: Redactor, verbose: boolean): number {
  const failure = asAppError(error);
  const { exit } = errorCatalog[failure.code];
  const { next, remedy } = explainCall(output.say, failure);
  const nextHere = next === '' ? output.say('cli.failure.stopsHere') : next;
  output.log(messageOf(failure, output));
  output.log(`${nextHere} ${remedy}`);
  if (failure.requestId !== undefined)
    output.log(output.say('cli.failure.request', { id: failure.requestId }));
  if (verbose || failure.code === 'UNEXPECTED') output.log(stackOf(error));
  output.end(redactor.value(failureFields(failure)) as Failure);
  return exitCodes[exit];
}

/** A failure as JSON shows it: in English, as all that programs read. */
function failureFields(failure: AppError): Failure {
  const { code, requestId } = failure;
  const words = createWords(inEnglish);
  const { next, remedy } = explainCall(words.say, failure);
  return {
    code,
    message: messageOf(failure, words),
    next: next === '' ? words.say('cli.failure.stopsHere') : next,
    remedy,
    ...(requestId === undefined ? {} : { requestId }),
  };
}

/**
 * What happened, in a sentence. Of a command that was not understood, what exactly is all there is to say.
 */
function messageOf({ code, said, ...failure }: AppError, words: Pick<Words, 'say' | 'happened'>): string {
  const names: SentenceValues[] = [];
  const detail = said === undefined ? failure.detail : spelled(said, words.say, names);
  if (code !== 'USAGE' || detail === undefined) return words.happened(code, detail);
  return asSentence(detail, Object.assign({}, ...names));
}

/** What is said; `names` gets what stands in it that is no sentence of ours: paths, what was typed. */
function spelled(said: (say: Say) => string, say: Say, names: SentenceValues[]): string {
  const composed = new Set<unknown>();
  return said((key, values = {}) => {
    for (const [name, value] of Object.entries(values))
      if (!composed.has(value)) names.push({ [name]: value });
    const sentence = say(key, values);
    composed.add(sentence);
    return sentence;
  });
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error ? (error as NodeJS.ErrnoException).code : undefined;
}

function stackOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
