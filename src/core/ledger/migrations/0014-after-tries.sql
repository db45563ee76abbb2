-- How often what is left to do after an upload's end was tried in vain; a manual retry begins anew.
ALTER TABLE uploads ADD COLUMN after_tries INTEGER NOT NULL DEFAULT 0;
