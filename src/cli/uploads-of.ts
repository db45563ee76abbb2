import { AppError } from '#shared/errors/app-error.ts';
import type { Calls } from '#shared/bridge/contract.ts';
import type { UploadFilter } from '#shared/bridge/uploads.ts';
import type { Upload, UploadState } from '#shared/uploads/upload.ts';

/** Rows a call brings at most (bridge, `uploads.list`). */
const pageSize = 1000;
/** Of whatever profile. */
const ofAnybody = { profileId: null };

/**
 * The uploads of a filter from one on, oldest first: what is added meanwhile comes at the end and moves no
 * page.
 */
export async function uploadPage(calls: Calls, filter: UploadFilter, offset: number): Promise<Upload[]> {
  return (await calls['uploads.list']({ filter, order: 'oldest', offset, limit: pageSize })).rows;
}

/** Every upload of a filter, page by page, oldest first. */
export async function* uploadsOf(calls: Calls, filter: UploadFilter): AsyncGenerator<Upload> {
  for (let offset = 0; ; offset += pageSize) {
    const rows = await uploadPage(calls, filter, offset);
    yield* rows;
    if (rows.length < pageSize) return;
  }
}

/** A thousand ids a call. */
function* pagesOf(ids: readonly number[]): Generator<Pick<UploadFilter, 'ids'>> {
  for (let at = 0; at < ids.length; at += pageSize) yield { ids: ids.slice(at, at + pageSize) };
}

/** The uploads with these ids that are also of `scope`; the active profile's without one. */
export async function uploadsById(
  calls: Calls,
  ids: readonly number[],
  scope: Pick<UploadFilter, 'profileId'> = {},
): Promise<Upload[]> {
  const found: Upload[] = [];
  for (const page of pagesOf(ids))
    for await (const upload of uploadsOf(calls, { ...scope, ...page })) found.push(upload);
  return found;
}

/**
 * These ids, once each is known to be of an upload, of whatever profile.
 *
 * @throws AppError `NOT_HERE` where one is not: a slip of the pen is not passed over
 */
export async function knownIds(calls: Calls, ids: readonly number[]): Promise<readonly number[]> {
  const known = new Set((await uploadsById(calls, ids, ofAnybody)).map(({ id }) => id));
  const unknown = ids.filter((id) => !known.has(id));
  if (unknown.length > 0)
    throw new AppError('NOT_HERE', { said: (say) => say('detail.upload', { ids: unknown.join(', ') }) });
  return ids;
}

/** Counts by state of the uploads with these ids. */
export async function countsById(calls: Calls, ids: readonly number[]): Promise<Record<UploadState, number>> {
  const sums: Partial<Record<UploadState, number>> = {};
  for (const page of pagesOf(ids)) {
    const counts = await calls['uploads.counts']({ filter: { ...ofAnybody, ...page } });
    for (const [state, count] of Object.entries(counts) as [UploadState, number][]) {
      sums[state] = (sums[state] ?? 0) + count;
    }
  }
  return sums as Record<UploadState, number>;
}
