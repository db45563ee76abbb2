import type { ConnectorId } from '#shared/ids/ids.ts';
import { syncOutcome } from '#shared/connectors/sync-outcome.ts';
import type { ConnectorRecord } from '../service/schemas/connector.ts';

/** The last-sync fields, as far as the service gave them. */
export interface SyncState {
  readonly at: string | null;
  readonly status: string | null;
  readonly error: string | null;
  readonly count: number | null;
}

/**
 * A sync or a removal that was accepted and whose end is waited for. Kept in the ledger, so that a restart
 * forgets none.
 */
export interface Follow {
  readonly kind: 'sync' | 'removal';
  readonly connectorId: ConnectorId;
  /** What to call it when it is gone. */
  readonly label: string;
  readonly type: string;
  /** Milliseconds since 1970. */
  readonly since: number;
  /** What the last sync was before this one; for syncs. */
  readonly before?: SyncState | undefined;
}

/** What the last sync of a connector is now. */
export function syncState(record: ConnectorRecord): SyncState {
  return {
    at: record.last_sync_at ?? null,
    status: record.last_sync_status ?? null,
    error: record.last_sync_error_msg ?? null,
    count: record.last_sync_count ?? null,
  };
}

/**
 * Whether the sync came to its end: something of the last sync changed, and the service does not say that it
 * still runs. That words for "still running" exist is a guess; without them any change counts (specification
 * 2.7).
 */
export function hasEnded(follow: Follow, record: ConnectorRecord): boolean {
  if (follow.kind !== 'sync' || syncOutcome(record) === 'running') return false;
  const { before } = follow;
  const now = syncState(record);
  // An answer from before the one that was known when the sync was asked for.
  if (before?.at && now.at && Date.parse(now.at) < Date.parse(before.at)) return false;
  return (
    before === undefined ||
    now.at !== before.at ||
    now.status !== before.status ||
    now.error !== before.error ||
    now.count !== before.count
  );
}

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

/**
 * A sync takes seconds or hours and nobody says which: looked at after 2 s, then after a quarter of the time
 * it has taken so far, at most every 5 minutes. That is some twenty requests in the first quarter of an hour.
 */
export function nextLook(elapsedMs: number): number {
  return Math.min(5 * minute, Math.max(2 * second, elapsedMs / 4));
}

/**
 * After this Sluice looks no more, ms. Removals of many files are long, and their row must not come back to
 * life.
 */
const followAtMost: Readonly<Record<Follow['kind'], number>> = { sync: 6 * hour, removal: 72 * hour };

/** Whether nobody waits for its end any more. */
export function isGivenUp({ kind, since }: Follow, now: number): boolean {
  return now - since > followAtMost[kind];
}
