import type { CallOptions } from '../service/answer.ts';
import type { ServiceClient } from '../service/client.ts';
import { orThrow } from './links.ts';

/**
 * Adds and removes tags of a document by id. PATCH replaces the whole set (interface section 4.9), so the current one is read
 * first, and a tag another client added is kept.
 *
 * @returns the ids the document has now
 */
export async function changeTags(
  client: ServiceClient,
  contentId: string,
  change: { readonly add: readonly string[]; readonly remove: readonly string[] },
  options: CallOptions,
): Promise<string[]> {
  const record = orThrow(await client.documents.get(contentId, options));
  const current = (record.tags ?? []).map((tag) => tag.id);
  const wanted = [...new Set([...current, ...change.add])].filter((id) => !change.remove.includes(id));
  const isSame = wanted.length === current.length && wanted.every((id) => current.includes(id));
  if (!isSame) orThrow(await client.documents.update(contentId, { tags: wanted }, options));
  return wanted;
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
