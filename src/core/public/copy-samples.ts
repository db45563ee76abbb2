import { cp, mkdir } from 'node:fs/promises';
import { AppError } from '#shared/errors/app-error.ts';

/**
 * Copies the sample documents to `target`, where the person can add files of their own. What is there already
 * stays as it is.
 *
 * @throws AppError `FOLDER_UNREADABLE`, naming what went wrong
 */
export async function copySamples(source: string, target: string): Promise<string> {
  try {
    await mkdir(target, { recursive: true });
    await cp(source, target, { recursive: true, force: false });
    return target;
  } catch (cause) {
    throw new AppError('FOLDER_UNREADABLE', { detail: (cause as Error).message, cause });
  }
}
