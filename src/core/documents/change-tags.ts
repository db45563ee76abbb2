import { AppError } from '#shared/errors/app-error.ts';
import type { ContentId } from '#shared/ids/ids.ts';
import { said } from '#shared/spoken/said.ts';
import type { CallOptions, Priority } from '../service/answer.ts';
import { orThrow } from '../service/answer.ts';
import type { ServiceClient } from '../service/client.ts';
import type { DocumentRecord } from '../service/schemas/document.ts';

/**
 * Times the change is made again because somebody else wrote meanwhile; then they are at war, and a person is
 * told.
 */
const mostRounds = 5;

/**
 * A write goes out right after the read it rests on: whatever another client writes in between would be lost,
 * and the service offers no way to notice. So it does not stand in line behind what the read stood in line
 * with.
 */
const prompt: Readonly<Record<Priority, Priority>> = {
  person: 'person',
  manual: 'person',
  fresh: 'manual',
  backlog: 'manual',
  polling: 'manual',
};

interface TagChange {
  /** Ids: PATCH takes nothing else. */
  readonly add: readonly string[];
  /** Ids and names. */
  readonly remove: readonly string[];
}

/**
 * Adds and removes tags of a document. PATCH replaces the whole set (interface section 4.9), so the current
 * one is read directly before, a tag another client added is kept, and the set is read again after: if
 * another client overwrote the change, it is made again on what that client left. Of our own changes only one
 * at a time goes from its read to its write, because a write may wait for the request budget.
 *
 * @returns what the service says of the document now
 * @throws AppError of the request that failed; `CONFLICT` when another client overwrites the change again and
 *   again
 */
export async function changeTags(
  client: ServiceClient,
  contentId: ContentId,
  change: TagChange,
  options: CallOptions,
): Promise<DocumentRecord> {
  const write = { ...options, priority: prompt[options.priority] };
  const read = async (how: CallOptions) => orThrow(await client.documents.get(contentId, how));
  const turn = client.tagTurns.enter(contentId);
  try {
    for (let round = 0; round <= mostRounds; round++) {
      const before = turn.ended();
      const record = await read(options);
      const wanted = tagsWanted(record, change);
      if (wanted === undefined) return record;
      if (round === mostRounds) break;
      await turn.take(async () => {
        // What was read is old when another change of our own was written meanwhile.
        const tags = turn.ended() === before ? wanted : tagsWanted(await read(write), change);
        if (tags !== undefined) orThrow(await client.documents.update(contentId, { tags }, write));
      });
    }
  } finally {
    turn.leave();
  }
  throw new AppError('CONFLICT', {
    spoken: said('detail.tagsChangedElsewhere'),
    retryable: true,
  });
}

/** The tags a document is to have; undefined when it has them. */
function tagsWanted(record: DocumentRecord, { add, remove }: TagChange): string[] | undefined {
  // A write would delete those.
  if (record.tags === null) throw new AppError('BAD_ANSWER', { spoken: said('detail.tagsUnreadable') });
  const tags = record.tags ?? [];
  const current: string[] = tags.map((tag) => tag.id);
  const removed = new Set([
    ...remove,
    ...tags.flatMap(({ id, name }) => (name !== undefined && remove.includes(name) ? id : [])),
  ]);
  const wanted = [...new Set([...current, ...add])].filter((id) => !removed.has(id));
  const isSame = wanted.length === current.length && wanted.every((id) => current.includes(id));
  return isSame ? undefined : wanted;
}
