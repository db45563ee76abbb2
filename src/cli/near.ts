import { AppError } from '#shared/errors/app-error.ts';
import type { SentenceKey } from '#shared/sentences/sentence-key.ts';
import type { Say, SentenceValues } from '#shared/sentences/sentences.ts';
import { nearest } from '#shared/spoken/nearest.ts';

/** A sentence, and the name that was probably meant by a word where one is near. */
export function withNear(say: Say, complaint: string, word: string, known: Iterable<string>): string {
  const names = nearest(word, known);
  return names === undefined ? complaint : say('cli.complaint.suggestion', { complaint, names });
}

/** A name that nothing has: exit code 2, with the one that was probably meant. */
export function usageNear(
  key: SentenceKey,
  values: SentenceValues,
  word: string,
  known: Iterable<string>,
): AppError {
  return new AppError('USAGE', { said: (say) => withNear(say, say(key, values), word, known) });
}
