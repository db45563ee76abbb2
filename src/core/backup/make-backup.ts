import { link, rename, rm, readdir, stat, writeFile } from 'node:fs/promises';
import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { AppError } from '#shared/errors/app-error.ts';
import { parseSettings } from '#shared/settings/migrations.ts';
import type { Settings } from '#shared/settings/settings.ts';
import { said } from '#shared/spoken/said.ts';
import { version } from '#shared/version.ts';
import { syncFolder } from '../data-folder/sync.ts';
import { copyLedger, inspectLedger } from '../ledger/copy-ledger.ts';
import { wayBelow } from '../local/below.ts';
import { measure, readArchive, writeArchive } from './archive.ts';
import { type BackupFile, backupForm, type BackupManifest } from './manifest.ts';

export interface MakeBackup {
  readonly dataDirectory: string;
  /** Absolute: a file that is not there yet, or a folder, in which it gets a name by the time. */
  readonly to: string;
  /** Wall time, ms since the epoch. */
  readonly now: number;
  /** Told of the part of the ledger that is copied, 0 to 1. */
  readonly onProgress?: (part: number) => void;
  readonly signal?: AbortSignal;
}

export interface MadeBackup {
  /** Absolute. */
  readonly path: string;
  readonly bytes: number;
  readonly manifest: BackupManifest;
}

/** What a backup that was killed left behind is no backup any more after this, ms. */
const leftBehindAfter = 24 * 60 * 60_000;
const draftName = /^\.sluice-backup-[0-9a-f]{16}\.(part|ledger|settings|notes)$/;

/**
 * Writes a backup of a data folder, also while an agent works in it: ledger, settings and the copy of the
 * notes, as they stood at one moment each, and no key. It is read again and compared before it gets its name,
 * so a file of that name is whole, whatever happened; nothing in the data folder is changed.
 *
 * @throws AppError `NOTHING_TO_BACK_UP`, `BACKUP_EXISTS`, `BACKUP_FAILED`; the signal's reason
 */
export async function makeBackup(options: MakeBackup): Promise<MadeBackup> {
  const { dataDirectory, now } = options;
  if (!existsSync(join(dataDirectory, 'ledger.sqlite'))) {
    throw new AppError('NOTHING_TO_BACK_UP', { detail: dataDirectory });
  }
  const path = targetOf(options.to, now);
  const folder = dirname(path);
  assertNotWatched(dataDirectory, folder);
  await removeLeftBehind(folder, now);
  const draft = join(folder, `.sluice-backup-${crypto.randomUUID().replaceAll('-', '').slice(0, 16)}`);
  const drafts = ['part', 'ledger', 'settings', 'notes'].map((kind) => `${draft}.${kind}`);
  try {
    const manifest = await writeDraft(options, draft);
    const part = `${draft}.part`;
    await readArchive(part);
    options.signal?.throwIfAborted();
    await giveName(part, path);
    syncFolder(folder);
    return { path, bytes: statSync(path).size, manifest };
  } catch (error) {
    throw asBackupError(error, path);
  } finally {
    await Promise.all(drafts.map((name) => rm(name, { force: true })));
  }
}

async function writeDraft(
  { dataDirectory, now, onProgress, signal }: MakeBackup,
  draft: string,
): Promise<BackupManifest> {
  const sources: Partial<Record<BackupFile, string>> = { 'ledger.sqlite': `${draft}.ledger` };
  await copyLedger(join(dataDirectory, 'ledger.sqlite'), `${draft}.ledger`, {
    ...(onProgress && { onProgress }),
    ...(signal && { signal }),
  });
  const { schema, identity = null, uploads } = inspectLedger(`${draft}.ledger`);
  // Each is replaced as a whole when it changes, so what is read is whole too; kept, because it changes.
  const settings = readIfThere(join(dataDirectory, 'settings.json'));
  if (settings !== undefined) {
    settingsOf(settings);
    sources['settings.json'] = `${draft}.settings`;
    await writeFile(`${draft}.settings`, settings, { mode: 0o600, flag: 'wx' });
  }
  const notes = readIfThere(join(dataDirectory, 'notes.json'));
  if (notes !== undefined) {
    sources['notes.json'] = `${draft}.notes`;
    await writeFile(`${draft}.notes`, notes, { mode: 0o600, flag: 'wx' });
  }
  const files = await Promise.all(
    Object.entries(sources).map(async ([name, source]) => [name, await measure(source)] as const),
  );
  const manifest: BackupManifest = {
    form: backupForm,
    sluice: version,
    madeAt: new Date(now).toISOString(),
    ledger: { schema, identity: identity && { ledger: identity.ledger, mark: identity.mark }, uploads },
    files: Object.fromEntries(files) as BackupManifest['files'],
  };
  await writeArchive(`${draft}.part`, manifest, sources);
  return manifest;
}

/** @throws AppError `BACKUP_EXISTS`, `BACKUP_FAILED` */
function targetOf(to: string, now: number): string {
  const there = statSync(to, { throwIfNoEntry: false });
  if (there === undefined) {
    if (existsSync(dirname(to))) return to;
    throw new AppError('BACKUP_FAILED', { spoken: said('detail.noFolderForBackup', { path: dirname(to) }) });
  }
  if (!there.isDirectory()) throw new AppError('BACKUP_EXISTS', { detail: to });
  const time = new Date(now).toISOString().replace(/\.\d+/, '').replaceAll(':', '-');
  const path = join(to, `sluice-backup-${time}.tar`);
  if (existsSync(path)) throw new AppError('BACKUP_EXISTS', { detail: path });
  return path;
}

/** Codes of a second name that cannot be given here: a file system without hard links. */
const noLink = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK', 'EINVAL']);

/** Never over anything: what came there meanwhile stays. */
async function giveName(part: string, path: string): Promise<void> {
  try {
    await link(part, path);
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST' || (noLink.has(code) && existsSync(path))) {
      throw new AppError('BACKUP_EXISTS', { detail: path });
    }
    if (!noLink.has(code)) throw error;
    await rename(part, path);
  }
}

async function removeLeftBehind(folder: string, now: number): Promise<void> {
  for (const name of (await readdir(folder)).filter((one) => draftName.test(basename(one)))) {
    const path = join(folder, name);
    const found = await stat(path).catch(() => undefined);
    if (found && now - found.mtimeMs > leftBehindAfter) await rm(path, { force: true });
  }
}

function readIfThere(path: string): Buffer | undefined {
  try {
    return readFileSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/**
 * From a watch folder a backup would be uploaded, and with it the names of all files and what was noted. No
 * watch folder is looked at for it: its drive may hang.
 *
 * @throws AppError `BACKUP_FAILED`
 */
function assertNotWatched(dataDirectory: string, folder: string): void {
  const text = readIfThere(join(dataDirectory, 'settings.json'));
  if (text === undefined) return;
  const names = [folder, realpathSync(folder)];
  for (const { path } of settingsOf(text).folders)
    if (names.some((name) => wayBelow(name, path) !== undefined))
      throw new AppError('BACKUP_FAILED', { spoken: said('detail.backupWatched', { path }) });
}

/** What nobody could restore is not backed up in silence. */
function settingsOf(text: Buffer): Settings {
  try {
    return parseSettings(JSON.parse(text.toString('utf8')));
  } catch (cause) {
    throw new AppError('BACKUP_FAILED', { spoken: said('detail.settingsUnreadable'), cause });
  }
}

function asBackupError(error: unknown, path: string): unknown {
  const { code = '', message } = error as NodeJS.ErrnoException;
  // A backup is not tried again by itself, as an upload is.
  if (['ENOSPC', 'EDQUOT', 'DISK_FULL'].includes(code))
    return new AppError('BACKUP_FAILED', { spoken: said('detail.diskFull', { path }), cause: error });
  if (error instanceof AppError) {
    const isLedger = code === 'LEDGER_CORRUPT' || code === 'BACKUP_DAMAGED';
    return isLedger
      ? new AppError('BACKUP_FAILED', { spoken: said('detail.ledgerUnreadable'), cause: error })
      : error;
  }
  if (!/^E[A-Z]+$/.test(code)) return error;
  return new AppError('BACKUP_FAILED', { detail: message, cause: error });
}
