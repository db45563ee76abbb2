import { closeSync, existsSync, openSync } from 'node:fs';
import { hostname } from 'node:os';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { AppError } from '#shared/errors/app-error.ts';
import { systemTrouble } from '#shared/errors/system-trouble.ts';
import type { Say } from '#shared/sentences/sentences.ts';
import { fileIdentity } from '../data-folder/file-identity.ts';
import { dataFolderError, makePrivateFile } from '../data-folder/private-folder.ts';
import { createSteadyFile, readSteadyFile } from '../data-folder/steady-file.ts';
import { asLedgerError } from './database.ts';

const holderSchema = z.object({
  process: z.number().int(),
  host: z.string(),
  /** RFC 3339. */
  since: z.string(),
  /** What it does with the folder: watches, sends what is queued, or only brings the ledger up to date. */
  engine: z.enum(['watch', 'uploads', 'none']).catch('none'),
});
/** Who has a data folder. */
export type Holder = z.infer<typeof holderSchema>;

const fileOf = (directory: string) => join(directory, 'agent.lock');
/** Bytes: a name of a host takes up to 255. */
const nameSize = 512;
const nameOf = (directory: string) => join(directory, 'agent.json');

/**
 * Takes the data folder for this process. The lock is SQLite's own exclusive lock on a small file: the
 * operating system drops it at the moment the process dies, so a killed agent never blocks the next one.
 *
 * @returns the function that releases it
 * @throws AppError `LEDGER_BUSY`, saying who holds it; `DISK_FULL`, `TOO_MANY_FILES` or
 *   `DATA_FOLDER_UNUSABLE` where the lock cannot be taken for a reason of the machine
 */
export function lockDataDirectory(directory: string, engine: Holder['engine'] = 'none'): () => void {
  const holderPath = nameOf(directory);
  const lockPath = fileOf(directory);
  makePrivateFile(lockPath);
  const lock = openLock(lockPath);
  try {
    lock.exec('PRAGMA journal_mode = DELETE; BEGIN EXCLUSIVE;');
  } catch (cause) {
    lock.close();
    if (isBusy(cause)) throw new AppError('LEDGER_BUSY', { said: heldBy(holderPath), cause });
    throw lockError(lockPath, cause);
  }
  leaveName(holderPath, thisProcess(engine));
  return () => lock.close();
}

/** The file of the lock, as `fileIdentity` has it: another one or `missing` once somebody deleted it. */
export function lockIdentity(directory: string): string {
  return fileIdentity(fileOf(directory));
}

function openLock(path: string, readOnly = false): DatabaseSync {
  try {
    return new DatabaseSync(path, { timeout: 0, readOnly });
  } catch (cause) {
    throw lockError(path, cause);
  }
}

/** SQLite's primary result codes (https://www.sqlite.org/rescode.html). */
const busy = 5;
const readOnlyFile = 8;
const cannotOpen = 14;

const primaryCode = (error: unknown) => ((error as { errcode?: number }).errcode ?? 0) & 0xff;

/** Another process holds the lock. Nothing else that SQLite reports says so. */
const isBusy = (error: unknown) => primaryCode(error) === busy;

/** Why the lock cannot be taken or looked at although no one is known to hold it. */
function lockError(path: string, cause: unknown): AppError {
  const error = asLedgerError(cause);
  if (error instanceof AppError && error.code === 'DISK_FULL') return error;
  return dataFolderError(path, primaryCode(cause) === cannotOpen ? whyNotOpened(path, cause) : cause);
}

/** SQLite does not say that no file can be opened at all. The folder tells, and holds no lock of SQLite's. */
function whyNotOpened(path: string, cause: unknown): unknown {
  try {
    closeSync(openSync(dirname(path), 'r'));
    return cause;
  } catch (error) {
    return systemTrouble(error) === undefined ? cause : error;
  }
}

/** Only a courtesy to who finds the folder taken: the lock is held whether or not this can be written. */
function leaveName(path: string, holder: Holder): void {
  const file = createSteadyFile(path, nameSize);
  try {
    file.write(JSON.stringify(holder));
  } catch {
    // Whoever asks is told of a process that did not leave its name.
  } finally {
    file.close();
  }
}

const startedAt = new Date(performance.timeOrigin).toISOString();

/** Under which this process holds a data folder, the same whenever it is asked; `since` is its start. */
export function thisProcess(engine: Holder['engine']): Holder {
  return { process: process.pid, host: hostname(), since: startedAt, engine };
}

/**
 * Which other process has the data folder; `unnamed` for one that did not leave its name. Asked of the lock
 * itself: the name of an agent that was killed is still there.
 *
 * @throws AppError as `lockDataDirectory`, where nobody can tell
 */
export function holderOf(directory: string): Holder | 'unnamed' | undefined {
  const path = fileOf(directory);
  if (!existsSync(path)) return undefined;
  const lock = openLock(path, true);
  try {
    lock.exec('SELECT count(*) FROM sqlite_schema');
    return undefined;
  } catch (cause) {
    if (isBusy(cause)) return readHolder(nameOf(directory)) ?? 'unnamed';
    // Left by a process that was killed: SQLite would have to write before it reads, and no one locks it.
    if (primaryCode(cause) === readOnlyFile) return undefined;
    throw lockError(path, cause);
  } finally {
    lock.close();
  }
}

function readHolder(path: string): Holder | undefined {
  try {
    return holderSchema.parse(JSON.parse(readSteadyFile(path) ?? ''));
  } catch {
    return undefined;
  }
}

function heldBy(path: string): (say: Say) => string {
  const holder = readHolder(path);
  if (!holder) return (say) => say('detail.heldBySomebody');
  const { host, since } = holder;
  return (say) => say('detail.heldBy', { process: String(holder.process), host, since });
}
