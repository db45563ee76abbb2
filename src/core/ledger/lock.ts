import { readFileSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { AppError } from '#shared/errors/app-error.ts';
import { makePrivateFile } from '../data-folder/private-folder.ts';

/**
 * Takes the data folder for this process. The lock is SQLite's own exclusive lock on a small file: the operating
 * system drops it at the moment the process dies, so a killed agent never blocks the next one.
 *
 * @returns the way to release it
 * @throws AppError `LEDGER_BUSY`, saying who holds it
 */
export function lockDataDirectory(directory: string): () => void {
  const holderPath = join(directory, 'agent.json');
  const lockPath = join(directory, 'agent.lock');
  makePrivateFile(lockPath);
  const lock = new DatabaseSync(lockPath, { timeout: 0 });
  try {
    lock.exec('PRAGMA journal_mode = DELETE; BEGIN EXCLUSIVE;');
  } catch (cause) {
    lock.close();
    throw new AppError('LEDGER_BUSY', { detail: `held by ${describeHolder(holderPath)}`, cause });
  }
  leaveName(holderPath);
  return () => lock.close();
}

/** Only a courtesy to who finds the folder taken: the lock is held whether or not this can be written. */
function leaveName(path: string): void {
  const holder = {
    process: process.pid,
    host: hostname(),
    since: new Date().toISOString(),
    command: process.argv.slice(2, 3),
  };
  try {
    writeFileSync(path, JSON.stringify(holder), { mode: 0o600 });
  } catch {
    // Whoever asks is told of a process that did not leave its name.
  }
}

function describeHolder(path: string): string {
  try {
    const holder = JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>;
    return `process ${holder.process} on ${holder.host} since ${holder.since}`;
  } catch {
    return 'a process that did not leave its name';
  }
}
