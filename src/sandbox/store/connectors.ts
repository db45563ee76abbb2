import { randomUUID } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';

/** The connector types of section 2.7. */
export const connectorTypes = ['email', 'investment_research', 'document_library'] as const;
export type ConnectorType = (typeof connectorTypes)[number];

/** A connector as it is kept; times are sandbox milliseconds since 1970. */
export interface ConnectorRow {
  connector_id: string;
  user_id: string;
  org_id: string;
  share_with_org: 0 | 1;
  label: string;
  type: ConnectorType;
  description: string;
  /** JSON array. */
  enrichments: string;
  /** JSON object, exactly as responses show it. */
  config: string;
  credentials_accepted: 0 | 1;
  created_at: number;
  updated_at: number;
  archived: 0 | 1;
  removing_at: number | null;
  last_sync_at: number | null;
  last_sync_status: string | null;
  last_sync_error_msg: string | null;
  last_sync_count: number | null;
  sync_due_at: number | null;
  sync_from: string | null;
}

/** What a new connector is made of. */
export interface NewConnector {
  userId: string;
  orgId: string;
  type: ConnectorType;
  label: string;
  description: string;
  shared: boolean;
  enrichments: readonly string[];
  config: Record<string, unknown>;
  credentialsAccepted: boolean;
}

/** How a sync ended. */
export interface SyncEnd {
  now: number;
  status: 'success' | 'failed';
  error: string | null;
  count: number;
}

export interface ConnectorStore {
  add(connector: NewConnector, now: number): string;
  find(id: string): ConnectorRow | undefined;
  /** Those the user owns and those shared with the user's organization, oldest first. */
  visibleTo(user: { userId: string; orgId: string }): ConnectorRow[];
  all(): ConnectorRow[];
  /** Replaces what an update may change. */
  replace(
    id: string,
    to: { label: string; description: string; shared: boolean; config: string; now: number },
  ): void;
  archive(id: string, now: number): void;
  startRemoval(id: string, now: number): void;
  remove(id: string): void;
  planSync(id: string, plan: { dueAt: number; from: string | null } | null): void;
  endSync(id: string, end: SyncEnd): void;
}

export function createConnectorStore(database: DatabaseSync): ConnectorStore {
  const rows = (sql: string, ...values: (string | number)[]) =>
    database.prepare(sql).all(...values) as unknown as ConnectorRow[];
  const run = (sql: string, ...values: (string | number | null)[]) => {
    database.prepare(sql).run(...values);
  };
  return {
    add(connector, now) {
      const id = randomUUID();
      const at = Math.round(now);
      run(
        `INSERT INTO connectors (connector_id, user_id, org_id, share_with_org, label, type, description,
          enrichments,
           config, credentials_accepted, created_at, updated_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
        id,
        connector.userId,
        connector.orgId,
        Number(connector.shared),
        connector.label,
        connector.type,
        connector.description,
        JSON.stringify(connector.enrichments),
        JSON.stringify(connector.config),
        Number(connector.credentialsAccepted),
        at,
        at,
      );
      return id;
    },
    find: (id) => rows('SELECT * FROM connectors WHERE connector_id = ?', id)[0],
    visibleTo: ({ userId, orgId }) =>
      rows(
        `SELECT * FROM connectors WHERE user_id = ? OR (org_id = ? AND share_with_org = 1)
          ORDER BY created_at, rowid`,
        userId,
        orgId,
      ),
    all: () => rows('SELECT * FROM connectors ORDER BY created_at, rowid'),
    replace(id, { label, description, shared, config, now }) {
      run(
        `UPDATE connectors SET label = ?, description = ?, share_with_org = ?, config = ?, updated_at = ?
          WHERE connector_id = ?`,
        label,
        description,
        Number(shared),
        config,
        Math.round(now),
        id,
      );
    },
    archive(id, now) {
      run(
        `UPDATE connectors SET archived = 1, updated_at = ?, sync_due_at = NULL WHERE connector_id = ?
          AND archived = 0`,
        Math.round(now),
        id,
      );
    },
    startRemoval(id, now) {
      run(
        `UPDATE connectors SET archived = 1, removing_at = coalesce(removing_at, ?), sync_due_at = NULL
          WHERE connector_id = ?`,
        Math.round(now),
        id,
      );
    },
    remove: (id) => run('DELETE FROM connectors WHERE connector_id = ?', id),
    planSync(id, plan) {
      const dueAt = plan === null ? null : Math.round(plan.dueAt);
      run(
        'UPDATE connectors SET sync_due_at = ?, sync_from = ? WHERE connector_id = ?',
        dueAt,
        plan?.from ?? null,
        id,
      );
    },
    endSync(id, { now, status, error, count }) {
      run(
        `UPDATE connectors SET sync_due_at = NULL, last_sync_at = ?, last_sync_status = ?,
          last_sync_error_msg = ?,
           last_sync_count = ? WHERE connector_id = ?`,
        Math.round(now),
        status,
        error,
        count,
        id,
      );
    },
  };
}
