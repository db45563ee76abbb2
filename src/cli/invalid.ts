import { CommanderError, InvalidArgumentError } from 'commander';
import type { SentenceKey } from '#shared/sentences/sentence-key.ts';
import type { SentenceValues } from '#shared/sentences/sentences.ts';

/** What stands before the key and the values in the message of `invalid`: no argument can hold it. */
export const mark = '\0';

/**
 * A wrong value of an option or an argument. Commander hands on nothing of it but the message, put into one
 * of its own; so the sentence's key and values stand in it.
 */
export function invalid(key: SentenceKey, values: SentenceValues = {}): InvalidArgumentError {
  return new InvalidArgumentError(`${mark}${JSON.stringify([key, values])}`);
}

/** The same of the value of a variable that stands for an option; `why` is what is wrong with it. */
export function invalidVariable(name: string, value: string, why: InvalidArgumentError): CommanderError {
  return new CommanderError(2, why.code, `${mark}${JSON.stringify([name, value, why.message])}`);
}
