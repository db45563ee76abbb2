-- A claim ends with its upload, in the very statement that ends it: no caller can do the one without the other, and no crash can come
-- between. What is at rest with a document of its own keeps its claim; whoever waited for anything else gets its own turn.
CREATE TRIGGER uploads_claims AFTER UPDATE OF state, content_id ON uploads
WHEN new.state IN ('attention', 'cancelled') AND new.content_id IS NULL
BEGIN
  DELETE FROM claims WHERE upload_id = new.id;
  UPDATE uploads SET state = 'queued', duplicate_of = NULL, after_state = NULL, finished_at = NULL, not_before = 0, code = NULL,
      detail = NULL, updated_at = new.updated_at
    WHERE duplicate_of = new.id AND state = 'duplicate';
END;

-- Ledgers in which a crash came between: claims of uploads that ended without a document, and duplicates that wait for nothing.
-- Where a person deleted the document nothing is brought back.
DELETE FROM claims WHERE upload_id IN (SELECT id FROM uploads WHERE state IN ('attention', 'cancelled') AND content_id IS NULL);
UPDATE uploads SET state = 'cancelled', detail = 'deleted at the service', code = NULL, after_state = NULL
  WHERE state = 'duplicate' AND duplicate_of IN
    (SELECT id FROM uploads WHERE state = 'cancelled' AND content_id IS NULL AND detail = 'deleted at the service');
UPDATE uploads SET state = 'queued', duplicate_of = NULL, after_state = NULL, finished_at = NULL, not_before = 0, code = NULL, detail = NULL
  WHERE state = 'duplicate' AND duplicate_of IN (SELECT holder.id FROM uploads AS holder
    WHERE holder.state = 'cancelled' OR holder.state = 'attention' AND holder.content_id IS NULL);
