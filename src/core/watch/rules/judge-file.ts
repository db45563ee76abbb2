import type { WatchFolder } from '#shared/settings/watch-folder.ts';
import type { FileGate } from '#core/local/file-gate.ts';
import type { Entry, FileStat } from '#core/local/look.ts';
import { firstRunReasons, type LocalFileRow } from '../../ledger/local-file-row.ts';
import type { Rules } from './compile-rules.ts';

/** What stands against taking a file. */
export interface Verdict {
  readonly disposition: 'ignored' | 'unreadable' | 'held';
  readonly reason: string;
}

/** Known only when somebody tries: rights can be given to a file whose name may not even be looked at. */
export const cannotBeRead: Verdict = { disposition: 'unreadable', reason: 'FILE_UNREADABLE' };
export const cannotBeListed: Verdict = { disposition: 'unreadable', reason: 'FOLDER_UNREADABLE' };

const ignored = (reason: string): Verdict => ({ disposition: 'ignored', reason });

interface Judged {
  readonly folder: WatchFolder;
  readonly rules: Rules;
}

/**
 * What stands against a name by itself, before anything else is asked of the disk. `path` is relative to the
 * folder.
 */
export function judgeName({ folder, rules }: Judged, path: string, { name, kind }: Entry): Verdict | null {
  if (kind === 'undecodable') return { disposition: 'unreadable', reason: 'NAME_UNDECODABLE' };
  if (kind === 'other') return ignored('NOT_A_FILE');
  const reason = kind === 'directory' ? rules.directory(path, name) : rules.name(path, name);
  if (reason) return ignored(reason);
  return kind === 'link' && !folder.followLinks ? ignored('link') : null;
}

/**
 * What stands against a file beyond its name: where a link leads, its size and its age. Null also where there
 * is no file any more.
 *
 * @param path absolute
 * @param now milliseconds since the epoch
 */
export async function judgeFile(
  { folder, rules, gate }: Judged & { readonly gate: Pick<FileGate, 'followLink' | 'isForbidden'> },
  path: string,
  { kind }: Entry,
  stat: FileStat | null,
  now: number,
): Promise<Verdict | null> {
  if (kind === 'link') {
    const target = await gate.followLink(folder.path, path);
    if (target.kind === 'skip') return ignored(target.reason);
    const reason = rules.place(target.below);
    if (reason) return ignored(reason);
  }
  if (!stat) return (await gate.isForbidden(path)) ? cannotBeRead : null;
  if (stat.kind !== 'file') return ignored('NOT_A_FILE');
  const reason = rules.stat(stat.size, stat.mtimeMs, now);
  return reason ? ignored(reason) : null;
}

/**
 * What becomes of files that were there before the folder was added. If they may have waited for their upload
 * before, as after a loss of the ledger or in a folder that was removed, Sluice asks the user.
 */
export function judgeFirstRun(
  { firstRun }: Pick<WatchFolder, 'firstRun'>,
  mayHaveWaited = false,
): Verdict | null {
  if (firstRun === 'upload-all') return null;
  return firstRun === 'choose' || mayHaveWaited
    ? { disposition: 'held', reason: 'CHOICE_PENDING' }
    : ignored('existed-before');
}

/** What was decided for these very bytes, and holds until they change or the folder's first-run mode does. */
export function judgeAgain(
  { firstRun }: Pick<WatchFolder, 'firstRun'>,
  { reason }: Pick<LocalFileRow, 'reason'>,
): Verdict | null {
  if (reason === null || firstRun === 'upload-all' || !firstRunReasons.has(reason)) return null;
  return reason === 'CHOICE_PENDING' ? { disposition: 'held', reason } : ignored(reason);
}
