-- How many documents of each profile are at the service or on their way there, as far as this ledger knows. `ledger.json` repeats the
-- numbers outside the ledger: after a loss, a list that shows far fewer is not believed. `no_store` documents do not stay, and
-- replaced ones are deleted.
CREATE TABLE landed_counts (
  profile_id TEXT PRIMARY KEY,
  documents INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TRIGGER landed_counts_update AFTER UPDATE OF state, replaced_by ON uploads
WHEN (old.replaced_by IS NULL AND old.state IN ('reserved', 'putting', 'verifying', 'processing', 'completed'))
  <> (new.replaced_by IS NULL AND new.state IN ('reserved', 'putting', 'verifying', 'processing', 'completed'))
  AND coalesce(new.options ->> 'noStore', 0) = 0
BEGIN
  INSERT INTO landed_counts VALUES (new.profile_id,
      CASE WHEN new.replaced_by IS NULL AND new.state IN ('reserved', 'putting', 'verifying', 'processing', 'completed') THEN 1 ELSE -1 END)
    ON CONFLICT DO UPDATE SET documents = documents + excluded.documents;
END;
CREATE TRIGGER landed_counts_insert AFTER INSERT ON uploads
WHEN new.replaced_by IS NULL AND new.state IN ('reserved', 'putting', 'verifying', 'processing', 'completed')
  AND coalesce(new.options ->> 'noStore', 0) = 0
BEGIN
  INSERT INTO landed_counts VALUES (new.profile_id, 1) ON CONFLICT DO UPDATE SET documents = documents + 1;
END;
CREATE TRIGGER landed_counts_delete AFTER DELETE ON uploads
WHEN old.replaced_by IS NULL AND old.state IN ('reserved', 'putting', 'verifying', 'processing', 'completed')
  AND coalesce(old.options ->> 'noStore', 0) = 0
BEGIN
  UPDATE landed_counts SET documents = documents - 1 WHERE profile_id = old.profile_id;
END;

INSERT INTO landed_counts
  SELECT profile_id, count(*) FROM uploads
    WHERE replaced_by IS NULL AND state IN ('reserved', 'putting', 'verifying', 'processing', 'completed')
      AND coalesce(options ->> 'noStore', 0) = 0 GROUP BY profile_id;
