-- A document that is being processed counts by itself, as it is neither to be sent any more nor few: with a service that takes
-- its time there are thousands, and all were looked at for every count.
DROP TRIGGER upload_counts_insert;
DROP TRIGGER upload_counts_update;
DROP TRIGGER upload_counts_delete;
ALTER TABLE uploads DROP COLUMN standing;
-- What is counted of an upload's state: while it is to be sent that is one, or `paused`.
ALTER TABLE uploads ADD COLUMN standing TEXT GENERATED ALWAYS AS (CASE
  WHEN state NOT IN ('queued', 'enriching', 'reserved', 'putting', 'verifying') THEN state
  WHEN paused = 1 THEN 'paused'
  ELSE 'open'
END) VIRTUAL;

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

DELETE FROM upload_counts;
INSERT INTO upload_counts
  SELECT profile_id, coalesce(folder_id, ''), standing, problem, count(*), sum(size) FROM uploads GROUP BY 1, 2, 3, 4;
