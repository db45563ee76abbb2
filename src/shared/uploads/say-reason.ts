import { isErrorCode } from '../errors/catalog.ts';
import type { Sentences } from '../sentences/sentences.ts';

/** One sentence for any reason a local file can carry; unknown ones are answered as they are. */
export function sayReason({ say, isKey }: Pick<Sentences, 'say' | 'isKey'>, reason: string): string {
  const skipped = `skip.${reason}`;
  if (isKey(skipped)) return say(skipped);
  const waits = `wait.${reason}`;
  if (isKey(waits)) return say(waits);
  return isErrorCode(reason) ? say(`error.${reason}.happened`) : reason;
}
