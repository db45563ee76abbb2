import type { ErrorCode } from '#shared/errors/catalog.ts';
import { type Answer, type Disposition, failed } from './answer.ts';

const meanings: Record<string, [ErrorCode, Disposition]> = {
  ENOSPC: ['DISK_FULL', 'retry'],
  EDQUOT: ['DISK_FULL', 'retry'],
  ENOENT: ['FOLDER_MISSING', 'fix-first'],
  ENOTDIR: ['FOLDER_MISSING', 'fix-first'],
};

/**
 * What it means that a download could not be written.
 *
 * @throws what is not an error of the file system
 */
export function fileFailure(error: unknown): Answer<never> {
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (code === undefined || syscall === undefined) throw error;
  const [meaning, disposition] = meanings[code] ?? ['FOLDER_UNREADABLE', 'fix-first'];
  return failed(meaning, disposition, { detail: code, cause: error });
}
