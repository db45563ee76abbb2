-- Written by `node scripts/ledger-schema.ts` from the migrations; a new ledger begins with it.

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
  disposition TEXT NOT NULL CHECK (disposition = 'settling' OR disposition = 'taken' OR disposition = 'ignored' OR disposition = 'held'
    OR disposition = 'unreadable' OR disposition = 'gone'),
  reason TEXT,
  upload_id INTEGER REFERENCES uploads (id) ON DELETE SET NULL,
  -- Milliseconds since the epoch.
  first_seen_at INTEGER NOT NULL,
  changed_at INTEGER NOT NULL, confirmed INTEGER NOT NULL DEFAULT 0, confirmed_at INTEGER, ctime_ns TEXT, due_at INTEGER,
  UNIQUE (folder_id, directory, name_key)
) STRICT;

CREATE INDEX local_files_inode ON local_files (inode, device);

CREATE INDEX local_files_disposition ON local_files (folder_id, disposition, reason);

CREATE INDEX local_files_upload ON local_files (upload_id) WHERE upload_id IS NOT NULL;

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
  state TEXT NOT NULL CHECK (
    state = 'queued'        -- waits to be read, or read and waiting for a slot
    OR state = 'claiming'   -- intent journaled: the team is asked, or another machine has these bytes
    OR state = 'enriching'  -- intent journaled: a POST may be under way
    OR state = 'reserved'   -- the service gave a content id; nothing sent
    OR state = 'putting'    -- intent journaled: a PUT may be under way
    OR state = 'verifying'  -- a PUT ended without an answer: ask whether it landed
    OR state = 'processing' -- the bytes landed; the service enriches
    OR state = 'completed'
    OR state = 'duplicate'  -- another upload of this profile has the same bytes, see duplicate_of
    OR state = 'attention'  -- needs a person, see code
    OR state = 'cancelling' -- cancelled while something was under way: clean up, then cancelled
    OR state = 'cancelled'
  ),
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
, line TEXT GENERATED ALWAYS AS (CASE
  WHEN paused = 1 THEN NULL
  WHEN state = 'cancelling' THEN 'cancelling'
  WHEN state = 'queued' OR state = 'enriching' OR state = 'reserved' OR state = 'putting' OR state = 'verifying'
      OR state = 'claiming'
    THEN coalesce('folder:' || folder_id, 'manual')
END) VIRTUAL, large INTEGER GENERATED ALWAYS AS (size > 16777216) VIRTUAL, absent_since INTEGER, absent_looks INTEGER NOT NULL DEFAULT 0, stuck_since INTEGER, failed_looks INTEGER NOT NULL DEFAULT 0, status_since INTEGER, replaced_by INTEGER, after_tries INTEGER NOT NULL DEFAULT 0, outcome TEXT GENERATED ALWAYS AS (CASE
  WHEN state = 'completed' OR state = 'duplicate' OR state = 'attention' OR state = 'cancelled' THEN state
  WHEN state = 'cancelling' THEN 'cancelled'
  WHEN state = 'claiming' AND remote_machine IS NOT NULL THEN 'held'
  ELSE 'open'
END) VIRTUAL, problem TEXT GENERATED ALWAYS AS (CASE state WHEN 'attention' THEN coalesce(code, '') ELSE '' END) VIRTUAL, standing TEXT GENERATED ALWAYS AS (CASE
  WHEN state = 'queued' OR state = 'enriching' OR state = 'reserved' OR state = 'putting' OR state = 'verifying'
      OR state = 'claiming'
    THEN CASE paused WHEN 1 THEN 'paused' ELSE 'open' END
  ELSE state
END) VIRTUAL, uuid TEXT, remote_machine TEXT, remote_content_id TEXT, remote_person TEXT, revision INTEGER NOT NULL DEFAULT 0) STRICT;

CREATE INDEX uploads_polling ON uploads (profile_id, poll_at) WHERE state = 'processing';

CREATE INDEX uploads_landed ON uploads (profile_id, landed_at) WHERE landed_at IS NOT NULL;

CREATE INDEX uploads_state ON uploads (state, folder_id);

CREATE INDEX uploads_content ON uploads (content_id) WHERE content_id IS NOT NULL;

CREATE INDEX uploads_duplicate ON uploads (duplicate_of) WHERE duplicate_of IS NOT NULL;

CREATE INDEX uploads_after ON uploads (after_state) WHERE after_state IS NOT NULL;

CREATE INDEX uploads_path ON uploads (path);

CREATE TABLE claims (
  profile_id TEXT NOT NULL,
  sha256 TEXT NOT NULL,
  upload_id INTEGER NOT NULL REFERENCES uploads (id) ON DELETE CASCADE,
  PRIMARY KEY (profile_id, sha256)
) STRICT, WITHOUT ROWID;

CREATE INDEX claims_upload ON claims (upload_id);

CREATE TABLE upload_events (
  id INTEGER PRIMARY KEY,
  upload_id INTEGER NOT NULL REFERENCES uploads (id) ON DELETE CASCADE,
  at INTEGER NOT NULL,
  kind TEXT NOT NULL,
  -- JSON, never an upload address or a key.
  detail TEXT
) STRICT;

CREATE INDEX upload_events_upload ON upload_events (upload_id);

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
, purpose TEXT NOT NULL DEFAULT 'delete' CHECK (purpose IN ('delete', 'again')), lost INTEGER NOT NULL DEFAULT 1, sight TEXT) STRICT;

CREATE INDEX abandoned_slots_open ON abandoned_slots (profile_id, not_before) WHERE state = 'open';

CREATE TABLE facts (
  key TEXT PRIMARY KEY,
  value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

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
  status TEXT NOT NULL CHECK (status = 'waiting' OR status = 'processing' OR status = 'completed' OR status = 'failed' OR status = 'removing'
    OR status = 'expired' OR status = 'gone'),
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
  changed_at INTEGER NOT NULL, machine TEXT, person TEXT,
  UNIQUE (profile_id, content_id)
) STRICT;

CREATE INDEX documents_uploaded ON documents (profile_id, uploaded_at, name_key);

CREATE INDEX documents_name ON documents (profile_id, name_key, uploaded_at);

CREATE INDEX documents_size ON documents (profile_id, size, name_key);

CREATE INDEX documents_published ON documents (profile_id, published_at, name_key);

CREATE INDEX documents_completed ON documents (profile_id, completed_at, name_key);

CREATE INDEX documents_status ON documents (profile_id, status, uploaded_at);

CREATE INDEX documents_source ON documents (profile_id, source, uploaded_at);

CREATE INDEX documents_expires ON documents (expires_at) WHERE expires_at IS NOT NULL;

CREATE INDEX documents_upload ON documents (upload_id) WHERE upload_id IS NOT NULL;

CREATE TABLE deleted_documents (
  profile_id TEXT NOT NULL,
  content_id TEXT NOT NULL,
  at INTEGER NOT NULL,
  PRIMARY KEY (profile_id, content_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE document_tags (
  document_id INTEGER NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
  tag TEXT NOT NULL,
  PRIMARY KEY (document_id, tag)
) STRICT, WITHOUT ROWID;

CREATE INDEX document_tags_tag ON document_tags (tag, document_id);

CREATE TABLE tag_names (
  profile_id TEXT NOT NULL,
  tag TEXT NOT NULL,
  name TEXT NOT NULL,
  PRIMARY KEY (profile_id, tag)
) STRICT, WITHOUT ROWID;

CREATE INDEX tag_names_name ON tag_names (profile_id, name);

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

CREATE TABLE call_history (
  id INTEGER PRIMARY KEY,
  profile_id TEXT NOT NULL,
  -- Milliseconds since the epoch.
  at INTEGER NOT NULL,
  operation TEXT NOT NULL,
  -- JSON { params, body, queries, all } without secrets; parts that were too large are left out.
  request TEXT NOT NULL,
  -- JSON: what is missing from the request, as dotted paths.
  left_out TEXT NOT NULL,
  -- HTTP status of an answer, or the code of a failure.
  status INTEGER,
  code TEXT,
  took_ms INTEGER NOT NULL
) STRICT;

CREATE INDEX call_history_profile ON call_history (profile_id, id);

CREATE INDEX uploads_ready ON uploads (profile_id, line, large, lane, sort_key) WHERE line IS NOT NULL AND not_before = 0;

CREATE INDEX uploads_waiting ON uploads (profile_id, line, large, lane, not_before, sort_key) WHERE line IS NOT NULL AND not_before <> 0;

CREATE TABLE known_documents (
  profile_id TEXT NOT NULL,
  content_id TEXT NOT NULL,
  file_name TEXT,
  -- Bytes; null where the service does not tell and it could not be learned.
  size INTEGER,
  -- Of the original, once it was read.
  sha256 TEXT,
  PRIMARY KEY (profile_id, content_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX known_documents_size ON known_documents (profile_id, size);

CREATE TABLE watched_volumes (
  folder_id TEXT NOT NULL,
  -- Where it is mounted, relative to the root, '' for the root itself.
  directory TEXT NOT NULL,
  -- As in local_files.
  device TEXT NOT NULL,
  -- Of that directory while the volume was there; '' when not known.
  inode TEXT NOT NULL,
  -- What the system calls it (core/local/mounts.ts); '' when it says nothing.
  volume TEXT NOT NULL,
  -- 1: was seen there. 0: only rows of local files tell that it was.
  seen INTEGER NOT NULL,
  -- Since when its files are out of sight, milliseconds since the epoch, and how many; null while it is there.
  missing_since INTEGER,
  files INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (folder_id, directory, device)
) STRICT, WITHOUT ROWID;

CREATE INDEX local_files_confirmed ON local_files (folder_id) WHERE confirmed > 0;

CREATE TABLE set_aside (
  upload_id INTEGER PRIMARY KEY,
  profile_id TEXT NOT NULL,
  -- Name of the directory the file is in meanwhile; random, so it stands for the file by itself.
  aside TEXT NOT NULL UNIQUE,
  -- JSON { root, followLinks, directory, name, aside }.
  place TEXT NOT NULL,
  -- Where it is being moved to, JSON { root, makeRoot, directory, name }; null before that is known.
  destination TEXT,
  -- What is to stand beside it there, why it failed; null for nothing.
  reason TEXT
) STRICT;

CREATE TABLE written_files (
  path TEXT PRIMARY KEY,
  sha256 TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX uploads_own_copy ON uploads (profile_id, sha256)
  WHERE CASE WHEN json_valid(options) THEN options ->> 'duplicates' END = 'upload';

CREATE VIEW claim_heirs AS
  SELECT claims.upload_id AS holder, min(heirs.id) AS heir FROM claims JOIN uploads AS heirs
      ON heirs.profile_id = claims.profile_id AND heirs.sha256 = claims.sha256 AND heirs.id <> claims.upload_id
        AND CASE WHEN json_valid(heirs.options) THEN heirs.options ->> 'duplicates' END = 'upload'
    WHERE heirs.replaced_by IS NULL AND coalesce(heirs.options ->> 'noStore', 0) = 0
      AND (heirs.state IN ('enriching', 'reserved', 'putting', 'verifying', 'processing', 'completed')
        OR heirs.state = 'attention' AND heirs.content_id IS NOT NULL)
    GROUP BY claims.upload_id;

CREATE TABLE tags (
  profile_id TEXT NOT NULL,
  -- What was said: its name, or its id where an earlier version stored that.
  given TEXT NOT NULL,
  tag_id TEXT NOT NULL,
  name TEXT NOT NULL,
  PRIMARY KEY (profile_id, given)
) STRICT, WITHOUT ROWID;

CREATE TABLE tags_being_made (
  profile_id TEXT NOT NULL,
  name TEXT NOT NULL,
  until INTEGER NOT NULL,
  PRIMARY KEY (profile_id, name)
) STRICT, WITHOUT ROWID;

CREATE TABLE upload_counts (
  profile_id TEXT NOT NULL,
  -- '' for manual uploads.
  folder_id TEXT NOT NULL,
  standing TEXT NOT NULL,
  problem TEXT NOT NULL,
  files INTEGER NOT NULL,
  bytes INTEGER NOT NULL,
  PRIMARY KEY (profile_id, folder_id, standing, problem)
) STRICT, WITHOUT ROWID;

CREATE TABLE file_counts (
  folder_id TEXT NOT NULL,
  disposition TEXT NOT NULL,
  reason TEXT NOT NULL,
  outcome TEXT NOT NULL,
  problem TEXT NOT NULL,
  original_outcome TEXT NOT NULL,
  original_problem TEXT NOT NULL,
  files INTEGER NOT NULL,
  PRIMARY KEY (folder_id, disposition, reason, outcome, problem, original_outcome, original_problem)
) STRICT, WITHOUT ROWID;

CREATE VIEW counted_files AS
  SELECT files.id, files.upload_id, uploads.duplicate_of AS original_id, files.folder_id, files.disposition,
      coalesce(files.reason, '') AS reason, coalesce(uploads.outcome, '') AS outcome, coalesce(uploads.problem, '') AS problem,
      coalesce(originals.outcome, '') AS original_outcome, coalesce(originals.problem, '') AS original_problem
    FROM local_files AS files LEFT JOIN uploads ON uploads.id = files.upload_id
      LEFT JOIN uploads AS originals ON originals.id = uploads.duplicate_of;

CREATE TRIGGER file_counts_insert AFTER INSERT ON local_files
BEGIN
  INSERT INTO file_counts
    SELECT folder_id, disposition, reason, outcome, problem, original_outcome, original_problem, 1
      FROM counted_files WHERE id = new.id ON CONFLICT DO UPDATE SET files = files + 1;
END;

CREATE TRIGGER file_counts_update AFTER UPDATE OF folder_id, disposition, reason, upload_id ON local_files
WHEN old.disposition <> new.disposition OR old.reason IS NOT new.reason OR old.upload_id IS NOT new.upload_id OR old.folder_id <> new.folder_id
BEGIN
  INSERT INTO file_counts
    SELECT old.folder_id, old.disposition, coalesce(old.reason, ''), coalesce(uploads.outcome, ''), coalesce(uploads.problem, ''),
        coalesce(originals.outcome, ''), coalesce(originals.problem, ''), -1
      FROM (SELECT 1) LEFT JOIN uploads ON uploads.id = old.upload_id LEFT JOIN uploads AS originals ON originals.id = uploads.duplicate_of
      WHERE true ON CONFLICT DO UPDATE SET files = files - 1;
  INSERT INTO file_counts
    SELECT folder_id, disposition, reason, outcome, problem, original_outcome, original_problem, 1
      FROM counted_files WHERE id = new.id ON CONFLICT DO UPDATE SET files = files + 1;
END;

CREATE TRIGGER file_counts_delete BEFORE DELETE ON local_files
BEGIN
  INSERT INTO file_counts
    SELECT folder_id, disposition, reason, outcome, problem, original_outcome, original_problem, -1
      FROM counted_files WHERE id = old.id ON CONFLICT DO UPDATE SET files = files - 1;
END;

CREATE TRIGGER file_counts_upload_delete BEFORE DELETE ON uploads
BEGIN
  UPDATE local_files SET upload_id = NULL WHERE upload_id = old.id;
END;

CREATE TRIGGER upload_counts_insert AFTER INSERT ON uploads
BEGIN
  INSERT INTO upload_counts VALUES (new.profile_id, coalesce(new.folder_id, ''), new.standing, new.problem, 1, new.size)
    ON CONFLICT DO UPDATE SET files = files + 1, bytes = bytes + excluded.bytes;
END;

CREATE TRIGGER upload_counts_update AFTER UPDATE OF profile_id, folder_id, state, paused, code, size ON uploads
WHEN old.standing <> new.standing OR old.problem <> new.problem OR old.size <> new.size
  OR old.folder_id IS NOT new.folder_id OR old.profile_id <> new.profile_id
BEGIN
  UPDATE upload_counts SET files = files - 1, bytes = bytes - old.size
    WHERE profile_id = old.profile_id AND folder_id = coalesce(old.folder_id, '') AND standing = old.standing AND problem = old.problem;
  INSERT INTO upload_counts VALUES (new.profile_id, coalesce(new.folder_id, ''), new.standing, new.problem, 1, new.size)
    ON CONFLICT DO UPDATE SET files = files + 1, bytes = bytes + excluded.bytes;
END;

CREATE TRIGGER upload_counts_delete AFTER DELETE ON uploads
BEGIN
  UPDATE upload_counts SET files = files - 1, bytes = bytes - old.size
    WHERE profile_id = old.profile_id AND folder_id = coalesce(old.folder_id, '') AND standing = old.standing AND problem = old.problem;
END;

CREATE TABLE notes (
  -- A UUID, in small letters; outside it is urn:uuid:….
  id TEXT NOT NULL,
  profile_id TEXT NOT NULL,
  -- The document it stands in, or stood in.
  content_id TEXT NOT NULL,
  -- The version that took that document's place and does not have its words.
  successor TEXT,
  -- The upload that made the document: it knows which came after it.
  upload_id INTEGER REFERENCES uploads (id) ON DELETE SET NULL,
  color TEXT NOT NULL CHECK (color IN ('yellow', 'green', 'blue', 'pink')),
  body TEXT NOT NULL,
  -- JSON: names.
  tags TEXT NOT NULL DEFAULT '[]',
  author TEXT,
  -- Milliseconds since the epoch.
  created_at INTEGER NOT NULL,
  changed_at INTEGER NOT NULL,
  -- What it is found again by: its words, what stands around them, and where they began in the whole text (UTF-16).
  quote TEXT NOT NULL,
  prefix TEXT NOT NULL,
  suffix TEXT NOT NULL,
  position INTEGER,
  -- JSON: path of the block, from, to, endPath; null where that is not known yet.
  place TEXT,
  page INTEGER,
  section TEXT,
  -- The document, as it was when it was last read.
  title TEXT,
  file_name TEXT,
  sha256 TEXT,
  published_at INTEGER,
  state TEXT NOT NULL CHECK (state IN ('exact', 'approximate', 'waiting', 'orphan')),
  reason TEXT CHECK (reason IN
    ('unread', 'unreachable', 'unreadable', 'deleted', 'gone', 'unknown', 'not-found')),
  since INTEGER NOT NULL,
  PRIMARY KEY (profile_id, id)
) STRICT;

CREATE INDEX notes_document ON notes (profile_id, content_id, position);

CREATE INDEX notes_changed ON notes (profile_id, changed_at);

CREATE INDEX notes_upload ON notes (upload_id) WHERE upload_id IS NOT NULL;

CREATE TABLE team_claims (
  -- The upload, as the team knows it and by its row here.
  upload TEXT NOT NULL,
  upload_id INTEGER NOT NULL,
  profile_id TEXT NOT NULL,
  scope TEXT NOT NULL,
  sha256 TEXT NOT NULL,
  size INTEGER NOT NULL,
  -- 0: asked for, the answer was not written down.
  epoch INTEGER NOT NULL,
  -- open: nothing to tell before the bytes landed · landed: told that they did · release: given up, to be told
  stands TEXT NOT NULL CHECK (stands = 'open' OR stands = 'landed' OR stands = 'release'),
  PRIMARY KEY (upload, sha256)
) STRICT, WITHOUT ROWID;

CREATE INDEX team_claims_upload ON team_claims (upload_id);

CREATE INDEX team_claims_untold ON team_claims (profile_id, stands) WHERE stands <> 'landed';

CREATE INDEX documents_machine ON documents (profile_id, machine, uploaded_at) WHERE machine IS NOT NULL;

CREATE INDEX documents_person ON documents (profile_id, person, uploaded_at) WHERE person IS NOT NULL;

CREATE TRIGGER uploads_revision AFTER UPDATE OF path, folder_id, file_name, size, mtime_ns, options, replaces ON uploads
WHEN new.path <> old.path OR new.folder_id IS NOT old.folder_id OR new.file_name <> old.file_name OR new.size <> old.size
  OR new.mtime_ns <> old.mtime_ns OR new.options <> old.options OR new.replaces IS NOT old.replaces
BEGIN
  UPDATE uploads SET revision = revision + 1 WHERE id = new.id;
END;

CREATE TRIGGER uploads_new_bytes AFTER UPDATE OF sha256 ON uploads WHEN new.sha256 IS NULL
BEGIN
  UPDATE uploads SET revision = revision + 1 WHERE id = new.id;
END;

CREATE TRIGGER local_files_end BEFORE DELETE ON local_files WHEN old.upload_id IS NOT NULL
BEGIN
  SELECT RAISE(ABORT, 'a local file with an upload may not be deleted');
END;

CREATE TRIGGER local_files_hand_on BEFORE UPDATE OF upload_id ON local_files
WHEN old.upload_id IS NOT NULL AND new.upload_id IS NOT old.upload_id AND NOT EXISTS (
  SELECT 1 FROM uploads AS older, uploads AS newer WHERE older.id = old.upload_id AND newer.id = new.upload_id
    AND (newer.replaces = older.id OR older.replaces = newer.id OR older.profile_id <> newer.profile_id))
BEGIN
  SELECT RAISE(ABORT, 'a local file may not leave its upload to nobody');
END;

CREATE TABLE landed_counts (
  profile_id TEXT PRIMARY KEY,
  documents INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TRIGGER landed_counts_update AFTER UPDATE OF state, replaced_by ON uploads
WHEN (old.replaced_by IS NULL AND old.state IN ('reserved', 'putting', 'verifying', 'processing', 'completed'))
  <> (new.replaced_by IS NULL AND new.state IN ('reserved', 'putting', 'verifying', 'processing', 'completed'))
  AND coalesce(new.options ->> 'noStore', 0) = 0
BEGIN
  INSERT INTO landed_counts VALUES (new.profile_id,
      CASE WHEN new.replaced_by IS NULL AND new.state IN ('reserved', 'putting', 'verifying', 'processing', 'completed') THEN 1 ELSE -1 END)
    ON CONFLICT DO UPDATE SET documents = documents + excluded.documents;
END;

CREATE TRIGGER landed_counts_insert AFTER INSERT ON uploads
WHEN new.replaced_by IS NULL AND new.state IN ('reserved', 'putting', 'verifying', 'processing', 'completed')
  AND coalesce(new.options ->> 'noStore', 0) = 0
BEGIN
  INSERT INTO landed_counts VALUES (new.profile_id, 1) ON CONFLICT DO UPDATE SET documents = documents + 1;
END;

CREATE TRIGGER landed_counts_delete AFTER DELETE ON uploads
WHEN old.replaced_by IS NULL AND old.state IN ('reserved', 'putting', 'verifying', 'processing', 'completed')
  AND coalesce(old.options ->> 'noStore', 0) = 0
BEGIN
  UPDATE landed_counts SET documents = documents - 1 WHERE profile_id = old.profile_id;
END;

CREATE INDEX uploads_stuck ON uploads (profile_id, code, stuck_since) WHERE stuck_since IS NOT NULL;

CREATE INDEX uploads_steps_failed ON uploads (profile_id, folder_id, code)
  WHERE (code = 'AFTER_UPLOAD_FAILED' OR code = 'ANNOTATED_NOT_SAVED' OR code = 'OLD_VERSION_KEPT')
    AND (state = 'completed' OR state = 'duplicate');

CREATE INDEX known_documents_name ON known_documents (profile_id, file_name);

CREATE INDEX uploads_remote ON uploads (remote_content_id) WHERE remote_content_id IS NOT NULL;

CREATE TRIGGER uploads_claims AFTER UPDATE OF state, code, content_id, duplicate_of ON uploads
WHEN new.content_id IS NULL
  AND (new.state = 'cancelled' OR new.state = 'attention' AND new.code IS NOT 'DOCUMENT_GONE'
    AND (new.remote_content_id IS NULL OR new.remote_status IS NOT 'failed'))
BEGIN
  INSERT INTO file_counts
    SELECT files.folder_id, files.disposition, coalesce(files.reason, ''), old.outcome, old.problem,
        coalesce(originals.outcome, ''), coalesce(originals.problem, ''), -1
      FROM local_files AS files LEFT JOIN uploads AS originals ON originals.id = old.duplicate_of
      WHERE files.upload_id = old.id ON CONFLICT DO UPDATE SET files = files - 1;
  INSERT INTO file_counts
    SELECT folder_id, disposition, reason, outcome, problem, original_outcome, original_problem, 1
      FROM counted_files WHERE upload_id = new.id ON CONFLICT DO UPDATE SET files = files + 1;
  INSERT INTO file_counts
    SELECT folder_id, disposition, reason, outcome, problem, old.outcome, old.problem, -1
      FROM counted_files WHERE original_id = old.id ON CONFLICT DO UPDATE SET files = files - 1;
  INSERT INTO file_counts
    SELECT folder_id, disposition, reason, outcome, problem, new.outcome, new.problem, 1
      FROM counted_files WHERE original_id = old.id ON CONFLICT DO UPDATE SET files = files + 1;
  UPDATE claims SET upload_id = (SELECT heir FROM claim_heirs WHERE holder = new.id)
    WHERE upload_id = new.id AND EXISTS (SELECT 1 FROM claim_heirs WHERE holder = new.id);
  DELETE FROM claims WHERE upload_id = new.id;
  UPDATE uploads SET state = 'queued', duplicate_of = NULL, after_state = NULL, finished_at = NULL, not_before = 0, code = NULL,
      detail = NULL, updated_at = new.updated_at
    WHERE duplicate_of = new.id AND state = 'duplicate';
  UPDATE team_claims SET stands = 'release' WHERE upload_id = new.id
    AND NOT EXISTS (SELECT 1 FROM claims WHERE profile_id = team_claims.profile_id AND sha256 = team_claims.sha256);
END;

CREATE TRIGGER file_counts_upload AFTER UPDATE OF state, code, duplicate_of ON uploads
WHEN (old.outcome <> new.outcome OR old.problem <> new.problem OR old.duplicate_of IS NOT new.duplicate_of)
  AND NOT (new.content_id IS NULL
    AND (new.state = 'cancelled' OR new.state = 'attention' AND new.code IS NOT 'DOCUMENT_GONE'
    AND (new.remote_content_id IS NULL OR new.remote_status IS NOT 'failed')))
BEGIN
  INSERT INTO file_counts
    SELECT files.folder_id, files.disposition, coalesce(files.reason, ''), old.outcome, old.problem,
        coalesce(originals.outcome, ''), coalesce(originals.problem, ''), -1
      FROM local_files AS files LEFT JOIN uploads AS originals ON originals.id = old.duplicate_of
      WHERE files.upload_id = old.id ON CONFLICT DO UPDATE SET files = files - 1;
  INSERT INTO file_counts
    SELECT folder_id, disposition, reason, outcome, problem, original_outcome, original_problem, 1
      FROM counted_files WHERE upload_id = new.id ON CONFLICT DO UPDATE SET files = files + 1;
END;

CREATE TRIGGER file_counts_original AFTER UPDATE OF state, code ON uploads
WHEN (old.outcome <> new.outcome OR old.problem <> new.problem)
  AND NOT (new.content_id IS NULL
    AND (new.state = 'cancelled' OR new.state = 'attention' AND new.code IS NOT 'DOCUMENT_GONE'
    AND (new.remote_content_id IS NULL OR new.remote_status IS NOT 'failed')))
  AND EXISTS (SELECT 1 FROM uploads WHERE duplicate_of = old.id)
BEGIN
  INSERT INTO file_counts
    SELECT folder_id, disposition, reason, outcome, problem, old.outcome, old.problem, -1
      FROM counted_files WHERE original_id = old.id ON CONFLICT DO UPDATE SET files = files - 1;
  INSERT INTO file_counts
    SELECT folder_id, disposition, reason, outcome, problem, new.outcome, new.problem, 1
      FROM counted_files WHERE original_id = old.id ON CONFLICT DO UPDATE SET files = files + 1;
END;
