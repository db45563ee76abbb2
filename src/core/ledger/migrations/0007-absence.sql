-- The service said that it does not have the document: since when, and how often in a row. Believed only after several looks over
-- time, which go on after a restart.
ALTER TABLE uploads ADD COLUMN absent_since INTEGER;
ALTER TABLE uploads ADD COLUMN absent_looks INTEGER NOT NULL DEFAULT 0;
