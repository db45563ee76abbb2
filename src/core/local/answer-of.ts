import { type Answer, type Question, toPlainError } from './volume-protocol.ts';
import type { Volumes } from './volumes.ts';

/** The answer to a question that came from another thread. Never throws. */
export async function answerOf(
  volumes: Volumes,
  mount: string,
  { id, operation, args }: Question,
): Promise<Answer> {
  return volumes.ask(mount, operation, args).then(
    (value): Answer => ({ id, kind: 'value', value }),
    (error): Answer => ({ id, kind: 'error', error: toPlainError(error) }),
  );
}
