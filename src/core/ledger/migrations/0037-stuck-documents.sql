-- Documents that the service says nothing new about: health counts them after each change.
CREATE INDEX uploads_stuck ON uploads (profile_id, code, stuck_since) WHERE stuck_since IS NOT NULL;
