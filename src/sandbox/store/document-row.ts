/** A document as it is kept; times are sandbox milliseconds since 1970. */
export interface DocumentRow {
  id: string;
  file_name: string;
  user_id: string;
  org_id: string;
  collection_id: string;
  /** `file_upload`, or the type of the connector it came through. */
  origin: string;
  content_type: string | null;
  status: string;
  error_code: string | null;
  shared: 0 | 1;
  no_index: 0 | 1;
  no_store: 0 | 1;
  /** JSON array. */
  enrichments: string;
  published_at: number | null;
  connector_id: string | null;
  external_key: string | null;
  title: string | null;
  raw_size: number;
  sha256: string | null;
  md5: string | null;
  chunks: number;
  created_at: number;
  updated_at: number;
  landed_at: number | null;
  processing_at: number | null;
  due_at: number | null;
  finished_at: number | null;
  expires_at: number | null;
  delete_started_at: number | null;
  deleted_at: number | null;
  list_lag: number;
}

/** A document with the JSON of its enrich request; null if a connector brought it. */
export interface AuditRow extends DocumentRow {
  requested: string | null;
}

/** What is known when a slot for a document is made. */
export interface NewDocument {
  fileName: string;
  userId: string;
  orgId: string;
  origin: string;
  shared: boolean;
  noIndex: boolean;
  noStore: boolean;
  enrichments: readonly string[];
  publishedAt: number | null;
  connectorId: string | null;
  externalKey: string | null;
  /** The body of its enrich request. */
  requested?: object;
}

/** What arrived by a PUT. */
export interface LandedObject {
  size: number;
  sha256: string;
  md5: string;
}
