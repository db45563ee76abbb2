-- delete: an empty slot nobody will fill · again: a slot that was deleted while bytes may have been on their way to it, which bring it
-- back in some deployments
ALTER TABLE abandoned_slots ADD COLUMN purpose TEXT NOT NULL DEFAULT 'delete' CHECK (purpose IN ('delete', 'again'));
-- How many answers were lost between `since` and `until`: so many slots without a name may be ours.
ALTER TABLE abandoned_slots ADD COLUMN lost INTEGER NOT NULL DEFAULT 1;
-- JSON: what was found under the name when it was old enough to be deleted, [[content id, updated_at]…]; it must be the same again.
ALTER TABLE abandoned_slots ADD COLUMN sight TEXT;
