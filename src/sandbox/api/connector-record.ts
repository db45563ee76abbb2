import type { SandboxProfile } from '../options.ts';
import type { Services } from '../services.ts';
import type { ConnectorRow } from '../store/connectors.ts';
import { isoTime } from './document-record.ts';

/** Deployments have been seen that name the document library after the product it reads. */
const fieldName = 'sharepoint';

/** A connector type (or origin of a document) as the profile names it. */
export function connectorTypeName(type: string, profile: SandboxProfile): string {
  return type === 'document_library' && profile === 'field' ? fieldName : type;
}

/** The type a caller means, whichever name it used. */
export function connectorTypeFromName(name: string): string {
  return name === fieldName ? 'document_library' : name;
}

/** A connector as responses show it (section 2.7): never a password, never a session. */
export function connectorRecord(
  row: ConnectorRow,
  { documents, settings }: Services,
): Record<string, unknown> {
  return {
    connector_id: row.connector_id,
    user_id: row.user_id,
    org_id: row.org_id,
    share_with_org: row.share_with_org === 1,
    label: row.label,
    type: connectorTypeName(row.type, settings.profile),
    created_at: isoTime(row.created_at),
    updated_at: isoTime(row.updated_at),
    archived: row.archived === 1,
    description: row.description,
    enrichments: JSON.parse(row.enrichments),
    config: JSON.parse(row.config),
    files_count: documents.ofConnector(row.connector_id).length,
    last_sync_at: row.last_sync_at === null ? null : isoTime(row.last_sync_at),
    last_sync_status: row.last_sync_status,
    last_sync_error_msg: row.last_sync_error_msg,
    last_sync_count: row.last_sync_count,
  };
}
