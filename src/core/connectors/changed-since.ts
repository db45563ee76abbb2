import type { SeenConnector } from '#shared/bridge/connectors.ts';
import type { ConnectorRecord } from '../service/schemas/connector.ts';

/**
 * Whether a connector was changed since a person opened it: a field they can see differs, or its `updated_at`
 * does. A sync may move `updated_at` too; one that ended meanwhile is no change of what is edited.
 */
export function changedSince(seen: SeenConnector, record: ConnectorRecord): boolean {
  const senders = record.config?.allowed_emails;
  const synced = (record.last_sync_at ?? null) !== (seen.lastSyncAt ?? null);
  return (
    seen.label !== (record.label ?? '') ||
    seen.description !== (record.description ?? '') ||
    seen.share !== (record.share_with_org ?? false) ||
    seen.archived !== (record.archived ?? false) ||
    !sameMembers(seen.enrichments, record.enrichments ?? []) ||
    !sameMembers(seen.allowedEmails, Array.isArray(senders) ? senders.map(String) : []) ||
    (!synced && (seen.updatedAt ?? null) !== (record.updated_at ?? null))
  );
}

function sameMembers(some: readonly string[], others: readonly string[]): boolean {
  return new Set(some).size === new Set(others).size && others.every((one) => some.includes(one));
}
