-- A name of an upload that no other ledger gives, a UUID of version 4: what other machines of a team know it by. Ids of rows are given
-- by every ledger, and given again where the newest row is deleted. New rows get theirs from `upload-moves.ts`.
ALTER TABLE uploads ADD COLUMN uuid TEXT;
UPDATE uploads SET uuid = lower(hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4' || substr(hex(randomblob(2)), 2)
  || '-' || substr('89AB', 1 + (random() & 3), 1) || substr(hex(randomblob(2)), 2) || '-' || hex(randomblob(6)));
