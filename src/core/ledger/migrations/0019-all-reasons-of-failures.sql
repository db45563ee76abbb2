-- The words that 0017 left out, and other spellings (`file-corrupt`), so that what failed long ago says what
-- helps too (src/shared/advice/processing-failures.ts).
UPDATE uploads SET code = CASE replace(replace(replace(upper(remote_error), '-', '_'), ' ', '_'), '.', '_')
    WHEN 'UNSUPPORTED_FILE_TYPE' THEN 'FILE_TYPE_UNSUPPORTED'
    WHEN 'UNSUPPORTED_FORMAT' THEN 'FILE_TYPE_UNSUPPORTED'
    WHEN 'UNSUPPORTED_MEDIA_TYPE' THEN 'FILE_TYPE_UNSUPPORTED'
    WHEN 'FILE_TYPE_NOT_SUPPORTED' THEN 'FILE_TYPE_UNSUPPORTED'
    WHEN 'FILE_ENCRYPTED' THEN 'FILE_PROTECTED'
    WHEN 'ENCRYPTED' THEN 'FILE_PROTECTED'
    WHEN 'PASSWORD_PROTECTED' THEN 'FILE_PROTECTED'
    WHEN 'EXTRACTION_FAILED' THEN 'FILE_DAMAGED'
    WHEN 'FILE_CORRUPT' THEN 'FILE_DAMAGED'
    WHEN 'FILE_CORRUPTED' THEN 'FILE_DAMAGED'
    WHEN 'EMPTY_FILE' THEN 'FILE_WITHOUT_TEXT'
    WHEN 'NO_TEXT_FOUND' THEN 'FILE_WITHOUT_TEXT'
    WHEN 'FILE_TOO_LARGE' THEN 'FILE_TOO_LARGE'
    ELSE code END
  WHERE state = 'attention' AND code = 'ENRICHMENT_FAILED';
UPDATE documents SET code = (SELECT code FROM uploads WHERE uploads.id = documents.upload_id)
  WHERE code = 'ENRICHMENT_FAILED' AND upload_id IS NOT NULL;
