-- A document that is followed and does not get on: since when, after how many looks in a row that brought no answer about it, and
-- since when the service has said the same status.
ALTER TABLE uploads ADD COLUMN stuck_since INTEGER;
ALTER TABLE uploads ADD COLUMN failed_looks INTEGER NOT NULL DEFAULT 0;
ALTER TABLE uploads ADD COLUMN status_since INTEGER;
