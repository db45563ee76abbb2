-- The team may know all of the job, whether it answered or not: from here on another machine may have it (docs/adr/0043).
ALTER TABLE team_jobs ADD COLUMN offered INTEGER NOT NULL DEFAULT 0;
UPDATE team_jobs SET offered = 1 WHERE stands <> 'offer' OR epoch > 0;
