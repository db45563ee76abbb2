import { documentNotFound, Problem } from '../http/problem.ts';
import type { RequestContext } from '../http/request-context.ts';
import type { Services } from '../services.ts';
import type { DocumentRow } from '../store/document-row.ts';

/**
 * The document a path names, when the caller may read it: the owner, and the organization where it is shared.
 *
 * @throws Problem 404 when there is none, 403 when it is not shared with the caller
 */
export function readableDocument({ params, user }: RequestContext, { documents }: Services): DocumentRow {
  const row = documents.find(params.content_id ?? '');
  if (row === undefined) throw documentNotFound();
  const shared = row.shared === 1 && row.org_id === user.orgId;
  if (row.user_id === user.userId || shared) return row;
  throw new Problem(403, 'FORBIDDEN', 'The document is not shared with you.');
}

/**
 * The document a path names, when the caller owns it.
 *
 * @throws Problem 404 when there is none, 403 when it is somebody else's
 */
export function ownDocument(context: RequestContext, services: Services): DocumentRow {
  const row = services.documents.find(context.params.content_id ?? '');
  if (row === undefined) throw documentNotFound();
  if (row.user_id === context.user.userId) return row;
  throw new Problem(403, 'FORBIDDEN', 'Only the owner of the document may do this.');
}
