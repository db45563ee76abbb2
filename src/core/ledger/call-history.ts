import type { OperationHistoryEntry } from '#shared/bridge/operations.ts';
import type { Database } from './database.ts';

/** Calls kept for a profile. */
const most = 200;

interface Row {
  readonly id: number;
  readonly at: number;
  readonly operation: string;
  readonly request: string;
  readonly left_out: string;
  readonly status: number | null;
  readonly code: string | null;
  readonly took_ms: number;
}

/** What a person called from the Explorer; secrets are taken out before they come here. */
export function createCallHistory(database: Database) {
  const { statement } = database;
  return {
    add(profileId: string, entry: Omit<OperationHistoryEntry, 'id'>): void {
      const { at, name, request, leftOut, status, code, tookMs } = entry;
      database.transaction(() => {
        statement(
          `INSERT INTO call_history (profile_id, at, operation, request, left_out, status, code, took_ms)
             VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
        ).run(profileId, at, name, JSON.stringify(request), JSON.stringify(leftOut), status, code, tookMs);
        statement(
          `DELETE FROM call_history WHERE profile_id = ? AND id NOT IN
             (SELECT id FROM call_history WHERE profile_id = ? ORDER BY id DESC LIMIT ?)`,
        ).run(profileId, profileId, most);
      });
    },
    /** The newest first. */
    list(profileId: string): OperationHistoryEntry[] {
      const rows = statement('SELECT * FROM call_history WHERE profile_id = ? ORDER BY id DESC').all(
        profileId,
      ) as unknown as Row[];
      return rows.map(({ id, at, operation, request, left_out, status, code, took_ms }) => ({
        id,
        at,
        name: operation,
        request: JSON.parse(request),
        leftOut: JSON.parse(left_out),
        status,
        code,
        tookMs: took_ms,
      }));
    },
    /** Forgets one call, or all of the profile; answers how many. */
    forget(profileId: string, id?: number): number {
      const { changes } =
        id === undefined
          ? statement('DELETE FROM call_history WHERE profile_id = ?').run(profileId)
          : statement('DELETE FROM call_history WHERE profile_id = ? AND id = ?').run(profileId, id);
      return Number(changes);
    },
  };
}

export type CallHistory = ReturnType<typeof createCallHistory>;
