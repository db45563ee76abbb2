-- What a team of machines needs of a ledger (docs/adr/0035): an upload may wait for the machine that has its bytes, and what
-- was told to the team of them is known. One machine alone writes nothing of it.

-- The machine of the team that has the same bytes or is sending them, as people call it, and the document it made of them.
ALTER TABLE uploads ADD COLUMN remote_machine TEXT;
ALTER TABLE uploads ADD COLUMN remote_content_id TEXT;

-- Only the words change and nothing that is stored, as in 0023.
PRAGMA writable_schema = ON;
UPDATE sqlite_schema SET sql = replace(replace(replace(replace(sql,
  'OR state = ''enriching''  -- intent journaled: a POST may be under way',
  'OR state = ''claiming''   -- intent journaled: the team is asked, or another machine has these bytes
    OR state = ''enriching''  -- intent journaled: a POST may be under way'),
  'OR state = ''putting'' OR state = ''verifying''
    THEN coalesce(''folder:'' || folder_id, ''manual'')',
  'OR state = ''putting'' OR state = ''verifying''
      OR state = ''claiming''
    THEN coalesce(''folder:'' || folder_id, ''manual'')'),
  'OR state = ''putting'' OR state = ''verifying''
    THEN CASE paused',
  'OR state = ''putting'' OR state = ''verifying''
      OR state = ''claiming''
    THEN CASE paused'),
  'WHEN state = ''cancelling'' THEN ''cancelled''
  ELSE ''open''',
  'WHEN state = ''cancelling'' THEN ''cancelled''
  WHEN state = ''claiming'' AND remote_machine IS NOT NULL THEN ''held''
  ELSE ''open''')
  WHERE type = 'table' AND name = 'uploads';
PRAGMA writable_schema = RESET;

-- What this machine holds of the team's, and what it still has to tell of it. Told also when the upload is gone from the history, so
-- nothing here refers to its row.
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

-- As in 0022, and what the team was told of the bytes is taken back where nothing here stands for them any more.
DROP TRIGGER uploads_claims;
CREATE TRIGGER uploads_claims AFTER UPDATE OF state, code, content_id, duplicate_of ON uploads
WHEN new.state IN ('attention', 'cancelled') AND new.content_id IS NULL
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
