import type { FileGate } from '#core/local/file-gate.ts';
import type { Entry, FileStat, Look } from '#core/local/look.ts';
import { joinRelative } from '#core/local/names.ts';
import { AppError } from '#shared/errors/app-error.ts';
import type { IgnoreFiles } from './ignore-files.ts';

/** Rules a person keeps in the root and in folders below, in the manner of `.gitignore` (W16). */
export const ignoreFileName = '.sluiceignore';

/** Bytes. Rules a person wrote take a thousandth of it. */
const largest = 1024 * 1024;

interface Reader {
  readonly gate: Pick<FileGate, 'readText'>;
  readonly look: Pick<Look, 'stat'>;
  /** The watch folder. */
  readonly root: string;
  /** Of quiet, before a file is followed. */
  readonly settleMs: number;
  readonly now: () => number;
}

/**
 * Reads the `.sluiceignore` that lies in a directory, if any does, which anybody who shares the folder may have put there. What
 * cannot hold rules (a pipe, a device, a folder) leaves nothing out; rules that cannot be read go on leaving
 * out what they did, and everything when they were never read, because what is private must not go out by
 * mistake. Both are remarked. So do rules that are being saved, or are missing since a moment ago: they may be
 * empty for now.
 *
 * @returns whether they are, and to be read again
 */
export async function readIgnoreFile(
  { gate, look, root, settleMs, now }: Reader,
  directory: string,
  entry: Pick<Entry, 'kind'> | null | undefined,
  ignoreFiles: IgnoreFiles,
): Promise<boolean> {
  if (!entry) return ignoreFiles.isGone(directory, now(), settleMs) ? set(undefined) : true;
  const path = `${root}/${joinRelative(directory, ignoreFileName)}`;
  const stat = await statOf(look, path);
  const kind = stat?.kind ?? entry.kind;
  if (kind === 'other' || kind === 'directory') {
    ignoreFiles.holdsNoRules(directory);
    return false;
  }
  const age = stat === null ? settleMs : now() - Math.max(stat.mtimeMs, stat.ctimeMs);
  if (age >= 0 && age < settleMs) {
    ignoreFiles.keep(directory);
    return true;
  }
  try {
    // A link to rules that lie in the folder is taken whether or not documents are: it lets nothing out.
    const followLinks = entry.kind === 'link';
    return set(await gate.readText({ path, root, followLinks }, largest));
  } catch (error) {
    const code = error instanceof AppError ? error.code : undefined;
    if (code === 'FILE_GONE' && entry.kind !== 'link')
      return ignoreFiles.isGone(directory, now(), settleMs) ? set(undefined) : true;
    if (code === 'NOT_A_FILE') ignoreFiles.holdsNoRules(directory);
    else ignoreFiles.cannotRead(directory, code === 'FILE_TOO_LARGE' ? 'large' : 'unread');
    return false;
  }

  function set(text: string | undefined): false {
    ignoreFiles.set(directory, text);
    return false;
  }
}

/** Null also where it cannot be told: reading it says why. */
async function statOf(look: Reader['look'], path: string): Promise<FileStat | null> {
  try {
    return await look.stat(path, true);
  } catch {
    return null;
  }
}
