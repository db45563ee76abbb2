import { entry } from './catalog-entry.ts';

/** What became of an upload and its document, and what a person is to decide about it. */
export const uploadErrors = {
  ENRICHMENT_FAILED: entry('partial', 'retry'),
  FILE_TYPE_UNSUPPORTED: entry('partial', 'leave-out'),
  FILE_PROTECTED: entry('partial', 'mend'),
  FILE_DAMAGED: entry('partial', 'mend'),
  FILE_WITHOUT_TEXT: entry('partial', 'mend'),
  DOCUMENT_VANISHED: entry('partial', 'retry'),
  DOCUMENT_GONE: entry('partial', 'send-again'),
  DOCUMENT_NOT_ANSWERED: entry('partial', 'retry'),
  STATUS_STANDS_STILL: entry('partial', 'retry'),
  LEFT_OUT: entry('partial', 'edit-folder'),
  FOLDER_REMOVED: entry('partial', 'none'),
  OTHER_PROFILE: entry('partial', 'none'),
  CHANGED_FILE_ASKS: entry('partial', 'choose'),
  DELETE_CAP: entry('partial', 'choose'),
  CHOICE_PENDING: entry('partial', 'choose'),
  DUPLICATE_UNCERTAIN: entry('partial', 'choose'),
  DELETE_REFUSED: entry('partial', 'choose'),
  WAITS_FOR_MACHINE: entry('partial', 'none'),
  NOT_SENT_AGAIN: entry('partial', 'choose'),
  OLD_VERSION_KEPT: entry('partial', 'retry'),
  AFTER_UPLOAD_FAILED: entry('partial', 'retry'),
  ANNOTATED_NOT_SAVED: entry('partial', 'retry'),
  CANCELLED: entry('partial', 'retry'),
} as const;
