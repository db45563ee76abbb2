-- Tags as people and folders name them, and what the service calls them: looked up or made once, and remembered (docs/adr/0016).
CREATE TABLE tags (
  profile_id TEXT NOT NULL,
  -- What was said: its name, or its id where an earlier version stored that.
  given TEXT NOT NULL,
  tag_id TEXT NOT NULL,
  name TEXT NOT NULL,
  PRIMARY KEY (profile_id, given)
) STRICT, WITHOUT ROWID;

-- Names of tags that a process is about to make, so that no other makes them too; `until` in ms since the epoch.
CREATE TABLE tags_being_made (
  profile_id TEXT NOT NULL,
  name TEXT NOT NULL,
  until INTEGER NOT NULL,
  PRIMARY KEY (profile_id, name)
) STRICT, WITHOUT ROWID;
