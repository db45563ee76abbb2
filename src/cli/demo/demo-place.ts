import { constants } from 'node:fs';
import { chmod, cp, mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AppError } from '#shared/errors/app-error.ts';

/** The temporary folders of a demo: nothing of the person's own is touched. */
export interface DemoPlace {
  readonly dataDirectory: string;
  readonly watchDirectory: string;
  /** Puts one more file into the watched folder; returns its name. */
  dropOneMore(): Promise<string>;
  remove(): Promise<void>;
}

/**
 * Copies `source` to where the demo watches.
 *
 * @throws AppError `NAMED_FILE_MISSING` or `FOLDER_UNREADABLE`, naming the folder
 */
export async function prepareDemoPlace(source: string): Promise<DemoPlace> {
  const root = await mkdtemp(join(tmpdir(), 'sluice-demo-'));
  const remove = () => rm(root, { recursive: true, force: true, maxRetries: 3 });
  const dataDirectory = join(root, 'data');
  const watchDirectory = join(root, 'documents');
  try {
    await copyFolder(source, watchDirectory);
    await openFolders(watchDirectory);
    await mkdir(dataDirectory, { mode: 0o700 });
  } catch (error) {
    await remove();
    throw error;
  }
  return { dataDirectory, watchDirectory, remove, dropOneMore: () => dropFile(watchDirectory) };
}

async function copyFolder(source: string, target: string): Promise<void> {
  const found = await stat(source).catch(() => null);
  if (found?.isDirectory() !== true) throw new AppError('NAMED_FILE_MISSING', { detail: source });
  try {
    // Links are followed, because a copied link would point out of the demo; shared blocks make the copy
    // cheap where they can.
    await cp(source, target, { recursive: true, dereference: true, mode: constants.COPYFILE_FICLONE });
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException;
    if (code === 'ENOSPC') throw new AppError('DISK_FULL', { detail: message, cause });
    throw new AppError('FOLDER_UNREADABLE', { detail: message, cause });
  }
}

/** The copy of a folder that may not be written to could be neither added to nor removed. */
async function openFolders(directory: string): Promise<void> {
  await chmod(directory, 0o700);
  const entries = await readdir(directory, { withFileTypes: true });
  for (const entry of entries) if (entry.isDirectory()) await openFolders(join(directory, entry.name));
}

/** A note of a kind that analysts write, about companies the samples know too. */
const note = `Morning note, dropped in while Sluice was watching

Microsoft reported higher cloud revenue and raised its outlook. Analysts at Goldman Sachs welcomed the margin,
and Apple is expected to follow next week. Nestle warned that costs in Europe remain high.
`;

async function dropFile(directory: string): Promise<string> {
  for (let attempt = 1; ; attempt += 1) {
    const name = attempt === 1 ? 'dropped-in-later.txt' : `dropped-in-later-${attempt}.txt`;
    try {
      await writeFile(join(directory, name), note, { flag: 'wx' });
      return name;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
}
