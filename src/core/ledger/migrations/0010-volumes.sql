-- Volumes that were seen in watch folders: the one a root lies on, and each that is mounted below it. A file that vanishes is
-- a deletion only where the volume it lay on is still there.
CREATE TABLE watched_volumes (
  folder_id TEXT NOT NULL,
  -- Where it is mounted, relative to the root, '' for the root itself.
  directory TEXT NOT NULL,
  -- As in local_files.
  device TEXT NOT NULL,
  -- Of that directory while the volume was there; '' when not known.
  inode TEXT NOT NULL,
  -- What the system calls it (core/local/mounts.ts); '' when it says nothing.
  volume TEXT NOT NULL,
  -- 1: was seen there. 0: only rows of local files tell that it was.
  seen INTEGER NOT NULL,
  -- Since when its files are out of sight, milliseconds since the epoch, and how many; null while it is there.
  missing_since INTEGER,
  files INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (folder_id, directory, device)
) STRICT, WITHOUT ROWID;

INSERT INTO watched_volumes (folder_id, directory, device, inode, volume, seen)
  SELECT substr(key, length('watch.folder.') + 1), '', json_extract(value, '$.device'), '', '', 1
    FROM facts WHERE key LIKE 'watch.folder.%' AND json_extract(value, '$.device') IS NOT NULL;

-- Of a deleted file: how many complete passes, a grace time apart, saw its volume well and the file gone, and when the first was.
ALTER TABLE local_files ADD COLUMN confirmed INTEGER NOT NULL DEFAULT 0;
ALTER TABLE local_files ADD COLUMN confirmed_at INTEGER;
CREATE INDEX local_files_confirmed ON local_files (folder_id) WHERE confirmed > 0;
