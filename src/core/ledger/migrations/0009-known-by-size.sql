-- Known documents are found by size whatever their name, their size may have to be learned, and what was read of one once is not read
-- again.
DROP INDEX known_documents_name;
ALTER TABLE known_documents RENAME TO known_by_name;
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
INSERT INTO known_documents SELECT profile_id, content_id, file_name, size, NULL FROM known_by_name;
DROP TABLE known_by_name;
CREATE INDEX known_documents_size ON known_documents (profile_id, size);
