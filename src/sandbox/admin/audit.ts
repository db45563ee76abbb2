import { isoTime } from '../api/document-record.ts';
import type { RecordedRequest } from '../http/recorder.ts';
import type { Services } from '../services.ts';
import type { AuditRow } from '../store/document-row.ts';

/** One document, deleted or not, as the audit shows it. */
export interface AuditedDocument {
  id: string;
  file_name: string;
  status: string;
  error_code: string | null;
  raw_size: number;
  /** Of the bytes that landed, lower-case hexadecimal; null where none did. */
  sha256: string | null;
  created_at: string;
  landed_at: string | null;
  finished_at: string | null;
  deleted: boolean;
  deleted_at: string | null;
  request_origin: string;
  connector_id: string | null;
  user_id: string;
  shared: boolean;
  tags: string[];
  no_index: boolean;
  no_store: boolean;
  enrichments: string[];
  published_at: string | null;
  /** Every field of its enrich request as it came; null if a connector brought the document. */
  requested: Record<string, unknown> | null;
  chunks: number;
}

/** Everything that was ever sent to the sandbox, for proofs of exactly-once. */
export interface Audit {
  /** Documents whose bytes landed, in order of creation, the deleted ones too. */
  documents: AuditedDocument[];
  /** Slots that were made and never filled, the deleted ones too. */
  slots_never_filled: AuditedDocument[];
  /** SHA-256 of bytes that more than one document holds now, with their ids. */
  duplicates: Record<string, string[]>;
  /** Requests that carried an API key to the storage origin. */
  leaked_keys: RecordedRequest[];
  requests_over_limit: number;
}

/** Takes stock of all documents, slots and leaks. */
export function takeAudit({ documents, recorder, rateLimit, tags }: Services): Audit {
  const rows = documents.audit();
  const holders = new Map<string, string[]>();
  for (const row of rows) {
    if (row.sha256 === null || row.deleted_at !== null) continue;
    holders.set(row.sha256, [...(holders.get(row.sha256) ?? []), row.id]);
  }
  const show = (row: AuditRow) =>
    auditedDocument(
      row,
      tags.ofDocument(row.id).map((tag) => tag.name),
    );
  return {
    documents: rows.filter((row) => row.landed_at !== null).map(show),
    slots_never_filled: rows.filter((row) => row.landed_at === null).map(show),
    duplicates: Object.fromEntries([...holders].filter(([, ids]) => ids.length > 1)),
    leaked_keys: recorder.leakedKeys(),
    requests_over_limit: rateLimit.overLimit(),
  };
}

function auditedDocument(row: AuditRow, tags: string[]): AuditedDocument {
  const time = (milliseconds: number | null) => (milliseconds === null ? null : isoTime(milliseconds));
  return {
    id: row.id,
    file_name: row.file_name,
    status: row.status,
    error_code: row.error_code,
    raw_size: row.raw_size,
    sha256: row.sha256,
    created_at: isoTime(row.created_at),
    landed_at: time(row.landed_at),
    finished_at: time(row.finished_at),
    deleted: row.deleted_at !== null,
    deleted_at: time(row.deleted_at),
    request_origin: row.origin,
    connector_id: row.connector_id,
    user_id: row.user_id,
    shared: row.shared === 1,
    tags,
    no_index: row.no_index === 1,
    no_store: row.no_store === 1,
    enrichments: JSON.parse(row.enrichments),
    published_at: time(row.published_at),
    requested: row.requested === null ? null : JSON.parse(row.requested),
    chunks: row.chunks,
  };
}
