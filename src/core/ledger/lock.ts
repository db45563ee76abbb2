import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { AppError } from '#shared/errors/app-error.ts';
import type { Say } from '#shared/sentences/sentences.ts';
import { makePrivateFile } from '../data-folder/private-folder.ts';

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
const nameOf = (directory: string) => join(directory, 'agent.json');

/**
 * Takes the data folder for this process. The lock is SQLite's own exclusive lock on a small file: the
 * operating system drops it at the moment the process dies, so a killed agent never blocks the next one.
 *
 * @returns the way to release it
 * @throws AppError `LEDGER_BUSY`, saying who holds it
 */
export function lockDataDirectory(directory: string, engine: Holder['engine'] = 'none'): () => void {
  const holderPath = nameOf(directory);
  const lockPath = fileOf(directory);
  makePrivateFile(lockPath);
  const lock = new DatabaseSync(lockPath, { timeout: 0 });
  try {
    lock.exec('PRAGMA journal_mode = DELETE; BEGIN EXCLUSIVE;');
  } catch (cause) {
    lock.close();
    throw new AppError('LEDGER_BUSY', { said: heldBy(holderPath), cause });
  }
  leaveName(holderPath, thisProcess(engine));
  return () => lock.close();
}

/** Only a courtesy to who finds the folder taken: the lock is held whether or not this can be written. */
function leaveName(path: string, holder: Holder): void {
  try {
    writeFileSync(path, JSON.stringify(holder), { mode: 0o600 });
  } catch {
    // Whoever asks is told of a process that did not leave its name.
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
 */
export function holderOf(directory: string): Holder | 'unnamed' | undefined {
  const path = fileOf(directory);
  if (!existsSync(path)) return undefined;
  const lock = new DatabaseSync(path, { timeout: 0, readOnly: true });
  try {
    lock.exec('SELECT count(*) FROM sqlite_schema');
    return undefined;
  } catch {
    return readHolder(nameOf(directory)) ?? 'unnamed';
  } finally {
    lock.close();
  }
}

function readHolder(path: string): Holder | undefined {
  try {
    return holderSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
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
