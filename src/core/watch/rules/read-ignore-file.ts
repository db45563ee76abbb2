import type { FileGate } from '#core/local/file-gate.ts';
import type { Entry, Look } from '#core/local/look.ts';
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
}

/**
 * Reads the `.sluiceignore` that lies in a directory, if any does, which anybody who shares the folder may have put there. What
 * cannot hold rules (a pipe, a device, a folder) leaves nothing out; rules that cannot be read go on leaving
 * out what they did, and everything when they were never read, because what is private must not go out by
 * mistake. Both are remarked.
 */
export async function readIgnoreFile(
  { gate, look, root }: Reader,
  directory: string,
  entry: Pick<Entry, 'kind'> | null | undefined,
  ignoreFiles: IgnoreFiles,
): Promise<void> {
  if (!entry) return ignoreFiles.set(directory, undefined);
  const path = `${root}/${joinRelative(directory, ignoreFileName)}`;
  const kind = entry.kind === 'link' ? (await look.stat(path, true))?.kind : entry.kind;
  if (kind === 'other' || kind === 'directory') return ignoreFiles.holdsNoRules(directory);
  try {
    // A link to rules that lie in the folder is taken whether or not documents are: it lets nothing out.
    const followLinks = entry.kind === 'link';
    ignoreFiles.set(directory, await gate.readText({ path, root, followLinks }, largest));
  } catch (error) {
    const code = error instanceof AppError ? error.code : undefined;
    if (code === 'FILE_GONE' && entry.kind !== 'link') ignoreFiles.set(directory, undefined);
    else if (code === 'NOT_A_FILE') ignoreFiles.holdsNoRules(directory);
    else ignoreFiles.cannotRead(directory, code === 'FILE_TOO_LARGE' ? 'large' : 'unread');
  }
}
