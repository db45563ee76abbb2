-- Local files: what was last seen under each watch folder, so that unchanged files are never read again.
CREATE TABLE local_files (
  id INTEGER PRIMARY KEY,
  folder_id TEXT NOT NULL,
  -- Path of the containing directory relative to the root, '' for the root itself, forward slashes.
  directory TEXT NOT NULL,
  -- Name as the file system gives it. Undecodable names are escaped by the walker.
  name TEXT NOT NULL,
  -- NFC-normalised, case-folded where the volume folds case (W13); identity of the row with folder and directory.
  name_key TEXT NOT NULL,
  device TEXT NOT NULL,
  inode TEXT NOT NULL,
  size INTEGER NOT NULL,
  -- Nanoseconds since the epoch as decimal text: they do not fit a JavaScript number.
  mtime_ns TEXT NOT NULL,
  -- SHA-256 as hex, valid for (device, inode, size, mtime_ns) of this row; null until it was read.
  sha256 TEXT,
  -- settling: seen, not yet quiet · taken: has an upload · ignored: will not be uploaded, see reason
  -- held: waits for a person's choice, see reason · unreadable: see reason · gone: was deleted locally, kept for its history
  disposition TEXT NOT NULL CHECK (disposition IN ('settling', 'taken', 'ignored', 'held', 'unreadable', 'gone')),
  reason TEXT,
  upload_id INTEGER REFERENCES uploads (id) ON DELETE SET NULL,
  -- Milliseconds since the epoch.
  first_seen_at INTEGER NOT NULL,
  changed_at INTEGER NOT NULL,
  UNIQUE (folder_id, directory, name_key)
) STRICT;
CREATE INDEX local_files_inode ON local_files (inode, device);
CREATE INDEX local_files_disposition ON local_files (folder_id, disposition, reason);
CREATE INDEX local_files_upload ON local_files (upload_id) WHERE upload_id IS NOT NULL;

-- Uploads: durable jobs. One row a job for ever; it is also the history.
CREATE TABLE uploads (
  id INTEGER PRIMARY KEY,
  profile_id TEXT NOT NULL,
  -- Null for a manual upload.
  folder_id TEXT,
  path TEXT NOT NULL,
  file_name TEXT NOT NULL,
  size INTEGER NOT NULL,
  mtime_ns TEXT NOT NULL,
  sha256 TEXT,
  state TEXT NOT NULL CHECK (state IN (
    'queued',      -- waits to be read, or read and waiting for a slot
    'enriching',   -- intent journaled: a POST may be under way
    'reserved',    -- the service gave a content id; nothing sent
    'putting',     -- intent journaled: a PUT may be under way
    'verifying',   -- a PUT ended without an answer: ask whether it landed
    'processing',  -- the bytes landed; the service enriches
    'completed',
    'duplicate',   -- another upload of this profile has the same bytes, see duplicate_of
    'attention',   -- needs a person, see code
    'cancelling',  -- cancelled while something was under way: clean up, then cancelled
    'cancelled'
  )),
  -- 0 manual, 1 fresh, 2 backlog; retries come last within a lane, see sort_key (U14).
  lane INTEGER NOT NULL,
  -- Order within the lane, smaller first; move to top takes the minimum minus one.
  sort_key INTEGER NOT NULL,
  paused INTEGER NOT NULL DEFAULT 0,
  attempts INTEGER NOT NULL DEFAULT 0,
  -- Not before this time, milliseconds since the epoch; 0 means now.
  not_before INTEGER NOT NULL DEFAULT 0,
  content_id TEXT,
  duplicate_of INTEGER REFERENCES uploads (id),
  -- The upload whose document this one replaces (W7), deleted once this one is completed.
  replaces INTEGER REFERENCES uploads (id),
  -- Last failure.
  code TEXT,
  detail TEXT,
  request_id TEXT,
  -- The service's own word for the document's status, and its error code.
  remote_status TEXT,
  remote_error TEXT,
  -- What is sent with enrich: JSON { tags, share, enrichments, noIndex, noStore, publishedTs, duplicates }.
  options TEXT NOT NULL,
  etag TEXT,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  -- When the bytes landed, and when the service had finished.
  landed_at INTEGER,
  finished_at INTEGER,
  -- Polling of the document (U3).
  polls INTEGER NOT NULL DEFAULT 0,
  poll_at INTEGER,
  -- What is left to do after completion (W18): null when done.
  after_state TEXT
) STRICT;
CREATE INDEX uploads_ready ON uploads (profile_id, lane, sort_key) WHERE state IN ('queued', 'enriching', 'reserved', 'putting', 'verifying', 'cancelling');
CREATE INDEX uploads_polling ON uploads (profile_id, poll_at) WHERE state = 'processing';
CREATE INDEX uploads_landed ON uploads (profile_id, landed_at) WHERE landed_at IS NOT NULL;
CREATE INDEX uploads_state ON uploads (state, folder_id);
CREATE INDEX uploads_content ON uploads (content_id) WHERE content_id IS NOT NULL;
CREATE INDEX uploads_duplicate ON uploads (duplicate_of) WHERE duplicate_of IS NOT NULL;
CREATE INDEX uploads_after ON uploads (after_state) WHERE after_state IS NOT NULL;
CREATE INDEX uploads_path ON uploads (path);

-- The claim "this profile already has these bytes": held by the one upload that sends or sent them (W6).
CREATE TABLE claims (
  profile_id TEXT NOT NULL,
  sha256 TEXT NOT NULL,
  upload_id INTEGER NOT NULL REFERENCES uploads (id) ON DELETE CASCADE,
  PRIMARY KEY (profile_id, sha256)
) STRICT, WITHOUT ROWID;
CREATE INDEX claims_upload ON claims (upload_id);

-- What happened to an upload, step by step: its timeline.
CREATE TABLE upload_events (
  id INTEGER PRIMARY KEY,
  upload_id INTEGER NOT NULL REFERENCES uploads (id) ON DELETE CASCADE,
  at INTEGER NOT NULL,
  kind TEXT NOT NULL,
  -- JSON, never an upload address or a key.
  detail TEXT
) STRICT;
CREATE INDEX upload_events_upload ON upload_events (upload_id);

-- Slots at the service that nobody will fill, to be deleted where possible (U7).
CREATE TABLE abandoned_slots (
  id INTEGER PRIMARY KEY,
  profile_id TEXT NOT NULL,
  -- Null when the answer that named it was lost: then it is looked for by name and time in the list of documents.
  content_id TEXT,
  file_name TEXT NOT NULL,
  -- The POST was sent no earlier than `since` and answered or lost no later than `until`.
  since INTEGER NOT NULL,
  until INTEGER NOT NULL,
  upload_id INTEGER,
  state TEXT NOT NULL CHECK (state IN ('open', 'deleted', 'unreachable')),
  attempts INTEGER NOT NULL DEFAULT 0,
  not_before INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX abandoned_slots_open ON abandoned_slots (profile_id, not_before) WHERE state = 'open';

-- Small durable facts: pauses, learned schedules, counters.
CREATE TABLE facts (
  key TEXT PRIMARY KEY,
  value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- After a ledger was lost: what the service said it holds, so that files are recognised instead of uploaded again.
CREATE TABLE known_documents (
  profile_id TEXT NOT NULL,
  content_id TEXT NOT NULL,
  file_name TEXT NOT NULL,
  size INTEGER NOT NULL,
  PRIMARY KEY (profile_id, content_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX known_documents_name ON known_documents (profile_id, file_name, size);
