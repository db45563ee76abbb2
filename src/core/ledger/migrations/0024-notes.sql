-- Passages that a person marked, and what they noted about them (docs/adr/0024). A note outlives its document: whatever becomes of
-- that, it is kept until a person removes it, so nothing here refers to the table of documents.
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
