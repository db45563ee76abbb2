-- What counts files is done after a change of their upload and no longer before it: a trigger that runs before makes SQLite read the
-- whole row again after it, which was an eighth of what every step of an upload cost. What such a trigger found in the old row it is
-- told now.
DROP TRIGGER file_counts_upload;
DROP TRIGGER file_counts_original;
DROP TRIGGER uploads_claims;

CREATE TRIGGER file_counts_upload AFTER UPDATE OF state, code, duplicate_of ON uploads
WHEN (old.outcome <> new.outcome OR old.problem <> new.problem OR old.duplicate_of IS NOT new.duplicate_of)
  AND NOT (new.state IN ('attention', 'cancelled') AND new.content_id IS NULL)
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
  AND NOT (new.state IN ('attention', 'cancelled') AND new.content_id IS NULL)
  AND EXISTS (SELECT 1 FROM uploads WHERE duplicate_of = old.id)
BEGIN
  INSERT INTO file_counts
    SELECT folder_id, disposition, reason, outcome, problem, old.outcome, old.problem, -1
      FROM counted_files WHERE original_id = old.id ON CONFLICT DO UPDATE SET files = files - 1;
  INSERT INTO file_counts
    SELECT folder_id, disposition, reason, outcome, problem, new.outcome, new.problem, 1
      FROM counted_files WHERE original_id = old.id ON CONFLICT DO UPDATE SET files = files + 1;
END;
-- As before (0015), but it counts too, and first: it changes other uploads, which must find this one and its duplicates counted as what
-- they are now, and nothing says which of two triggers runs first.
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
END;
