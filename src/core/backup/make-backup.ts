import { lstat, mkdtemp, readdir, rm, rmdir, writeFile } from 'node:fs/promises';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { AppError } from '#shared/errors/app-error.ts';
import { parseSettings } from '#shared/settings/migrations.ts';
import type { StoredSettings } from '#shared/settings/settings.ts';
import { said } from '#shared/spoken/said.ts';
import { version } from '#shared/version.ts';
import { draftsFolder, makeDataFolder, reasonAt } from '../data-folder/private-folder.ts';
import { syncFolder } from '../data-folder/sync.ts';
import { copyLedger, inspectLedger } from '../ledger/copy-ledger.ts';
import { type Draft, openDraft } from '../local/draft.ts';
import { findNesting } from '../local/nesting.ts';
import { measure, readOpenArchive, writeArchive } from './archive.ts';
import { type BackupFile, backupForm, type BackupManifest } from './manifest.ts';
import { sealBackup } from './seal.ts';

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

/** Age from which the next backup removes what a killed one left behind, ms. */
const leftBehindAfter = 24 * 60 * 60_000;
/** No watch folder has it. */
const targetId = '.target';
const draftPrefix = '.sluice-backup-';
/** Older versions wrote their copies of the ledger, the settings and the notes beside the archive. */
const draftName = /^\.sluice-backup-[0-9a-f]{16}\.(part|ledger|settings|notes)$/;

/**
 * Writes a backup of a data folder, also while an agent works in it: ledger, settings and the copy of the
 * notes, each as it was at one moment, and no key. Sluice reads the archive again and compares it before the
 * archive gets its name, so a file of that name is whole. Others may write to the target's folder: only the
 * archive is written there, through its handle. SQLite opens the copy of the ledger by name, so that copy is
 * made in the data folder; it is removed at the end. The first backup also makes the key of its seal there.
 *
 * @throws AppError `NOTHING_TO_BACK_UP`, `BACKUP_EXISTS`, `BACKUP_FAILED`; the signal's reason
 */
export async function makeBackup(options: MakeBackup): Promise<MadeBackup> {
  const { dataDirectory, now } = options;
  if (!existsSync(join(dataDirectory, 'ledger.sqlite'))) {
    throw new AppError('NOTHING_TO_BACK_UP', { detail: dataDirectory });
  }
  let path = options.to;
  try {
    path = targetOf(options.to, now);
    const folder = dirname(path);
    await assertNotWatched(dataDirectory, folder);
    await removeLeftBehind(folder, now);
    return await inDraftsFolder(dataDirectory, now, async (drafts) => {
      const { manifest, sources } = await copyFiles(options, drafts).catch((error: unknown) => {
        throw asBackupError(error, drafts);
      });
      const draft = await openDraft(path, 0o600, draftPrefix);
      try {
        await writeArchive(draft.file, manifest, sources);
        await readOpenArchive(draft.file);
        options.signal?.throwIfAborted();
        await giveName(draft, path);
        syncFolder(folder);
        return { path, bytes: (await draft.file.stat()).size, manifest };
      } finally {
        await draft.close();
      }
    });
  } catch (error) {
    throw asBackupError(error, path);
  }
}

/** Gives the work an empty folder inside the data folder, for its owner only, and removes it afterwards. */
async function inDraftsFolder<T>(
  dataDirectory: string,
  now: number,
  work: (folder: string) => Promise<T>,
): Promise<T> {
  const all = join(dataDirectory, draftsFolder);
  makeDataFolder(all);
  for (const name of await readdir(all)) {
    const path = join(all, name);
    if (await isOld(path, now)) await rm(path, { recursive: true, force: true });
  }
  const folder = await mkdtemp(join(all, 'draft-'));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
    // Another backup may be using it.
    await rmdir(all).catch(() => undefined);
  }
}

/** Copies what a backup consists of. */
async function copyFiles(
  { dataDirectory, now, onProgress, signal }: MakeBackup,
  drafts: string,
): Promise<{ manifest: BackupManifest; sources: Partial<Record<BackupFile, string>> }> {
  const ledger = join(drafts, 'ledger.sqlite');
  const sources: Partial<Record<BackupFile, string>> = { 'ledger.sqlite': ledger };
  await copyLedger(join(dataDirectory, 'ledger.sqlite'), ledger, {
    ...(onProgress && { onProgress }),
    ...(signal && { signal }),
  });
  const { schema, identity = null, uploads } = inspectLedger(ledger);
  // Each is replaced as a whole when it changes, so what is read is whole too; kept, because it changes.
  const settings = readIfThere(join(dataDirectory, 'settings.json'));
  if (settings !== undefined) {
    settingsOf(settings);
    const path = join(drafts, 'settings.json');
    sources['settings.json'] = path;
    await writeFile(path, settings, { mode: 0o600, flag: 'wx' });
  }
  const notes = readIfThere(join(dataDirectory, 'notes.json'));
  if (notes !== undefined) {
    const path = join(drafts, 'notes.json');
    sources['notes.json'] = path;
    await writeFile(path, notes, { mode: 0o600, flag: 'wx' });
  }
  const files = await Promise.all(
    Object.entries(sources).map(async ([name, source]) => [name, await measure(source)] as const),
  );
  const manifest = sealBackup(dataDirectory, {
    form: backupForm,
    sluice: version,
    madeAt: new Date(now).toISOString(),
    ledger: { schema, identity: identity && { ledger: identity.ledger, mark: identity.mark }, uploads },
    files: Object.fromEntries(files) as BackupManifest['files'],
  });
  return { manifest, sources };
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

/** Never replaces a file that appeared meanwhile. */
async function giveName(draft: Draft, path: string): Promise<void> {
  const isGiven = await draft.link().catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EEXIST') throw new AppError('BACKUP_EXISTS', { detail: path });
    throw error;
  });
  if (isGiven) return;
  // A file system without hard links, such as that of a memory stick.
  if (existsSync(path)) throw new AppError('BACKUP_EXISTS', { detail: path });
  await draft.replace();
}

/**
 * Removes files only, and leaves what cannot be removed: others who write to the folder may have given it
 * that name.
 */
async function removeLeftBehind(folder: string, now: number): Promise<void> {
  for (const name of (await readdir(folder)).filter((one) => draftName.test(basename(one)))) {
    const path = join(folder, name);
    if (await isOld(path, now)) await rm(path, { force: true }).catch(() => undefined);
  }
}

async function isOld(path: string, now: number): Promise<boolean> {
  const found = await lstat(path).catch(() => undefined);
  return found !== undefined && now - found.mtimeMs > leftBehindAfter;
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
async function assertNotWatched(dataDirectory: string, folder: string): Promise<void> {
  const text = readIfThere(join(dataDirectory, 'settings.json'));
  if (text === undefined) return;
  const { folders } = settingsOf(text);
  const { inside } = await findNesting([...folders, { id: targetId, path: folder }]);
  const watched = folders.find(({ id }) => inside.get(id)?.some((place) => place.id === targetId));
  if (watched !== undefined)
    throw new AppError('BACKUP_FAILED', { spoken: said('detail.backupWatched', { path: watched.path }) });
}

/** What nobody could restore is not backed up in silence. */
function settingsOf(text: Buffer): StoredSettings {
  try {
    return parseSettings(JSON.parse(text.toString('utf8')));
  } catch (cause) {
    throw new AppError('BACKUP_FAILED', { spoken: said('detail.settingsUnreadable'), cause });
  }
}

/** Names the place that failed: the data folder while the files are copied, else the target. */
function asBackupError(error: unknown, path: string): unknown {
  const { code = '' } = error as NodeJS.ErrnoException;
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
  // The message names a path below /proc.
  return new AppError('BACKUP_FAILED', { said: reasonAt(path, code, code), cause: error });
}
