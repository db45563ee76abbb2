-- Operations that a person called from the Explorer, newest last; the oldest of a profile go when there are too many.
CREATE TABLE call_history (
  id INTEGER PRIMARY KEY,
  profile_id TEXT NOT NULL,
  -- Milliseconds since the epoch.
  at INTEGER NOT NULL,
  operation TEXT NOT NULL,
  -- JSON { params, body, queries, all } without secrets; parts that were too large are left out.
  request TEXT NOT NULL,
  -- JSON: what is missing from the request, as dotted paths.
  left_out TEXT NOT NULL,
  -- HTTP status of an answer, or the code of a failure.
  status INTEGER,
  code TEXT,
  took_ms INTEGER NOT NULL
) STRICT;
CREATE INDEX call_history_profile ON call_history (profile_id, id);
