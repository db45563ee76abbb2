-- A local file that has an upload may stand for a document: for its upload's, or for that of a version before it. Such a row ends
-- only by handing the document on, so it is never deleted (a file that is not there is `gone`), and it changes its upload only
-- for the next version, for the one before where a file was only touched, or for an upload to another service (docs/adr/0045).
CREATE TRIGGER local_files_end BEFORE DELETE ON local_files WHEN old.upload_id IS NOT NULL
BEGIN
  SELECT RAISE(ABORT, 'a local file with an upload may not be deleted');
END;

CREATE TRIGGER local_files_hand_on BEFORE UPDATE OF upload_id ON local_files
WHEN old.upload_id IS NOT NULL AND new.upload_id IS NOT old.upload_id AND NOT EXISTS (
  SELECT 1 FROM uploads AS older, uploads AS newer WHERE older.id = old.upload_id AND newer.id = new.upload_id
    AND (newer.replaces = older.id OR older.replaces = newer.id OR older.profile_id <> newer.profile_id))
BEGIN
  SELECT RAISE(ABORT, 'a local file may not leave its upload to nobody');
END;
