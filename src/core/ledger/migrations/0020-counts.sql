-- Every number that is shown while a queue is worked off stands in a table that triggers keep, so that asking for it costs the
-- same with a million files as with ten. What is the same to a reader is counted as one, so that an upload on its way through
-- its states changes few counts.

-- What is counted of an upload's state: while it is under way that is one, or `paused`.
ALTER TABLE uploads ADD COLUMN standing TEXT GENERATED ALWAYS AS (CASE
  WHEN state NOT IN ('queued', 'enriching', 'reserved', 'putting', 'verifying', 'processing') THEN state
  WHEN paused = 1 THEN 'paused'
  ELSE 'open'
END) VIRTUAL;
-- The same as far as the coverage of a folder asks.
ALTER TABLE uploads ADD COLUMN outcome TEXT GENERATED ALWAYS AS (CASE
  WHEN state IN ('completed', 'duplicate', 'attention', 'cancelled') THEN state
  WHEN state = 'cancelling' THEN 'cancelled'
  ELSE 'open'
END) VIRTUAL;
-- Why it needs a person, '' where it does not or nobody knows.
ALTER TABLE uploads ADD COLUMN problem TEXT GENERATED ALWAYS AS (CASE state WHEN 'attention' THEN coalesce(code, '') ELSE '' END) VIRTUAL;

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

-- Local files by what decides where coverage counts them: their own standing, that of their upload, and, of a duplicate, that of
-- the upload whose document it is. '' where there is none.
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

-- Every local file as it is counted.
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
-- Both after it: what an UPDATE OR IGNORE leaves as it is has fired what stands before it all the same.
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

-- Before and not after: a trigger that runs after this change and changes the duplicates must find them counted as what they are now.
CREATE TRIGGER file_counts_upload BEFORE UPDATE OF state, code, duplicate_of ON uploads
WHEN old.outcome <> new.outcome OR old.problem <> new.problem OR old.duplicate_of IS NOT new.duplicate_of
BEGIN
  INSERT INTO file_counts
    SELECT folder_id, disposition, reason, outcome, problem, original_outcome, original_problem, -1
      FROM counted_files WHERE upload_id = old.id ON CONFLICT DO UPDATE SET files = files - 1;
  INSERT INTO file_counts
    SELECT files.folder_id, files.disposition, files.reason, new.outcome, new.problem,
        coalesce(originals.outcome, ''), coalesce(originals.problem, ''), 1
      FROM counted_files AS files LEFT JOIN uploads AS originals ON originals.id = new.duplicate_of
      WHERE files.upload_id = old.id ON CONFLICT DO UPDATE SET files = files + 1;
END;
CREATE TRIGGER file_counts_original BEFORE UPDATE OF state, code ON uploads
WHEN (old.outcome <> new.outcome OR old.problem <> new.problem) AND EXISTS (SELECT 1 FROM uploads WHERE duplicate_of = old.id)
BEGIN
  INSERT INTO file_counts
    SELECT folder_id, disposition, reason, outcome, problem, original_outcome, original_problem, -1
      FROM counted_files WHERE original_id = old.id ON CONFLICT DO UPDATE SET files = files - 1;
  INSERT INTO file_counts
    SELECT folder_id, disposition, reason, outcome, problem, new.outcome, new.problem, 1
      FROM counted_files WHERE original_id = old.id ON CONFLICT DO UPDATE SET files = files + 1;
END;
-- Before the foreign key does it: by then nobody knows any more what its files were counted as.
CREATE TRIGGER file_counts_upload_delete BEFORE DELETE ON uploads
BEGIN
  UPDATE local_files SET upload_id = NULL WHERE upload_id = old.id;
END;

INSERT INTO upload_counts
  SELECT profile_id, coalesce(folder_id, ''), standing, problem, count(*), sum(size) FROM uploads GROUP BY 1, 2, 3, 4;
INSERT INTO file_counts
  SELECT folder_id, disposition, reason, outcome, problem, original_outcome, original_problem, count(*) FROM counted_files
    GROUP BY 1, 2, 3, 4, 5, 6, 7;
