import { entry } from './catalog-entry.ts';

/** Local files and folders. */
export const fileErrors = {
  FILE_GONE: entry('localFile', 'none'),
  FILE_UNREADABLE: entry('localFile', 'retry'),
  NAMED_FILE_MISSING: entry('localFile', 'none'),
  NAMED_FILE_UNREADABLE: entry('localFile', 'none'),
  NAME_UNDECODABLE: entry('localFile', 'none'),
  NAMED_DATA_FOLDER: entry('localFile', 'none'),
  FILE_EMPTY: entry('localFile', 'none'),
  FILE_CHANGED: entry('localFile', 'none'),
  STILL_CHANGING: entry('localFile', 'upload-now'),
  NOT_A_FILE: entry('localFile', 'none'),
  FILE_IS_SECRET: entry('localFile', 'none'),
  FILE_BEHIND_LINK: entry('localFile', 'none'),
  FILE_SWAPPED: entry('localFile', 'none'),
  FOLDER_MISSING: entry('localFile', 'edit-folder'),
  FOLDER_UNREADABLE: entry('localFile', 'edit-folder'),
  NO_TRASH: entry('localFile', 'edit-folder'),
  DRIVE_MISSING: entry('localFile', 'retry'),
  DRIVE_NOT_ANSWERING: entry('localFile', 'none'),
} as const;
