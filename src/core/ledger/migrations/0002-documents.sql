-- Documents: what the service holds for a profile, as far as this Sluice knows. Rows come from uploads that landed and from what
-- the service says of a document; the page of documents is answered from here alone.
CREATE TABLE documents (
  id INTEGER PRIMARY KEY,
  profile_id TEXT NOT NULL,
  content_id TEXT NOT NULL,
  -- The upload that made it; null for what came another way.
  upload_id INTEGER REFERENCES uploads (id) ON DELETE SET NULL,
  file_name TEXT NOT NULL,
  -- NFC-normalised lower case, to search and to sort by.
  name_key TEXT NOT NULL,
  folder_id TEXT,
  connector_id TEXT,
  -- The service's word for the way it came, e.g. file_upload, email.
  origin TEXT,
  -- Where it came from, for the filter and the sort: 'folder:<id>', 'connector:<id>', 'manual', 'elsewhere'.
  source TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN
    ('waiting', 'processing', 'completed', 'failed', 'removing', 'expired', 'gone')),
  -- The service's own word for the status, and its error code.
  remote_status TEXT,
  remote_error TEXT,
  -- Code of the upload's failure, from the catalog of errors.
  code TEXT,
  size INTEGER,
  -- 1, 0, or null where nobody said.
  shared INTEGER,
  no_index INTEGER,
  no_store INTEGER,
  -- Milliseconds since the epoch.
  uploaded_at INTEGER NOT NULL,
  published_at INTEGER,
  completed_at INTEGER,
  -- no_store: when the service deletes it (interface section 3.4).
  expires_at INTEGER,
  -- When the service last said something about it, and its own `updated_at` then.
  checked_at INTEGER,
  remote_updated_at TEXT,
  -- The last full pass over the service's list that saw it.
  seen_pass INTEGER NOT NULL DEFAULT 0,
  changed_at INTEGER NOT NULL,
  UNIQUE (profile_id, content_id)
) STRICT;
-- One index for each order that is asked for often. The name rides along so that a search answers from the index alone.
CREATE INDEX documents_uploaded ON documents (profile_id, uploaded_at, name_key);
CREATE INDEX documents_name ON documents (profile_id, name_key, uploaded_at);
CREATE INDEX documents_size ON documents (profile_id, size, name_key);
CREATE INDEX documents_published ON documents (profile_id, published_at, name_key);
CREATE INDEX documents_completed ON documents (profile_id, completed_at, name_key);
CREATE INDEX documents_status ON documents (profile_id, status, uploaded_at);
CREATE INDEX documents_source ON documents (profile_id, source, uploaded_at);
CREATE INDEX documents_expires ON documents (expires_at) WHERE expires_at IS NOT NULL;
CREATE INDEX documents_upload ON documents (upload_id) WHERE upload_id IS NOT NULL;

-- Documents that were deleted for good, remembered for a while: the service's list still shows them for some seconds.
CREATE TABLE deleted_documents (
  profile_id TEXT NOT NULL,
  content_id TEXT NOT NULL,
  at INTEGER NOT NULL,
  PRIMARY KEY (profile_id, content_id)
) STRICT, WITHOUT ROWID;

-- Tags of a document: ids where the service said them, else what was sent with enrich (ids or names).
CREATE TABLE document_tags (
  document_id INTEGER NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
  tag TEXT NOT NULL,
  PRIMARY KEY (document_id, tag)
) STRICT, WITHOUT ROWID;
CREATE INDEX document_tags_tag ON document_tags (tag, document_id);

-- Names of tags, as last heard.
CREATE TABLE tag_names (
  profile_id TEXT NOT NULL,
  tag TEXT NOT NULL,
  name TEXT NOT NULL,
  PRIMARY KEY (profile_id, tag)
) STRICT, WITHOUT ROWID;
CREATE INDEX tag_names_name ON tag_names (profile_id, name);

-- Documents whose upload changed since they were last written down. A trigger costs an upload two microseconds; writing the row
-- itself would cost twenty, and is done later, many at once.
CREATE TABLE documents_dirty (
  content_id TEXT PRIMARY KEY
) STRICT, WITHOUT ROWID;
CREATE TRIGGER uploads_documents AFTER UPDATE OF state, content_id, folder_id, remote_status ON uploads
WHEN (old.content_id IS NOT NULL AND new.content_id IS NOT old.content_id)
  OR (new.content_id IS NOT NULL AND new.landed_at IS NOT NULL AND (new.state <> old.state
    OR new.remote_status IS NOT old.remote_status OR new.folder_id IS NOT old.folder_id))
BEGIN
  INSERT OR IGNORE INTO documents_dirty VALUES (coalesce(old.content_id, new.content_id));
END;
INSERT OR IGNORE INTO documents_dirty SELECT content_id FROM uploads WHERE content_id IS NOT NULL AND landed_at IS NOT NULL;

-- Long work over many documents: one row a job, one a document in it.
CREATE TABLE document_jobs (
  id INTEGER PRIMARY KEY,
  profile_id TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('tag', 'share', 'unshare', 'retry', 'delete')),
  -- running: also after a kill, until somebody goes on or puts it away · cancelled: by a person, the rest was not done
  state TEXT NOT NULL CHECK (state IN ('running', 'interrupted', 'cancelled', 'done')),
  -- JSON: what is done to each, e.g. { add, remove } tags by id.
  input TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  finished_at INTEGER
) STRICT;
CREATE TABLE document_job_items (
  id INTEGER PRIMARY KEY,
  job_id INTEGER NOT NULL REFERENCES document_jobs (id) ON DELETE CASCADE,
  content_id TEXT NOT NULL,
  file_name TEXT NOT NULL,
  outcome TEXT NOT NULL DEFAULT 'waiting' CHECK (outcome IN ('waiting', 'done', 'failed')),
  -- From the catalog of errors, and what the service said.
  code TEXT,
  detail TEXT
) STRICT;
CREATE INDEX document_job_items_outcome ON document_job_items (job_id, outcome, id);
