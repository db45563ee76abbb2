-- An upload that stands for another machine's document which the service could not process needs the user, and keeps its claim, as one
-- whose document is gone does.

DROP TRIGGER uploads_claims;
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

DROP TRIGGER file_counts_upload;
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

DROP TRIGGER file_counts_original;
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
