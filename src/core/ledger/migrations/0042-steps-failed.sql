-- Uploads that ended, and whose last step failed: health counts them after each change.
CREATE INDEX uploads_steps_failed ON uploads (profile_id, folder_id, code)
  WHERE (code = 'AFTER_UPLOAD_FAILED' OR code = 'ANNOTATED_NOT_SAVED' OR code = 'OLD_VERSION_KEPT')
    AND (state = 'completed' OR state = 'duplicate');
