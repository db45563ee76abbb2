-- Jobs over documents stay on their machine (docs/adr/0050): a job that another machine had waits for the user.
DELETE FROM document_jobs WHERE id IN (SELECT job_id FROM team_jobs WHERE put_away = 1);
DROP TABLE team_jobs;
DROP INDEX document_job_items_number;
DROP INDEX document_job_items_untold;
ALTER TABLE document_jobs DROP COLUMN blocked;
ALTER TABLE document_job_items DROP COLUMN number;
ALTER TABLE document_job_items DROP COLUMN untold;
ALTER TABLE document_job_items DROP COLUMN machine;

-- Uploads that waited for the machine that read a shared folder for all.
UPDATE uploads SET code = NULL, detail = NULL, not_before = 0 WHERE code = 'WAITS_FOR_READER';
