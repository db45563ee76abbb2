import { AppError } from '#shared/errors/app-error.ts';
import type { CallOptions, Priority } from '../service/answer.ts';
import type { ServiceClient } from '../service/client.ts';
import type { DocumentRecord } from '../service/schemas/document.ts';
import { orThrow } from './links.ts';

/** Times the change is made again because somebody else wrote meanwhile; then they are at war, and a person is told. */
const mostRounds = 5;

/**
 * A write goes out right after the read it rests on: whatever another client writes in between would be lost, and the service
 * offers no way to notice. So it does not stand in line behind what the read stood in line with.
 */
const prompt: Readonly<Record<Priority, Priority>> = {
  person: 'person',
  manual: 'person',
  fresh: 'manual',
  backlog: 'manual',
  polling: 'manual',
};

/**
 * Adds and removes tags of a document by id. PATCH replaces the whole set (interface section 4.9), so the current one is read
 * directly before, a tag another client added is kept, and the set is read again after: if another client overwrote the change,
 * it is made again on what that client left.
 *
 * @returns what the service says of the document now
 * @throws AppError of the request that failed; `CONFLICT` when another client overwrites the change again and again
 */
export async function changeTags(
  client: ServiceClient,
  contentId: string,
  change: { readonly add: readonly string[]; readonly remove: readonly string[] },
  options: CallOptions,
): Promise<DocumentRecord> {
  const write = { ...options, priority: prompt[options.priority] };
  for (let round = 0; round <= mostRounds; round++) {
    const record = orThrow(await client.documents.get(contentId, options));
    const current = (record.tags ?? []).map((tag) => tag.id);
    const wanted = [...new Set([...current, ...change.add])].filter((id) => !change.remove.includes(id));
    if (wanted.length === current.length && wanted.every((id) => current.includes(id))) return record;
    if (round < mostRounds) orThrow(await client.documents.update(contentId, { tags: wanted }, write));
  }
  throw new AppError('CONFLICT', {
    detail: 'another program changes the tags of this document',
    retryable: true,
  });
}

/** Turns tag names into ids, creating those the service does not have. */
export async function tagIdsOf(
  client: ServiceClient,
  names: readonly string[],
  options: CallOptions,
): Promise<string[]> {
  const ids: string[] = [];
  for (const name of names) {
    const found = orThrow(await client.tags.list(name, options)).find((tag) => tag.name === name);
    ids.push(found?.id ?? orThrow(await client.tags.create(name, options)).id);
  }
  return ids;
}
