import type { Connector } from '#shared/bridge/connectors.ts';

/** A connector as a service tells of it, for tests. */
export function aConnector(changes: Partial<Connector> = {}): Connector {
  return {
    connector_id: 'c1',
    user_id: 'ann',
    org_id: 'research-team',
    share_with_org: false,
    label: 'Inbox',
    type: 'email',
    created_at: '2026-01-05T09:00:00Z',
    updated_at: '2026-01-06T09:00:00Z',
    archived: false,
    description: 'Notes from brokers',
    enrichments: ['translation'],
    config: { allowed_emails: ['ann@example.com'], email: 'in-7f3a@inbox.example', email_hash: '7f3a' },
    files_count: 12,
    last_sync_at: null,
    last_sync_status: null,
    last_sync_error_msg: null,
    last_sync_count: null,
    ...changes,
  };
}

export const broker = aConnector({
  connector_id: 'c2',
  label: 'Broker',
  type: 'investment_research',
  description: '',
  enrichments: [],
  config: { user_id: 'ann-at-broker' },
  files_count: 3,
  last_sync_at: '2026-01-07T09:00:00Z',
  last_sync_status: 'failed',
  last_sync_error_msg: 'The broker refused the password.',
  last_sync_count: 0,
});

export const library = aConnector({
  connector_id: 'c3',
  label: 'Library',
  type: 'sharepoint',
  user_id: 'zoe',
  share_with_org: true,
  config: {},
  files_count: 40,
  last_sync_at: '2026-01-08T09:00:00Z',
  last_sync_status: 'partially_synced',
  last_sync_count: 7,
});
