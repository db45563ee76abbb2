import { connectorId, contentId, type Exchange } from './exchange.ts';

const connector = {
  connector_id: connectorId,
  user_id: 'u',
  org_id: 'o',
  share_with_org: false,
  label: 'Inbox',
  type: 'email',
  created_at: '2026-09-01T00:00:00Z',
  updated_at: '2026-09-01T00:00:00Z',
  archived: false,
  description: '',
  enrichments: ['translation'],
  config: { allowed_emails: ['ann@example.com'], email_hash: 'h', email: 'in@service.example' },
  files_count: 3,
  last_sync_at: null,
  last_sync_status: null,
  last_sync_error_msg: null,
  last_sync_count: null,
};
const document = { id: contentId, file_name: 'a.pdf', status: 'completed', tags: [{ id: 't', name: 'q' }] };
const tag = { id: 't', name: 'q' };
const url = 'https://storage.example/a?X-Amz-Expires=86400';
const secret = ['The address is good for 24 hours, for whoever has it. Ask for a new one after that.'];

/**
 * Sections 2.7, 2.8, 4.7 to 4.9 and 4.14, and service-behaviour.md, "List documents" and "Links to files",
 * where the specification shows no path.
 */
export const content: Record<string, Exchange> = {
  'connectors.list': {
    sends: 'GET /contents/v1/connectors',
    answers: { results: [connector] },
    typed: [{ connector_id: connectorId }],
  },
  'connectors.get': {
    params: { connector_id: connectorId },
    sends: `GET /contents/v1/connectors/${connectorId}`,
    answers: connector,
    typed: { config: { email: 'in@service.example' } },
  },
  'connectors.create': {
    body: { type: 'email', label: 'Inbox', enrichments: ['translation'], config: { allowed_emails: [] } },
    sends: 'POST /contents/v1/connectors',
    sendsBody: {
      type: 'email',
      label: 'Inbox',
      enrichments: ['translation'],
      config: { allowed_emails: [] },
    },
    answers: connector,
    typed: { label: 'Inbox' },
  },
  'connectors.update': {
    params: { connector_id: connectorId },
    body: { label: 'Inbox', description: '', share_with_org: false, config: null },
    sends: `PUT /contents/v1/connectors/${connectorId}`,
    sendsBody: { label: 'Inbox', description: '', share_with_org: false, config: null },
    answers: connector,
    typed: { label: 'Inbox' },
  },
  'connectors.delete': {
    params: { connector_id: connectorId, force_delete: true },
    sends: `DELETE /contents/v1/connectors/${connectorId}?force_delete=true`,
    answers: { ...connector, archived: true },
    typed: { archived: true },
  },
  'connectors.sync': {
    params: { connector_id: connectorId },
    body: { date_limit: '2026-01-01' },
    sends: `POST /contents/v1/connectors/${connectorId}/sync`,
    sendsBody: { date_limit: '2026-01-01' },
    answers: { connector_id: connectorId, status: 'accepted', date_limit: '2026-01-01' },
    typed: { status: 'accepted' },
  },
  'documents.enrich': {
    body: {
      file_name: 'a.pdf',
      published_ts: '2026-09-22T10:00:00Z',
      tags: ['t'],
      share_with_org: false,
      enrichments: ['reporting_entities', 'translation'],
      no_index: false,
      no_store: true,
    },
    sends: 'POST /contents/v1/documents',
    sendsBody: {
      file_name: 'a.pdf',
      published_ts: '2026-09-22T10:00:00Z',
      tags: ['t'],
      share_with_org: false,
      enrichments: ['reporting_entities', 'translation'],
      no_index: false,
      no_store: true,
    },
    answers: { url, id: contentId },
    typed: { url, id: contentId },
  },
  'documents.list': {
    params: { file_name: 'a', tags: ['q', 'r'], page: 2, page_size: 100 },
    sends: 'GET /contents/v1/documents?file_name=a&tags=q&tags=r&page=2&page_size=100',
    answers: { results: [document] },
    typed: [{ id: contentId }],
  },
  'documents.get': {
    params: { content_id: contentId },
    sends: `GET /contents/v1/documents/${contentId}`,
    answers: document,
    typed: { status: 'completed' },
  },
  'documents.update': {
    params: { content_id: contentId },
    body: { tags: [], share_with_org: true },
    sends: `PATCH /contents/v1/documents/${contentId}`,
    sendsBody: { tags: [], share_with_org: true },
    answers: document,
    typed: { id: contentId },
  },
  'documents.delete': {
    params: { content_id: contentId },
    sends: `DELETE /contents/v1/documents/${contentId}`,
    answers: null,
  },
  'documents.original': {
    params: { content_id: contentId },
    sends: `GET /contents/v1/documents/${contentId}/original`,
    answers: { url },
    typed: { url },
    notes: secret,
  },
  'documents.annotated': {
    params: { content_id: contentId },
    sends: `GET /contents/v1/documents/${contentId}/annotated`,
    answers: { url },
    typed: { url },
    notes: secret,
  },
  'documents.fetch': {
    params: { document_id: 'D 1' },
    sends: 'GET /v1/documents/D%201',
    answers: { url: 'https://publisher.example/story', web_content: true },
    typed: { web_content: true },
    notes: [],
  },
  'tags.create': {
    body: { tag_name: 'q' },
    sends: 'POST /contents/v1/tags',
    sendsBody: { tag_name: 'q' },
    answers: tag,
    typed: tag,
  },
  'tags.list': {
    params: { prefix: 'from:' },
    sends: 'GET /contents/v1/tags?prefix=from%3A',
    answers: { results: [tag] },
    typed: [tag],
  },
  'subscription.quotas': {
    sends: 'GET /v1/subscription/quotas',
    answers: {
      results: {
        org_id: 'o',
        subscription_type: 'quota',
        quota_units: [{ id: 'pages', display_name: 'Pages', units_usage: 40, units_limit: 100 }],
      },
    },
    typed: { results: { quota_units: [{ id: 'pages' }] } },
  },
};
