-- After a lost ledger each file is also compared with the documents of its name.
CREATE INDEX known_documents_name ON known_documents (profile_id, file_name);
