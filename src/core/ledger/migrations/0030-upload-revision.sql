-- Raised by every change of what an upload stands for. A decision names the revision it was made about, and does nothing once
-- the upload has another one (docs/adr/0045).
ALTER TABLE uploads ADD COLUMN revision INTEGER NOT NULL DEFAULT 0;

CREATE TRIGGER uploads_revision AFTER UPDATE OF path, folder_id, file_name, size, mtime_ns, options, replaces ON uploads
WHEN new.path <> old.path OR new.folder_id IS NOT old.folder_id OR new.file_name <> old.file_name OR new.size <> old.size
  OR new.mtime_ns <> old.mtime_ns OR new.options <> old.options OR new.replaces IS NOT old.replaces
BEGIN
  UPDATE uploads SET revision = revision + 1 WHERE id = new.id;
END;

-- Whoever clears the hash says that the file has new bytes, also where its size and time are the same.
CREATE TRIGGER uploads_new_bytes AFTER UPDATE OF sha256 ON uploads WHEN new.sha256 IS NULL
BEGIN
  UPDATE uploads SET revision = revision + 1 WHERE id = new.id;
END;
