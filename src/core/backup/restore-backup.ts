import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { ConfigurationChange } from '#shared/configuration/change.ts';
import type { LeftOut } from '#shared/configuration/left-out.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { systemTrouble } from '#shared/errors/system-trouble.ts';
import { parseSettings } from '#shared/settings/migrations.ts';
import { defaultSettings, settingsInForce, type StoredSettings } from '#shared/settings/settings.ts';
import { said } from '#shared/spoken/said.ts';
import { changesBetween } from '../configuration/changes-between.ts';
import { settingsFromOutside } from '../configuration/settings-from-outside.ts';
import { reasonAt } from '../data-folder/private-folder.ts';
import { syncFile } from '../data-folder/sync.ts';
import { askAboutMissing, inspectLedger, type LedgerFacts, pauseUnasked } from '../ledger/copy-ledger.ts';
import { carryServices } from '../ledger/service-of-history.ts';
import { readArchive } from './archive.ts';
import type { BackupManifest } from './manifest.ts';
import { asideSuffix, putBack } from './put-back.ts';
import { isSealedHere } from './seal.ts';

export interface RestoreBackup {
  /** Absolute; created when missing. */
  readonly dataDirectory: string;
  /** Absolute path of the backup. */
  readonly from: string;
  /** Wall time, ms since the epoch. */
  readonly now: number;
  /** Whether the user accepted the settings of the backup unchanged. */
  readonly acceptsSettings?: boolean;
  /** Manifest of the backup whose changes the user saw. Only a backup with these hashes is restored. */
  readonly shown?: BackupManifest;
}

/** A backup and the changes of its settings. */
export interface LookedAtBackup {
  readonly manifest: BackupManifest;
  readonly changes: readonly ConfigurationChange[];
  readonly leftOut: readonly LeftOut[];
  /** The settings that the data folder gets; undefined where the backup has none. */
  readonly settings: StoredSettings | undefined;
  /**
   * Whether its ledger replaces the current one. Sluice deletes files and documents by its ledger, so it uses only a
   * ledger that this data folder made or that the user accepted.
   */
  readonly takesLedger: boolean;
}

export interface RestoredBackup extends LookedAtBackup {
  /** Absolute paths of the files that were replaced. */
  readonly kept: readonly string[];
  /** Uploads of the backup that are paused, because no one here requested them. */
  readonly paused: number;
}

/**
 * Restores a backup into a data folder, all or nothing, and keeps the files that were there. Current notes remain, and
 * the ledger adds those that it lacks. Keys do not change. The settings of the backup are treated as settings from
 * outside. If its ledger is not used, the current one remains; without one, the next start treats it as lost and asks
 * each service what it has.
 *
 * @throws AppError `NAMED_FILE_MISSING`, `BACKUP_DAMAGED`, `BACKUP_NEWER`, `LEDGER_NEWER`, `LEDGER_BUSY`,
 *   `DISK_FULL`
 */
export async function restoreBackup(options: RestoreBackup): Promise<RestoredBackup> {
  const { dataDirectory, from, now, shown } = options;
  // First, so that an invalid backup changes nothing.
  await lookAtBackup(options);
  let paused = 0;
  const { looked, kept } = await putBack(dataDirectory, asideSuffix('before-restore', now), async (stage) => {
    const looked = lookAt(options, await readArchive(from, stage.at));
    if (shown !== undefined && !isDeepStrictEqual(looked.manifest, shown))
      throw new AppError('BACKUP_DAMAGED', { spoken: said('detail.backupReplaced') });
    const path = stage.at('ledger.sqlite');
    let ledger: LedgerFacts | undefined;
    if (looked.takesLedger) {
      ledger = inspectLedger(path);
      askAboutMissing(path);
      if (options.acceptsSettings !== true) {
        const here = settingsHere(dataDirectory);
        const { folders } = looked.settings ?? here;
        const ids = folders.map(({ id }) => id);
        paused = pauseUnasked(path, ids);
        carryServices(path, join(dataDirectory, 'ledger.sqlite'), here.profiles);
      }
      syncFile(path);
    } else rmSync(path);
    if (looked.settings !== undefined) {
      writeFileSync(stage.at('settings.json'), JSON.stringify(looked.settings, null, '\t'));
      syncFile(stage.at('settings.json'));
    }
    if (existsSync(join(dataDirectory, 'notes.json'))) rmSync(stage.at('notes.json'), { force: true });
    return { looked, ledger };
  });
  return { ...looked, kept, paused };
}

/** Verifies a backup and returns what its settings would change. @throws as `restoreBackup` */
export async function lookAtBackup(options: RestoreBackup): Promise<LookedAtBackup> {
  const { from } = options;
  try {
    // Opening a pipe would wait until someone writes to it.
    if (!statSync(from).isFile()) throw new AppError('BACKUP_DAMAGED');
    return lookAt(options, await readArchive(from));
  } catch (error) {
    if (error instanceof AppError) throw error;
    const { code = '' } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') throw new AppError('NAMED_FILE_MISSING', { detail: from, cause: error });
    if (!/^E[A-Z]+$/.test(code)) throw error;
    throw new AppError(systemTrouble(error) ?? 'NAMED_FILE_UNREADABLE', {
      said: reasonAt(from, code, code),
      cause: error,
    });
  }
}

function lookAt(
  { dataDirectory, acceptsSettings = false }: RestoreBackup,
  { manifest, settings: text }: Awaited<ReturnType<typeof readArchive>>,
): LookedAtBackup {
  const takesLedger = acceptsSettings || isSealedHere(dataDirectory, manifest);
  if (text === undefined) return { manifest, takesLedger, changes: [], leftOut: [], settings: undefined };
  const wanted = parsed(text);
  const current = settingsHere(dataDirectory);
  const { settings, leftOut } = acceptsSettings
    ? { settings: wanted, leftOut: [] }
    : settingsFromOutside(current, wanted);
  return {
    manifest,
    takesLedger,
    settings,
    leftOut,
    changes: changesBetween(settingsInForce(current), settingsInForce(settings)),
  };
}

function parsed(text: string): StoredSettings {
  try {
    return parseSettings(JSON.parse(text));
  } catch (cause) {
    throw new AppError('BACKUP_DAMAGED', {
      spoken: said('detail.fileInBackup', { name: 'settings.json' }),
      cause,
    });
  }
}

/** If the settings are missing or invalid, everything in the backup is new. */
function settingsHere(dataDirectory: string): StoredSettings {
  try {
    return parseSettings(JSON.parse(readFileSync(join(dataDirectory, 'settings.json'), 'utf8')));
  } catch {
    return defaultSettings();
  }
}
