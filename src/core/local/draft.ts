import { randomBytes } from 'node:crypto';
import { type FileHandle, open, rename } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { AppError } from '#shared/errors/app-error.ts';
import { createFlags, identityAt, linkExclusively, unlinkIfSame } from './exclusive.ts';
import { type HeldDirectory, holdOutput } from './held-directory.ts';
import { identityOf, isSameInode } from './place.ts';

/**
 * A new file without its final name. Others may write to its folder, so only its handle is written to. Its
 * name is used to give it the final name and to remove it, and both times its inode is compared with the
 * handle's.
 */
export interface Draft {
  /** Open for reading and writing. */
  readonly file: FileHandle;
  /**
   * Gives the draft its final name, and replaces what has that name. The bytes are on disk before.
   *
   * @throws AppError `FILE_SWAPPED`; errno errors
   */
  replace(): Promise<void>;
  /**
   * Gives the draft its final name if no file has it. False on file systems without hard links.
   *
   * @throws AppError `FILE_SWAPPED`; `EEXIST`
   */
  link(): Promise<boolean>;
  /** Removes the draft's own name if it still has it, and closes the file. */
  close(): Promise<void>;
}

/**
 * Creates a draft of `name` in a folder that the caller holds. `.part` is on every folder's ignore list (W5).
 *
 * @param mode as for open(2): the umask applies
 * @param prefix of the draft's own name
 */
export async function createDraft(
  output: HeldDirectory,
  name: string,
  mode: number,
  prefix = '.sluice-',
): Promise<Draft> {
  const part = output.at(`${prefix}${randomBytes(8).toString('hex')}.part`);
  const target = output.at(name);
  // No one knows the draft's own name, nor that of a handle: what the system says names the file asked for.
  const named = <T>(step: Promise<T>): Promise<T> =>
    step.catch((error: unknown) => {
      const asked = `${output.real}/${name}`;
      if (error instanceof Error)
        error.message = error.message.replaceAll(part, asked).replaceAll(target, asked);
      throw error;
    });
  const file = await named(open(part, createFlags, mode));
  const assertOurs = async (path: string) => {
    const [there, own] = [await identityAt(path), await file.stat({ bigint: true })];
    if (!there || !isSameInode(there, identityOf(own)))
      throw new AppError('FILE_SWAPPED', { detail: `${output.real}/${name}` });
  };
  const give = async <T>(step: () => Promise<T>): Promise<T> => {
    await file.sync();
    await output.check();
    await assertOurs(part);
    return named(step());
  };
  return {
    file,
    async replace() {
      await give(() => rename(part, target));
      await assertOurs(target);
    },
    async link() {
      const isGiven = await give(() => linkExclusively(part, target));
      if (isGiven) await assertOurs(target);
      return isGiven;
    },
    close: () => unlinkIfSame(part, file).finally(() => file.close()),
  };
}

/**
 * The same for a path in a folder that exists.
 *
 * @throws errno errors
 */
export async function openDraft(path: string, mode: number, prefix?: string): Promise<Draft> {
  const output = await holdOutput({ root: dirname(path), makeRoot: false, directory: '' });
  try {
    const draft = await createDraft(output, basename(path), mode, prefix);
    return { ...draft, close: () => draft.close().finally(() => output.close()) };
  } catch (error) {
    await output.close();
    throw error;
  }
}
