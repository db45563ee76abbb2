import { Problem } from '../http/problem.ts';
import type { Services } from '../services.ts';
import type { User } from '../store/users.ts';

/**
 * The ids, each once.
 *
 * @throws Problem 400 `INVALID_TAGS_ERROR` when one names no tag of the caller's organization
 */
export function checkTagIds(ids: readonly string[], user: User, { tags }: Services): string[] {
  const unknown = tags.unknown(user.orgId, ids);
  if (unknown.length === 0) return [...new Set(ids)];
  throw new Problem(400, 'INVALID_TAGS_ERROR', `These tag ids do not exist: ${unknown.join(', ')}.`);
}
