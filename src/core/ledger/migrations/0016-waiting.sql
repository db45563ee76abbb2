-- Of a file that is settling: when it is taken, milliseconds since the epoch. Null where only the file itself can tell, 0 where a
-- person asked for it. `reason` says why it waits (src/shared/uploads/wait-reasons.ts); null is quiet that is not over yet.
ALTER TABLE local_files ADD COLUMN due_at INTEGER;
