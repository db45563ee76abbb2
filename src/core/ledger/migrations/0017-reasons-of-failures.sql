-- Why a document failed decides what helps (src/shared/advice/processing-failures.ts): those that failed before that was told apart.
UPDATE uploads SET code = CASE upper(remote_error)
    WHEN 'UNSUPPORTED_FILE_TYPE' THEN 'FILE_TYPE_UNSUPPORTED'
    WHEN 'FILE_ENCRYPTED' THEN 'FILE_PROTECTED'
    WHEN 'EXTRACTION_FAILED' THEN 'FILE_DAMAGED'
    WHEN 'EMPTY_FILE' THEN 'FILE_WITHOUT_TEXT'
    WHEN 'NO_TEXT_FOUND' THEN 'FILE_WITHOUT_TEXT'
    WHEN 'FILE_TOO_LARGE' THEN 'FILE_TOO_LARGE'
    ELSE code END
  WHERE state = 'attention' AND code = 'ENRICHMENT_FAILED';
UPDATE documents SET code = (SELECT code FROM uploads WHERE uploads.id = documents.upload_id)
  WHERE code = 'ENRICHMENT_FAILED' AND upload_id IS NOT NULL;
