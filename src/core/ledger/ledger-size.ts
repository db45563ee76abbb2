import { statSync } from 'node:fs';

/** Bytes of the ledger's file and of the log that is not yet written into it. */
export function ledgerBytes(path: string): number {
  const sizeOf = (file: string) => statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  return sizeOf(path) + sizeOf(`${path}-wal`);
}
