-- Who of a team sent a document, and from which machine (docs/adr/0039); null where there is no team, or nobody told.
ALTER TABLE documents ADD COLUMN machine TEXT;
ALTER TABLE documents ADD COLUMN person TEXT;
CREATE INDEX documents_machine ON documents (profile_id, machine, uploaded_at) WHERE machine IS NOT NULL;
CREATE INDEX documents_person ON documents (profile_id, person, uploaded_at) WHERE person IS NOT NULL;

-- Who sits at `remote_machine`.
ALTER TABLE uploads ADD COLUMN remote_person TEXT;
