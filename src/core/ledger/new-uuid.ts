import { randomUUID } from 'node:crypto';

/**
 * The name of a new upload that no other ledger gives. Rows from before there were names got theirs in
 * migration 0025.
 */
export function newUuid(): string {
  return randomUUID();
}
