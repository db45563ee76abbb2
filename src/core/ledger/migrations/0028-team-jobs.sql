-- Jobs over documents that other machines of a team may go on with (docs/adr/0043). One machine alone writes nothing of it.
CREATE TABLE team_jobs (
  job_id INTEGER PRIMARY KEY REFERENCES document_jobs (id) ON DELETE CASCADE,
  profile_id TEXT NOT NULL,
  -- As the team knows it, and of whose key.
  uuid TEXT NOT NULL,
  scope TEXT NOT NULL,
  -- 0: the team never answered.
  epoch INTEGER NOT NULL DEFAULT 0,
  -- offer: to be told, whole · ours: this machine has it, and tells what it does · elsewhere: another one has it, or nobody ·
  -- over: it ended, and the team knows
  stands TEXT NOT NULL DEFAULT 'offer' CHECK (stands IN ('offer', 'ours', 'elsewhere', 'over')),
  -- The machine that a person asked; null for this one.
  asked_by TEXT,
  -- Elsewhere: the machine that is at it.
  machine TEXT,
  -- The last outcome of others that was read.
  seen INTEGER NOT NULL DEFAULT 0,
  -- What a person wants of a job that is not at work here, until the team knows.
  wish TEXT CHECK (wish IN ('go-on', 'cancel')),
  -- It goes as soon as the team knows how it ended.
  put_away INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE UNIQUE INDEX team_jobs_uuid ON team_jobs (profile_id, uuid);

-- Interrupted by what keeps every machine, as a key that is refused; not by the end of Sluice.
ALTER TABLE document_jobs ADD COLUMN blocked INTEGER NOT NULL DEFAULT 0;
-- The place of a document in a job, the same at every machine; an outcome that is still to be told; whose outcome it is.
ALTER TABLE document_job_items ADD COLUMN number INTEGER;
ALTER TABLE document_job_items ADD COLUMN untold INTEGER;
ALTER TABLE document_job_items ADD COLUMN machine TEXT;
CREATE INDEX document_job_items_number ON document_job_items (job_id, number) WHERE number IS NOT NULL;
CREATE INDEX document_job_items_untold ON document_job_items (job_id) WHERE untold = 1;
