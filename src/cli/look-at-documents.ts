import { setTimeout as sleep } from 'node:timers/promises';
import type { Upload } from '#shared/uploads/upload.ts';
import type { Session } from './session.ts';

/** Documents asked for at most; more are a question for the list. */
const most = 20;
/** A service that does not answer holds up no command for longer, ms. */
const patience = 5_000;

/**
 * Asks the service for the documents of uploads that are done, because somebody else may have deleted them:
 * what it says is written down and shown by what is asked of the ledger next. Where it cannot be asked, what
 * is known counts.
 */
export async function lookAtDocuments(
  { calls }: Pick<Session, 'calls'>,
  uploads: readonly Pick<Upload, 'state' | 'contentId'>[],
): Promise<void> {
  const ids = uploads.flatMap(({ state, contentId }) =>
    state === 'completed' && contentId !== null ? [contentId] : [],
  );
  const asked = [...new Set(ids)]
    .slice(0, most)
    .map((contentId) => calls['documents.show']({ contentId }).catch(() => undefined));
  if (asked.length > 0) await Promise.race([Promise.all(asked), sleep(patience, undefined, { ref: false })]);
}
