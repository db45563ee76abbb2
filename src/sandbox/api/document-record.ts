import type { Services } from '../services.ts';
import type { DocumentRow } from '../store/document-row.ts';
import { connectorTypeName } from './connector-record.ts';

/** A document's metadata as responses show it (service-behaviour.md, "Document metadata"). */
export function documentRecord(row: DocumentRow, { tags, settings }: Services): Record<string, unknown> {
  return {
    id: row.id,
    file_name: row.file_name,
    user_id: row.user_id,
    org_id: row.org_id,
    rp_collection_id: row.collection_id,
    raw_size: row.raw_size,
    request_origin: connectorTypeName(row.origin, settings.profile),
    content_type: row.content_type,
    status: row.status,
    shared_with_orgs: row.shared === 1 ? [row.org_id] : [],
    created_at: isoTime(row.created_at),
    updated_at: isoTime(row.updated_at),
    published_at: row.published_at === null ? null : isoTime(row.published_at),
    connector_id: row.connector_id,
    error_code: row.error_code,
    delete_started_ts: row.delete_started_at === null ? null : isoTime(row.delete_started_at),
    file_metadata: row.title === null ? null : { title: row.title },
    tags: tags.ofDocument(row.id),
  };
}

/** ISO 8601 of a time in milliseconds. */
export function isoTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
