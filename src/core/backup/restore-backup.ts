import { existsSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { AppError } from '#shared/errors/app-error.ts';
import { parseSettings } from '#shared/settings/migrations.ts';
import { said } from '#shared/spoken/said.ts';
import { inspectLedger } from '../ledger/copy-ledger.ts';
import { readArchive } from './archive.ts';
import type { BackupManifest } from './manifest.ts';
import { asideSuffix, putBack } from './put-back.ts';

export interface RestoreBackup {
  /** Absolute; created when missing. */
  readonly dataDirectory: string;
  /** Absolute path of the backup. */
  readonly from: string;
  /** Wall time, ms since the epoch. */
  readonly now: number;
}

export interface RestoredBackup {
  readonly manifest: BackupManifest;
  /** Where what was there lies now; absolute. */
  readonly kept: readonly string[];
}

/**
 * Puts a backup into a data folder, whole or not at all, and keeps what was there. The notes of now stay
 * where there are any: the ledger takes in what it lacks of them. Keys are left alone.
 *
 * @throws AppError `NAMED_FILE_MISSING`, `BACKUP_DAMAGED`, `BACKUP_NEWER`, `LEDGER_NEWER`, `LEDGER_BUSY`,
 *   `DISK_FULL`
 */
export async function restoreBackup({ dataDirectory, from, now }: RestoreBackup): Promise<RestoredBackup> {
  // Before the data folder is touched: a backup that is no good changes nothing.
  await lookAtBackup(from);
  const { manifest, kept } = await putBack(
    dataDirectory,
    asideSuffix('before-restore', now),
    async (stage) => {
      const manifest = await readArchive(from, stage.at);
      const ledger = inspectLedger(stage.at('ledger.sqlite'));
      if (existsSync(stage.at('settings.json'))) assertSettings(stage.at('settings.json'));
      if (existsSync(join(dataDirectory, 'notes.json'))) rmSync(stage.at('notes.json'), { force: true });
      return { manifest, ledger };
    },
  );
  return { manifest, kept };
}

/** What a backup is, and that it is whole. @throws as `restoreBackup` */
export async function lookAtBackup(from: string): Promise<BackupManifest> {
  try {
    // Opening a pipe waits until somebody writes to it, and nothing ends that.
    if (!statSync(from).isFile()) throw new AppError('BACKUP_DAMAGED');
    return await readArchive(from);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') throw new AppError('NAMED_FILE_MISSING', { detail: from, cause: error });
    throw error;
  }
}

function assertSettings(path: string): void {
  try {
    parseSettings(JSON.parse(readFileSync(path, 'utf8')));
  } catch (cause) {
    throw new AppError('BACKUP_DAMAGED', {
      spoken: said('detail.fileInBackup', { name: 'settings.json' }),
      cause,
    });
  }
}
