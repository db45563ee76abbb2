-- Content ids are 32 characters, 0-9 and A-F (specification 4.8). Until now any text a service gave was taken as one; from here
-- on only such ids enter the ledger, and what is in it already and is none is not kept: it can be no document of the service.
UPDATE uploads SET content_id = NULL
  WHERE content_id IS NOT NULL AND (length(content_id) <> 32 OR content_id GLOB '*[^A-F0-9]*');
DELETE FROM documents WHERE length(content_id) <> 32 OR content_id GLOB '*[^A-F0-9]*';
DELETE FROM document_job_items WHERE length(content_id) <> 32 OR content_id GLOB '*[^A-F0-9]*';
DELETE FROM known_documents WHERE length(content_id) <> 32 OR content_id GLOB '*[^A-F0-9]*';
UPDATE abandoned_slots SET state = 'unreachable'
  WHERE content_id IS NOT NULL AND (length(content_id) <> 32 OR content_id GLOB '*[^A-F0-9]*');
