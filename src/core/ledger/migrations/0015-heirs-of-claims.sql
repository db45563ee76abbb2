-- Who has a document of its own, or is making one, of bytes that another upload has claimed, because its folder uploads duplicates. What
-- expires is no heir, nor what a newer version replaced. Options that cannot be read do not stand in the way of the ledger.
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

-- As in 0005, but the claim goes to its heir where there is one: whoever waited is queued as before, and finds that one then.
DROP TRIGGER uploads_claims;
CREATE TRIGGER uploads_claims AFTER UPDATE OF state, content_id ON uploads
WHEN new.state IN ('attention', 'cancelled') AND new.content_id IS NULL
BEGIN
  UPDATE claims SET upload_id = (SELECT heir FROM claim_heirs WHERE holder = new.id)
    WHERE upload_id = new.id AND EXISTS (SELECT 1 FROM claim_heirs WHERE holder = new.id);
  DELETE FROM claims WHERE upload_id = new.id;
  UPDATE uploads SET state = 'queued', duplicate_of = NULL, after_state = NULL, finished_at = NULL, not_before = 0, code = NULL,
      detail = NULL, updated_at = new.updated_at
    WHERE duplicate_of = new.id AND state = 'duplicate';
END;
