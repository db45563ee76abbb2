import { type BigIntStats, realpathSync, statSync } from 'node:fs';
import { realpath, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { AppError } from '#shared/errors/app-error.ts';
import {
  assertPlace,
  behindLink,
  type FilePlace,
  identityOf,
  isPlainWay,
  isPlaceOf,
  isSameInode,
} from './place.ts';

/** So often a name is opened that somebody gives to something else while it is opened. */
export const mostTries = 3;

export function movesOn({ path }: FilePlace): AppError {
  return new AppError('FILE_CHANGED', { detail: path, retryable: true });
}

/**
 * Whether what was opened by a name is what lies there. Where it is not, a link led elsewhere, or the name
 * was given to something else in the moment between: then no link is on the way, and what it names by now can
 * be opened.
 *
 * @param real where what was opened really lies; undefined when that cannot be told
 * @returns false to open the name again
 * @throws AppError `FILE_BEHIND_LINK`; the errno error of a name that is not there any more
 */
export async function leadsThere(place: FilePlace, real: string | undefined): Promise<boolean> {
  if (real !== undefined && isPlainWay(place, real)) return true;
  const realRoot = place.root && (await realpath(place.root));
  if (isLinked(place, realRoot)) assertRoot(place, await stat(realRoot, { bigint: true }));
  if (real !== undefined && isPlaceOf(place, real, realRoot)) return true;
  assertPlace(place, await realpath(place.path), realRoot);
  return false;
}

/** The same on this thread. */
export function leadsThereNow(place: FilePlace, real: string | undefined): boolean {
  if (real !== undefined && isPlainWay(place, real)) return true;
  const realRoot = place.root && realpathSync.native(place.root);
  if (isLinked(place, realRoot)) assertRoot(place, statSync(realRoot, { bigint: true }));
  if (real !== undefined && isPlaceOf(place, real, realRoot)) return true;
  assertPlace(place, realpathSync.native(place.path), realRoot);
  return false;
}

/** Whether a link leads to the root itself, which whoever may write around it can lead elsewhere. */
function isLinked({ root, rootIs }: FilePlace, realRoot: string | null): realRoot is string {
  return root !== null && realRoot !== null && rootIs !== undefined && realRoot !== resolve(root);
}

/** @throws AppError `FILE_BEHIND_LINK` when the root is not the one that was looked through */
function assertRoot({ root, rootIs }: FilePlace, found: BigIntStats): void {
  if (root !== null && rootIs && !isSameInode(identityOf(found), rootIs)) throw behindLink(root);
}
