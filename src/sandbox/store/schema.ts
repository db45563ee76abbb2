/** The tables. A row of `documents` outlives its deletion, so that an audit can count what was ever there. */
export const schema = `
CREATE TABLE IF NOT EXISTS settings (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;

CREATE TABLE IF NOT EXISTS users (
  api_key TEXT PRIMARY KEY, user_id TEXT NOT NULL UNIQUE, org_id TEXT NOT NULL
) STRICT;

-- Times are sandbox milliseconds since 1970.
CREATE TABLE IF NOT EXISTS documents (
  id TEXT PRIMARY KEY,
  file_name TEXT NOT NULL,
  user_id TEXT NOT NULL,
  org_id TEXT NOT NULL,
  collection_id TEXT NOT NULL,
  origin TEXT NOT NULL,
  content_type TEXT,
  status TEXT NOT NULL,
  error_code TEXT,
  shared INTEGER NOT NULL,
  no_index INTEGER NOT NULL,
  no_store INTEGER NOT NULL,
  enrichments TEXT NOT NULL,
  published_at INTEGER,
  connector_id TEXT,
  -- What the outside source calls it, so that a resync does not ingest it twice.
  external_key TEXT,
  title TEXT,
  raw_size INTEGER NOT NULL DEFAULT 0,
  sha256 TEXT,
  md5 TEXT,
  chunks INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  landed_at INTEGER,
  -- Planned at landing: when processing starts and when it is due to end.
  processing_at INTEGER,
  due_at INTEGER,
  finished_at INTEGER,
  expires_at INTEGER,
  delete_started_at INTEGER,
  deleted_at INTEGER,
  -- How far the list endpoint is behind for this document, in milliseconds.
  list_lag INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX IF NOT EXISTS documents_by_creation ON documents (created_at);
CREATE INDEX IF NOT EXISTS documents_by_connector ON documents (connector_id) WHERE connector_id IS NOT NULL;
CREATE INDEX IF NOT EXISTS documents_in_work ON documents (landed_at) WHERE landed_at IS NOT NULL AND finished_at IS NULL;

CREATE TABLE IF NOT EXISTS tags (
  id TEXT PRIMARY KEY, org_id TEXT NOT NULL, name TEXT NOT NULL, created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL,
  UNIQUE (org_id, name)
) STRICT;
CREATE TABLE IF NOT EXISTS document_tags (
  document_id TEXT NOT NULL, tag_id TEXT NOT NULL, PRIMARY KEY (document_id, tag_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS document_tags_by_tag ON document_tags (tag_id);

CREATE TABLE IF NOT EXISTS connectors (
  connector_id TEXT PRIMARY KEY,
  user_id TEXT NOT NULL,
  org_id TEXT NOT NULL,
  share_with_org INTEGER NOT NULL,
  label TEXT NOT NULL,
  type TEXT NOT NULL,
  description TEXT NOT NULL,
  enrichments TEXT NOT NULL,
  -- Never holds a password or a session: only whether the broker accepted the credentials.
  config TEXT NOT NULL,
  credentials_accepted INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  archived INTEGER NOT NULL DEFAULT 0,
  removing_at INTEGER,
  last_sync_at INTEGER,
  last_sync_status TEXT,
  last_sync_error_msg TEXT,
  last_sync_count INTEGER,
  -- The run that waits: when it is due and from which day on it reads (YYYY-MM-DD, or null).
  sync_due_at INTEGER,
  sync_from TEXT
) STRICT;

-- The form a search reads: nothing is here for a document that is not indexed.
CREATE TABLE IF NOT EXISTS chunks (
  id INTEGER PRIMARY KEY, document_id TEXT NOT NULL, cnum INTEGER NOT NULL, text TEXT NOT NULL, sentiment REAL NOT NULL
) STRICT;
CREATE INDEX IF NOT EXISTS chunks_by_document ON chunks (document_id, cnum);
CREATE VIRTUAL TABLE IF NOT EXISTS chunk_words USING fts5 (text, content = 'chunks', content_rowid = 'id', tokenize = 'porter');
CREATE TRIGGER IF NOT EXISTS chunk_added AFTER INSERT ON chunks BEGIN
  INSERT INTO chunk_words (rowid, text) VALUES (new.id, new.text);
END;
CREATE TRIGGER IF NOT EXISTS chunk_removed AFTER DELETE ON chunks BEGIN
  INSERT INTO chunk_words (chunk_words, rowid, text) VALUES ('delete', old.id, old.text);
END;

CREATE TABLE IF NOT EXISTS requests (
  sequence INTEGER PRIMARY KEY, time REAL NOT NULL, origin TEXT NOT NULL, method TEXT NOT NULL, path TEXT NOT NULL,
  route TEXT, status INTEGER NOT NULL, key TEXT, header_names TEXT NOT NULL, bytes_in INTEGER NOT NULL,
  duration_ms REAL NOT NULL, request_id TEXT NOT NULL, fault TEXT
) STRICT;
`;
