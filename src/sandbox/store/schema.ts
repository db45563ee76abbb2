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
CREATE INDEX IF NOT EXISTS documents_in_work ON documents (landed_at) WHERE landed_at IS NOT NULL
AND finished_at IS NULL;

-- The body of the enrich request, also the fields that the sandbox has no use for. A table of its own, because
-- data folders of earlier sandboxes have the table of documents without it.
CREATE TABLE IF NOT EXISTS enrich_requests (document_id TEXT PRIMARY KEY, body TEXT NOT NULL) STRICT;

CREATE TABLE IF NOT EXISTS tags (
  id TEXT PRIMARY KEY, org_id TEXT NOT NULL, name TEXT NOT NULL, created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
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
  id INTEGER PRIMARY KEY, document_id TEXT NOT NULL, cnum INTEGER NOT NULL, text TEXT NOT NULL,
  sentiment REAL NOT NULL
) STRICT;
CREATE INDEX IF NOT EXISTS chunks_by_document ON chunks (document_id, cnum);
CREATE VIRTUAL TABLE IF NOT EXISTS chunk_words USING fts5 (text, content = 'chunks', content_rowid = 'id',
tokenize = 'porter');
CREATE TRIGGER IF NOT EXISTS chunk_added AFTER INSERT ON chunks BEGIN
  INSERT INTO chunk_words (rowid, text) VALUES (new.id, new.text);
END;
CREATE TRIGGER IF NOT EXISTS chunk_removed AFTER DELETE ON chunks BEGIN
  INSERT INTO chunk_words (chunk_words, rowid, text) VALUES ('delete', old.id, old.text);
END;

-- What a search shows and filters by beside the text. Apart from the chunks, because a folder of an older
-- sandbox has none.
CREATE TABLE IF NOT EXISTS chunk_notes (
  chunk_id INTEGER PRIMARY KEY, detections TEXT NOT NULL, locations TEXT NOT NULL, section TEXT, speaker TEXT
) STRICT;
CREATE TABLE IF NOT EXISTS mentions (
  entity_id TEXT NOT NULL, document_id TEXT NOT NULL, chunk_id INTEGER NOT NULL, PRIMARY KEY (entity_id,
  chunk_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS mentions_by_chunk ON mentions (chunk_id);
CREATE TRIGGER IF NOT EXISTS chunk_notes_removed AFTER DELETE ON chunks BEGIN
  DELETE FROM chunk_notes WHERE chunk_id = old.id;
  DELETE FROM mentions WHERE chunk_id = old.id;
END;
CREATE TABLE IF NOT EXISTS document_notes (
  document_id TEXT PRIMARY KEY, document_type TEXT NOT NULL, authors TEXT NOT NULL,
  title_entities TEXT NOT NULL
) STRICT;

-- What an organization has used up; nothing is given back when a document is deleted.
CREATE TABLE IF NOT EXISTS usage (
  org_id TEXT NOT NULL, unit TEXT NOT NULL, used REAL NOT NULL, PRIMARY KEY (org_id, unit)
) STRICT, WITHOUT ROWID;

CREATE TABLE IF NOT EXISTS batches (
  batch_id TEXT PRIMARY KEY,
  user_id TEXT NOT NULL,
  org_id TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  -- The file of queries as it landed, and when its work is due to end.
  queries TEXT,
  landed_at INTEGER,
  due_at INTEGER,
  -- JSON array, once somebody asked after the work was done.
  results TEXT
) STRICT;

CREATE TABLE IF NOT EXISTS templates (
  id TEXT PRIMARY KEY,
  user_id TEXT NOT NULL,
  -- The JSON object as it was given: nobody shows the fields.
  body TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;
CREATE TABLE IF NOT EXISTS executions (
  execution_id TEXT PRIMARY KEY,
  user_id TEXT NOT NULL,
  name TEXT NOT NULL,
  status TEXT NOT NULL,
  is_public INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  template_id TEXT,
  -- JSON object, or null.
  inputs TEXT
) STRICT;
CREATE INDEX IF NOT EXISTS executions_by_user ON executions (user_id, created_at);

CREATE TABLE IF NOT EXISTS requests (
  sequence INTEGER PRIMARY KEY, time REAL NOT NULL, origin TEXT NOT NULL, method TEXT NOT NULL,
  path TEXT NOT NULL,
  route TEXT, status INTEGER NOT NULL, key TEXT, header_names TEXT NOT NULL, bytes_in INTEGER NOT NULL,
  duration_ms REAL NOT NULL, request_id TEXT NOT NULL, fault TEXT
) STRICT;
`;
