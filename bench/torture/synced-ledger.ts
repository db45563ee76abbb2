import { copyFileSync, existsSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** The environment variable that names the copy of the ledger as of its last sync; the agent under torture keeps it. */
export const syncedVariable = 'SLUICE_TORTURE_SYNCED';

const parts = ['', '-wal'];

/** Copies the ledger of a data folder as it is now, beside the last copy; `keep` puts it in its place. */
export function copyLedger(data: string, synced: string): { keep(): void } {
  const ledger = join(data, 'ledger.sqlite');
  const found = parts.filter((part) => existsSync(ledger + part));
  for (const part of found) copyFileSync(ledger + part, `${synced}${part}.new`);
  return {
    keep() {
      // The log first: without it the older log would not fit the newer file.
      for (const part of parts) rmSync(synced + part, { force: true });
      for (const part of found) renameSync(`${synced}${part}.new`, synced + part);
    },
  };
}

/** A power cut: what was not synced is gone. Without a sync in this life everything from before it is on the disk. */
export function losePower(data: string, synced: string): void {
  const ledger = join(data, 'ledger.sqlite');
  if (!existsSync(synced)) return;
  for (const part of [...parts, '-shm']) rmSync(ledger + part, { force: true });
  for (const part of parts) if (existsSync(synced + part)) copyFileSync(synced + part, ledger + part);
}

/** Before a life: what an earlier one synced says nothing of this one. */
export function forgetSynced(synced: string): void {
  for (const part of parts) rmSync(synced + part, { force: true });
}
