-- An upload that stands for another machine's document which is gone has no document of its own, and since 0044 `uploads_claims` does not
-- count it. The two triggers that count the others leave out what that one counts, and no more. What was counted wrong is counted again.
DROP TRIGGER file_counts_upload;
DROP TRIGGER file_counts_original;

CREATE TRIGGER file_counts_upload AFTER UPDATE OF state, code, duplicate_of ON uploads
WHEN (old.outcome <> new.outcome OR old.problem <> new.problem OR old.duplicate_of IS NOT new.duplicate_of)
  AND NOT (new.content_id IS NULL
    AND (new.state = 'cancelled' OR new.state = 'attention' AND new.code IS NOT 'DOCUMENT_GONE'))
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
    AND (new.state = 'cancelled' OR new.state = 'attention' AND new.code IS NOT 'DOCUMENT_GONE'))
  AND EXISTS (SELECT 1 FROM uploads WHERE duplicate_of = old.id)
BEGIN
  INSERT INTO file_counts
    SELECT folder_id, disposition, reason, outcome, problem, old.outcome, old.problem, -1
      FROM counted_files WHERE original_id = old.id ON CONFLICT DO UPDATE SET files = files - 1;
  INSERT INTO file_counts
    SELECT folder_id, disposition, reason, outcome, problem, new.outcome, new.problem, 1
      FROM counted_files WHERE original_id = old.id ON CONFLICT DO UPDATE SET files = files + 1;
END;

DELETE FROM file_counts;
INSERT INTO file_counts
  SELECT folder_id, disposition, reason, outcome, problem, original_outcome, original_problem, count(*)
    FROM counted_files GROUP BY 1, 2, 3, 4, 5, 6, 7;
