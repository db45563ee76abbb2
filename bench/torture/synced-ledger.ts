import { copyFileSync, existsSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The environment variable that names the copy of the ledger as of its last sync; the agent under torture
 * keeps it.
 */
export const syncedVariable = 'SLUICE_TORTURE_SYNCED';

/** What SQLite keeps a ledger in: the file and its log. The index of the log, `-shm`, is made anew. */
const parts = ['', '-wal'];

export function ledgerOf(data: string): string {
  return join(data, 'ledger.sqlite');
}

/** Copies a ledger as its files are now, in place of what stands at `to`. */
export function copyLedger(from: string, to: string): void {
  removeLedger(to);
  for (const part of parts) if (existsSync(from + part)) copyFileSync(from + part, to + part);
}

function removeLedger(path: string): void {
  for (const part of [...parts, '-shm']) rmSync(path + part, { force: true });
}

/** Copies the ledger of a data folder before it is synced; `keep` makes the copy the last one, once it is. */
export function copyForSync(data: string, synced: string): { keep(): void } {
  const fresh = `${synced}.new`;
  copyLedger(ledgerOf(data), fresh);
  return {
    keep() {
      // All of the old one goes first: without it the older log would not fit the newer file.
      removeLedger(synced);
      for (const part of parts) if (existsSync(fresh + part)) renameSync(fresh + part, synced + part);
    },
  };
}

/**
 * A power cut: what was not synced is gone. Without a sync in this life everything from before it is on the
 * disk.
 */
export function losePower(data: string, synced: string): void {
  if (existsSync(synced)) copyLedger(synced, ledgerOf(data));
}

/** Before a life: what an earlier one synced says nothing of this one. */
export function forgetSynced(synced: string): void {
  removeLedger(synced);
}
