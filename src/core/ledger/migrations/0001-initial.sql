-- The schema of the ledger. Later changes go into numbered files beside this one.

-- Local files as last seen in each watch folder, so that unchanged files are never read again.
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
  -- held: waits for the user's choice, see reason · unreadable: see reason · gone: was deleted locally, kept for its history
  disposition TEXT NOT NULL CHECK (disposition = 'settling' OR disposition = 'taken' OR disposition = 'ignored' OR disposition = 'held'
    OR disposition = 'unreadable' OR disposition = 'gone'),
  reason TEXT,
  upload_id INTEGER REFERENCES uploads (id) ON DELETE SET NULL,
  -- Milliseconds since the epoch.
  first_seen_at INTEGER NOT NULL,
  changed_at INTEGER NOT NULL,
  -- For a deleted file: the number of complete passes, a grace time apart, that found its volume intact and the file gone, and the time of the first.
  confirmed INTEGER NOT NULL DEFAULT 0,
  confirmed_at INTEGER,
  -- The file's change time, nanoseconds since the epoch as decimal text: reveals an edit whose modification time was set back. Null
  -- when not recorded yet, or when the volume's change times are unreliable.
  ctime_ns TEXT,
  -- For a settling file: when it will be taken, milliseconds since the epoch. Null if that depends on the file itself, 0 if a
  -- user asked for it. `reason` says why it waits (src/shared/uploads/wait-reasons.ts); null means the quiet period is not over.
  due_at INTEGER,
  UNIQUE (folder_id, directory, name_key)
) STRICT;

CREATE INDEX local_files_inode ON local_files (inode, device);

CREATE INDEX local_files_disposition ON local_files (folder_id, disposition, reason);

CREATE INDEX local_files_upload ON local_files (upload_id) WHERE upload_id IS NOT NULL;

-- Uploads: durable jobs, and the history. Rows are never reused.
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
    OR state = 'claiming'   -- intent journaled: asking the team, or waiting for the machine that has these bytes
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
  -- The service's status of the document, and its error code.
  remote_status TEXT,
  remote_error TEXT,
  -- What is sent with enrich: JSON { tags, share, enrichments, noIndex, noStore, publishedTs, duplicates }.
  options TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  -- When its bytes were queued, if other bytes were queued when it was created.
  taken_at INTEGER,
  updated_at INTEGER NOT NULL,
  -- When the bytes landed, and when the service had finished.
  landed_at INTEGER,
  finished_at INTEGER,
  -- Polling of the document (U3).
  polls INTEGER NOT NULL DEFAULT 0,
  poll_at INTEGER,
  -- What is left to do after completion (W18): null when done.
  after_state TEXT,
  -- The next upload must be found without reading the waiting ones, however many there are: paused uploads are in no index, each
  -- folder has its own line, and uploads that wait for a retry are ordered by its time.
  line TEXT GENERATED ALWAYS AS (CASE
  WHEN paused = 1 THEN NULL
  WHEN state = 'cancelling' THEN 'cancelling'
  WHEN state = 'queued' OR state = 'enriching' OR state = 'reserved' OR state = 'putting' OR state = 'verifying'
      OR state = 'claiming'
    THEN coalesce('folder:' || folder_id, 'manual')
END) VIRTUAL,
  -- More than 16 MiB: large files leave room for small ones (U14).
  large INTEGER GENERATED ALWAYS AS (size > 16777216) VIRTUAL,
  -- Since when, and how often in a row, the service has said that it does not have the document. Believed only after several
  -- requests over time; counting continues after a restart.
  absent_since INTEGER,
  absent_looks INTEGER NOT NULL DEFAULT 0,
  -- A document whose processing makes no progress: since when, how many requests in a row failed, and since when its status has
  -- been the same.
  stuck_since INTEGER,
  failed_looks INTEGER NOT NULL DEFAULT 0,
  status_since INTEGER,
  -- The upload of a newer version under the same name (W7). This document is deleted once no duplicate depends on it.
  replaced_by INTEGER,
  -- Failed attempts at the remaining steps after completion; a manual retry starts again at 0.
  after_tries INTEGER NOT NULL DEFAULT 0,
  -- The state as a folder's coverage counts it.
  outcome TEXT GENERATED ALWAYS AS (CASE
  WHEN state = 'completed' OR state = 'duplicate' OR state = 'attention' OR state = 'cancelled' THEN state
  WHEN state = 'cancelling' THEN 'cancelled'
  WHEN state = 'claiming' AND remote_machine IS NOT NULL THEN 'held'
  ELSE 'open'
END) VIRTUAL,
  -- Why it needs the user; '' when it does not or the reason is unknown.
  problem TEXT GENERATED ALWAYS AS (CASE state WHEN 'attention' THEN coalesce(code, '') ELSE '' END) VIRTUAL,
  -- The state as counts show it: all states before sending count as `open` or `paused`.
  standing TEXT GENERATED ALWAYS AS (CASE
  WHEN state = 'queued' OR state = 'enriching' OR state = 'reserved' OR state = 'putting' OR state = 'verifying'
      OR state = 'claiming'
    THEN CASE paused WHEN 1 THEN 'paused' ELSE 'open' END
  ELSE state
END) VIRTUAL,
  -- A version 4 UUID by which the team's other machines know the upload. Row ids are neither unique across ledgers nor safe from
  -- reuse. `upload-moves.ts` assigns it.
  uuid TEXT,
  -- The display name of the team's machine that has or is sending the same bytes, and the document it created (docs/adr/0035).
  remote_machine TEXT,
  remote_content_id TEXT,
  -- The user at `remote_machine`.
  remote_person TEXT,
  -- Incremented whenever the upload's file or options change. A decision names the revision it was made about and has no effect
  -- on another one (docs/adr/0045).
  revision INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE INDEX uploads_polling ON uploads (profile_id, poll_at) WHERE state = 'processing';

CREATE INDEX uploads_landed ON uploads (profile_id, landed_at) WHERE landed_at IS NOT NULL;

CREATE INDEX uploads_state ON uploads (state, folder_id);

CREATE INDEX uploads_content ON uploads (content_id) WHERE content_id IS NOT NULL;

CREATE INDEX uploads_duplicate ON uploads (duplicate_of) WHERE duplicate_of IS NOT NULL;

CREATE INDEX uploads_replaces ON uploads (replaces) WHERE replaces IS NOT NULL;

CREATE INDEX uploads_after ON uploads (after_state) WHERE after_state IS NOT NULL;

CREATE INDEX uploads_path ON uploads (path);

-- The claim "this profile already has these bytes", owned by the one upload that sends or sent them (W6).
CREATE TABLE claims (
  profile_id TEXT NOT NULL,
  sha256 TEXT NOT NULL,
  upload_id INTEGER NOT NULL REFERENCES uploads (id) ON DELETE CASCADE,
  PRIMARY KEY (profile_id, sha256)
) STRICT, WITHOUT ROWID;

CREATE INDEX claims_upload ON claims (upload_id);

-- The timeline of each upload.
CREATE TABLE upload_events (
  id INTEGER PRIMARY KEY,
  upload_id INTEGER NOT NULL REFERENCES uploads (id) ON DELETE CASCADE,
  at INTEGER NOT NULL,
  kind TEXT NOT NULL,
  -- JSON, never an upload address or a key.
  detail TEXT
) STRICT;

CREATE INDEX upload_events_upload ON upload_events (upload_id);

-- Slots at the service that will never be filled, to be deleted where possible (U7).
CREATE TABLE abandoned_slots (
  id INTEGER PRIMARY KEY,
  profile_id TEXT NOT NULL,
  -- Null when the response with its id was lost: it is then found in the list of documents by name and time.
  content_id TEXT,
  file_name TEXT NOT NULL,
  -- The POST was sent no earlier than `since` and answered or lost no later than `until`.
  since INTEGER NOT NULL,
  until INTEGER NOT NULL,
  upload_id INTEGER,
  state TEXT NOT NULL CHECK (state IN ('open', 'deleted', 'unreachable')),
  attempts INTEGER NOT NULL DEFAULT 0,
  not_before INTEGER NOT NULL DEFAULT 0,
  -- delete: an empty slot · again: a slot deleted while bytes may have been in flight, which recreate it in some deployments
  purpose TEXT NOT NULL DEFAULT 'delete' CHECK (purpose IN ('delete', 'again')),
  -- The number of responses lost between `since` and `until`, and so of unnamed slots that may be ours.
  lost INTEGER NOT NULL DEFAULT 1,
  -- JSON [[content id, updated_at]…]: what the list showed under the name when it was first old enough to delete; the next look must match.
  sight TEXT
) STRICT;

CREATE INDEX abandoned_slots_open ON abandoned_slots (profile_id, not_before) WHERE state = 'open';

-- Small durable facts: pauses, learned schedules, counters.
CREATE TABLE facts (
  key TEXT PRIMARY KEY,
  value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- Documents that the service has for a profile, as far as known. Rows come from finished uploads and from the service's
-- responses; the documents page reads only this table.
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
  changed_at INTEGER NOT NULL,
  -- Who in the team sent the document, and from which machine (docs/adr/0039); null without a team or when unknown.
  machine TEXT,
  person TEXT,
  UNIQUE (profile_id, content_id)
) STRICT;

-- One index per common sort order. Each includes the name, so that searches need only the index.
CREATE INDEX documents_uploaded ON documents (profile_id, uploaded_at, name_key);

CREATE INDEX documents_name ON documents (profile_id, name_key, uploaded_at);

CREATE INDEX documents_size ON documents (profile_id, size, name_key);

CREATE INDEX documents_published ON documents (profile_id, published_at, name_key);

CREATE INDEX documents_completed ON documents (profile_id, completed_at, name_key);

CREATE INDEX documents_status ON documents (profile_id, status, uploaded_at);

CREATE INDEX documents_source ON documents (profile_id, source, uploaded_at);

CREATE INDEX documents_expires ON documents (expires_at) WHERE expires_at IS NOT NULL;

CREATE INDEX documents_upload ON documents (upload_id) WHERE upload_id IS NOT NULL;

-- Deleted documents, remembered for a while: the service's list still shows them for some seconds.
CREATE TABLE deleted_documents (
  profile_id TEXT NOT NULL,
  content_id TEXT NOT NULL,
  at INTEGER NOT NULL,
  PRIMARY KEY (profile_id, content_id)
) STRICT, WITHOUT ROWID;

-- Tags of a document: ids from the service, or else what was sent with enrich (ids or names).
CREATE TABLE document_tags (
  document_id INTEGER NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
  tag TEXT NOT NULL,
  PRIMARY KEY (document_id, tag)
) STRICT, WITHOUT ROWID;

CREATE INDEX document_tags_tag ON document_tags (tag, document_id);

-- Names of tags, as last received.
CREATE TABLE tag_names (
  profile_id TEXT NOT NULL,
  tag TEXT NOT NULL,
  name TEXT NOT NULL,
  PRIMARY KEY (profile_id, tag)
) STRICT, WITHOUT ROWID;

CREATE INDEX tag_names_name ON tag_names (profile_id, name);

-- Documents whose upload changed since their row was last written. The trigger costs an upload two microseconds; writing the
-- row itself would cost twenty, so that is done later and in batches.
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

-- Jobs over many documents: one row per job, one item per document.
CREATE TABLE document_jobs (
  id INTEGER PRIMARY KEY,
  profile_id TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('tag', 'share', 'unshare', 'retry', 'delete')),
  -- running: also after a kill, until it is resumed or dismissed · cancelled: by a user, before all was done
  state TEXT NOT NULL CHECK (state IN ('running', 'interrupted', 'cancelled', 'done')),
  -- JSON: the change, e.g. { add, remove } with tag ids.
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
  -- From the catalog of errors, and the service's message.
  code TEXT,
  detail TEXT
) STRICT;

CREATE INDEX document_job_items_outcome ON document_job_items (job_id, outcome, id);

-- Operations called from the Explorer, newest last; the oldest of a profile are dropped when there are too many.
CREATE TABLE call_history (
  id INTEGER PRIMARY KEY,
  profile_id TEXT NOT NULL,
  -- Milliseconds since the epoch.
  at INTEGER NOT NULL,
  operation TEXT NOT NULL,
  -- JSON { params, body, queries, all } without secrets; oversized parts are omitted.
  request TEXT NOT NULL,
  -- JSON: dotted paths of the omitted parts.
  left_out TEXT NOT NULL,
  -- HTTP status of the response, or the code of a failure.
  status INTEGER,
  code TEXT,
  took_ms INTEGER NOT NULL
) STRICT;

CREATE INDEX call_history_profile ON call_history (profile_id, id);

CREATE INDEX uploads_ready ON uploads (profile_id, line, large, lane, sort_key) WHERE line IS NOT NULL AND not_before = 0;

CREATE INDEX uploads_waiting ON uploads (profile_id, line, large, lane, not_before, sort_key) WHERE line IS NOT NULL AND not_before <> 0;

-- After a lost ledger: the documents the service listed, so that files are recognised instead of uploaded again.
CREATE TABLE known_documents (
  profile_id TEXT NOT NULL,
  content_id TEXT NOT NULL,
  file_name TEXT,
  -- Bytes; null when unknown.
  size INTEGER,
  -- Of the original, once read.
  sha256 TEXT,
  PRIMARY KEY (profile_id, content_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX known_documents_size ON known_documents (profile_id, size);

-- Volumes seen in watch folders: the root's own, and each mounted below it. A missing file counts as deleted only while the
-- volume it was on is still there.
CREATE TABLE watched_volumes (
  folder_id TEXT NOT NULL,
  -- Where it is mounted, relative to the root, '' for the root itself.
  directory TEXT NOT NULL,
  -- As in local_files.
  device TEXT NOT NULL,
  -- Of that directory while the volume was there; '' when unknown.
  inode TEXT NOT NULL,
  -- The system's name for it (core/local/mounts.ts); '' when it has none.
  volume TEXT NOT NULL,
  -- 1: was seen there. 0: inferred from rows of local files.
  seen INTEGER NOT NULL,
  -- Since when its files have been unreachable, milliseconds since the epoch, and how many; null while it is there.
  missing_since INTEGER,
  files INTEGER NOT NULL DEFAULT 0,
  -- Birth time of the directory it is mounted on, as text: two volumes may have the same device and inode in turn. '' when unknown
  -- or unreliable.
  born TEXT NOT NULL DEFAULT '',
  PRIMARY KEY (folder_id, directory, device)
) STRICT, WITHOUT ROWID;

CREATE INDEX local_files_confirmed ON local_files (folder_id) WHERE confirmed > 0;

-- Files in quarantine between their upload and the action after it. The row is written before the file is renamed.
CREATE TABLE set_aside (
  upload_id INTEGER PRIMARY KEY,
  profile_id TEXT NOT NULL,
  -- Name of the quarantine directory; random, so it identifies the file.
  aside TEXT NOT NULL UNIQUE,
  -- JSON { root, followLinks, directory, name, aside }.
  place TEXT NOT NULL,
  -- Destination, JSON { root, makeRoot, directory, name }; null until known.
  destination TEXT,
  -- Text of the note written beside it (why the upload failed); null for none.
  reason TEXT
) STRICT;

-- Files that Sluice wrote into users' folders. It may replace only these, and only while they still have the bytes it wrote.
CREATE TABLE written_files (
  path TEXT PRIMARY KEY,
  sha256 TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- Uploads from folders that upload duplicates, which may take over a claim: they have, or are creating, their own document of bytes
-- that another upload claimed. Documents that expire or were replaced do not qualify. Unreadable options must not break the ledger.
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

-- Tags as users and folders name them, with the service's id: looked up or created once (docs/adr/0016).
CREATE TABLE tags (
  profile_id TEXT NOT NULL,
  -- Its name or id, as given.
  given TEXT NOT NULL,
  tag_id TEXT NOT NULL,
  name TEXT NOT NULL,
  PRIMARY KEY (profile_id, given)
) STRICT, WITHOUT ROWID;

-- Names of tags that a process is about to create, so that no other process does; `until` in milliseconds since the epoch.
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

-- Local files by what coverage depends on: their own disposition, their upload's outcome and, for a duplicate, the outcome of the
-- upload that owns the document. '' where there is none.
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

-- Every local file with what it is counted by.
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

-- AFTER, not BEFORE: an UPDATE OR IGNORE that changes nothing still fires BEFORE triggers.
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

-- Ahead of the foreign key: afterwards nothing tells what its files were counted as.
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

-- Passages that users marked, with their notes (docs/adr/0024). A note outlives its document and is kept until a user removes it,
-- so nothing here refers to the table of documents.
CREATE TABLE notes (
  -- A lower-case UUID; exported as urn:uuid:….
  id TEXT NOT NULL,
  profile_id TEXT NOT NULL,
  -- The document it is or was in.
  content_id TEXT NOT NULL,
  -- The version that replaced that document and lacks the passage.
  successor TEXT,
  -- The upload that created the document; it knows its newer version.
  upload_id INTEGER REFERENCES uploads (id) ON DELETE SET NULL,
  color TEXT NOT NULL CHECK (color IN ('yellow', 'green', 'blue', 'pink')),
  body TEXT NOT NULL,
  -- JSON: names.
  tags TEXT NOT NULL DEFAULT '[]',
  author TEXT,
  -- Milliseconds since the epoch.
  created_at INTEGER NOT NULL,
  changed_at INTEGER NOT NULL,
  -- How the passage is found again: its text, the text around it, and its offset in the whole text (UTF-16).
  quote TEXT NOT NULL,
  prefix TEXT NOT NULL,
  suffix TEXT NOT NULL,
  position INTEGER,
  -- JSON: path of the block, from, to, endPath; null until known.
  place TEXT,
  page INTEGER,
  section TEXT,
  -- The document as last read.
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

-- The team's claims that this machine owns, and what it still has to report about them. Reported even after the upload was removed
-- from the history, so nothing here refers to its row.
CREATE TABLE team_claims (
  -- The upload's UUID, and its row here.
  upload TEXT NOT NULL,
  upload_id INTEGER NOT NULL,
  profile_id TEXT NOT NULL,
  scope TEXT NOT NULL,
  sha256 TEXT NOT NULL,
  size INTEGER NOT NULL,
  -- 0: requested, response not recorded.
  epoch INTEGER NOT NULL,
  -- open: nothing to report until the bytes landed · landed: reported · release: given up, to be reported
  stands TEXT NOT NULL CHECK (stands = 'open' OR stands = 'landed' OR stands = 'release'),
  PRIMARY KEY (upload, sha256, scope)
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

-- Clearing the hash means that the file has new bytes, even with the same size and time. What was known of the file before, such as
-- when it was made, does not apply to them.
CREATE TRIGGER uploads_new_bytes AFTER UPDATE OF sha256 ON uploads WHEN new.sha256 IS NULL
BEGIN
  UPDATE uploads SET revision = revision + 1, taken_at = new.updated_at WHERE id = new.id;
END;

-- A local file with an upload may be the only reference to a document: its upload's or an older version's. Such a row is never
-- deleted (a missing file is `gone`), and its upload changes only to the next version, back to the previous one when the file was
-- only touched, or to an upload to another service (docs/adr/0045). Uploads to a service that a profile left are history: rows of
-- missing files end with them.
CREATE TRIGGER local_files_end BEFORE DELETE ON local_files WHEN old.upload_id IS NOT NULL AND NOT EXISTS (
  SELECT 1 FROM uploads WHERE id = old.upload_id AND profile_id GLOB '*-left-*')
BEGIN
  SELECT RAISE(ABORT, 'a local file with an upload may not be deleted');
END;

CREATE TRIGGER local_files_hand_on BEFORE UPDATE OF upload_id ON local_files
WHEN old.upload_id IS NOT NULL AND new.upload_id IS NOT old.upload_id AND NOT EXISTS (
  SELECT 1 FROM uploads WHERE id = old.upload_id AND profile_id GLOB '*-left-*')
  AND NOT EXISTS (
  SELECT 1 FROM uploads AS older, uploads AS newer WHERE older.id = old.upload_id AND newer.id = new.upload_id
    AND (newer.replaces = older.id OR older.replaces = newer.id OR older.profile_id <> newer.profile_id))
BEGIN
  SELECT RAISE(ABORT, 'a local file may not leave its upload to nobody');
END;

-- The number of each profile's documents at the service or on their way, without `no_store` and replaced ones. `ledger.json` repeats
-- it outside the ledger: after a loss, a list that shows far fewer is not believed. The triggers avoid IN, for which SQLite builds a
-- table each time.
CREATE TABLE landed_counts (
  profile_id TEXT PRIMARY KEY,
  documents INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TRIGGER landed_counts_update AFTER UPDATE OF state, replaced_by ON uploads
WHEN (old.replaced_by IS NULL AND (old.state = 'reserved' OR old.state = 'putting' OR old.state = 'verifying' OR old.state = 'processing'
    OR old.state = 'completed'))
  <> (new.replaced_by IS NULL AND (new.state = 'reserved' OR new.state = 'putting' OR new.state = 'verifying' OR new.state = 'processing'
    OR new.state = 'completed'))
  AND coalesce(new.options ->> 'noStore', 0) = 0
BEGIN
  INSERT INTO landed_counts VALUES (new.profile_id,
      CASE WHEN new.replaced_by IS NULL AND (new.state = 'reserved' OR new.state = 'putting' OR new.state = 'verifying' OR new.state = 'processing'
    OR new.state = 'completed') THEN 1 ELSE -1 END)
    ON CONFLICT DO UPDATE SET documents = documents + excluded.documents;
END;

CREATE TRIGGER landed_counts_insert AFTER INSERT ON uploads
WHEN new.replaced_by IS NULL AND (new.state = 'reserved' OR new.state = 'putting' OR new.state = 'verifying' OR new.state = 'processing'
    OR new.state = 'completed')
  AND coalesce(new.options ->> 'noStore', 0) = 0
BEGIN
  INSERT INTO landed_counts VALUES (new.profile_id, 1) ON CONFLICT DO UPDATE SET documents = documents + 1;
END;

CREATE TRIGGER landed_counts_delete AFTER DELETE ON uploads
WHEN old.replaced_by IS NULL AND (old.state = 'reserved' OR old.state = 'putting' OR old.state = 'verifying' OR old.state = 'processing'
    OR old.state = 'completed')
  AND coalesce(old.options ->> 'noStore', 0) = 0
BEGIN
  UPDATE landed_counts SET documents = documents - 1 WHERE profile_id = old.profile_id;
END;

-- Documents without progress; health counts them after each change.
CREATE INDEX uploads_stuck ON uploads (profile_id, code, stuck_since) WHERE stuck_since IS NOT NULL;

-- Finished uploads whose last step failed; health counts them after each change.
CREATE INDEX uploads_steps_failed ON uploads (profile_id, folder_id, code)
  WHERE (code = 'AFTER_UPLOAD_FAILED' OR code = 'ANNOTATED_NOT_SAVED' OR code = 'OLD_VERSION_KEPT')
    AND (state = 'completed' OR state = 'duplicate');

-- After a lost ledger each file is also compared with documents of the same name.
CREATE INDEX known_documents_name ON known_documents (profile_id, file_name);

CREATE INDEX uploads_remote ON uploads (remote_content_id) WHERE remote_content_id IS NOT NULL;

-- An upload that ended without a document gives its claim to an heir or releases it, and its duplicates are queued again. It updates
-- the counts itself, first: the order in which triggers run is undefined, and it changes other uploads, which must find this one and
-- its duplicates counted correctly. An upload that stands for another machine's deleted document keeps its claim: nothing is sent
-- again until a user asks for it.
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
      detail = NULL, remote_status = NULL, updated_at = new.updated_at
    WHERE duplicate_of = new.id AND state = 'duplicate';
  UPDATE team_claims SET stands = 'release' WHERE upload_id = new.id
    AND NOT EXISTS (SELECT 1 FROM claims WHERE profile_id = team_claims.profile_id AND sha256 = team_claims.sha256);
END;

-- What is left to do for a duplicate ends when its document fails, as it does for the document's own upload, and its `remote_status`
-- says so. Once that upload is no longer failed (retried, cancelled, or processed after all), it is left to do again.
CREATE TRIGGER uploads_failed_no_more AFTER UPDATE OF state ON uploads
WHEN old.state = 'attention' AND old.remote_status IS 'failed' AND new.state <> 'attention'
BEGIN
  UPDATE uploads SET after_state = 'pending', remote_status = NULL, after_tries = 0, not_before = 0
    WHERE duplicate_of = new.id AND state = 'duplicate' AND after_state IS NULL AND remote_status = 'failed';
END;

-- `uploads_claims` counts its own changes.
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

-- Unread files by size: one may be a replaced version or a deleted file under another name (versions.ts, pending-deletes.ts).
CREATE INDEX local_files_unread ON local_files (size)
  WHERE disposition = 'settling' OR disposition = 'held' OR disposition = 'unreadable';

CREATE INDEX uploads_unread ON uploads (size)
  WHERE state = 'queued' OR state = 'attention' AND sha256 IS NULL AND content_id IS NULL;
