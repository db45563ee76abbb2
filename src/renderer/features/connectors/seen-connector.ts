import type { Connector, SeenConnector } from '#shared/bridge/connectors.ts';

const senders = ({ config }: Connector): string[] => {
  const listed = config?.allowed_emails;
  return Array.isArray(listed) ? listed.filter((one) => typeof one === 'string') : [];
};

/** What a person sees of a connector when they open it for editing. */
export function seenConnector(connector: Connector): SeenConnector {
  return {
    updatedAt: connector.updated_at ?? null,
    lastSyncAt: connector.last_sync_at ?? null,
    label: connector.label ?? '',
    description: connector.description ?? '',
    share: connector.share_with_org ?? false,
    enrichments: [...(connector.enrichments ?? [])],
    allowedEmails: senders(connector),
    archived: connector.archived ?? false,
  };
}

/** Whether both name the same, in whatever order. */
export function isSameSet(some: readonly string[], others: readonly string[]): boolean {
  return new Set(some).size === new Set(others).size && some.every((one) => others.includes(one));
}
