-- How many documents of each profile are at the service, as far as this ledger knows. `ledger.json` repeats the numbers outside the
-- ledger: after a loss, a list that shows far fewer is not believed. `no_store` documents do not stay, and replaced ones are deleted.
CREATE TABLE landed_counts (
  profile_id TEXT PRIMARY KEY,
  documents INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TRIGGER landed_counts_update AFTER UPDATE OF state, replaced_by ON uploads
WHEN (old.state = 'completed' AND old.replaced_by IS NULL) <> (new.state = 'completed' AND new.replaced_by IS NULL)
  AND coalesce(new.options ->> 'noStore', 0) = 0
BEGIN
  INSERT INTO landed_counts VALUES (new.profile_id, CASE WHEN new.state = 'completed' AND new.replaced_by IS NULL THEN 1 ELSE -1 END)
    ON CONFLICT DO UPDATE SET documents = documents + excluded.documents;
END;
CREATE TRIGGER landed_counts_delete AFTER DELETE ON uploads
WHEN old.state = 'completed' AND old.replaced_by IS NULL AND coalesce(old.options ->> 'noStore', 0) = 0
BEGIN
  UPDATE landed_counts SET documents = documents - 1 WHERE profile_id = old.profile_id;
END;

INSERT INTO landed_counts
  SELECT profile_id, count(*) FROM uploads
    WHERE state = 'completed' AND replaced_by IS NULL AND coalesce(options ->> 'noStore', 0) = 0 GROUP BY profile_id;
