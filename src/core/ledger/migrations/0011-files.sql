-- When anything of a file last changed, nanoseconds since the epoch as decimal text: tells an edit whose times were set back. Null
-- where it was not taken down yet, or where the volume's word on it is not to be relied on.
ALTER TABLE local_files ADD COLUMN ctime_ns TEXT;

-- Files that are set aside while it is decided what becomes of them after their upload: written down before the file is renamed.
CREATE TABLE set_aside (
  upload_id INTEGER PRIMARY KEY,
  profile_id TEXT NOT NULL,
  -- Name of the directory the file is in meanwhile; random, so it stands for the file by itself.
  aside TEXT NOT NULL UNIQUE,
  -- JSON { root, followLinks, directory, name, aside }.
  place TEXT NOT NULL,
  -- Where it is being moved to, JSON { root, makeRoot, directory, name }; null before that is known.
  destination TEXT,
  -- What is to stand beside it there, why it failed; null for nothing.
  reason TEXT
) STRICT;

-- Files that Sluice wrote into people's folders, by path: only these may it replace by newer ones, and only as long as they have
-- the bytes it wrote.
CREATE TABLE written_files (
  path TEXT PRIMARY KEY,
  sha256 TEXT NOT NULL
) STRICT, WITHOUT ROWID;
