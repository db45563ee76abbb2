-- What is next must be found without reading what waits, however much that is: paused uploads stand in no index, each folder has a
-- line of its own that a paused folder's uploads do not leave, and what waits for a later try is ordered by that time.
ALTER TABLE uploads ADD COLUMN line TEXT GENERATED ALWAYS AS (CASE
  WHEN paused = 1 OR state NOT IN ('queued', 'enriching', 'reserved', 'putting', 'verifying', 'cancelling') THEN NULL
  WHEN state = 'cancelling' THEN 'cancelling'
  WHEN folder_id IS NULL THEN 'manual'
  ELSE 'folder:' || folder_id
END) VIRTUAL;
-- More than 16 MiB: a large file leaves room for small ones (U14).
ALTER TABLE uploads ADD COLUMN large INTEGER GENERATED ALWAYS AS (size > 16777216) VIRTUAL;
DROP INDEX uploads_ready;
CREATE INDEX uploads_ready ON uploads (profile_id, line, large, lane, sort_key) WHERE line IS NOT NULL AND not_before = 0;
CREATE INDEX uploads_waiting ON uploads (profile_id, line, large, lane, not_before, sort_key) WHERE line IS NOT NULL AND not_before <> 0;
