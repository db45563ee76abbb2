import { entry } from './catalog-entry.ts';

/** Local files and folders. */
export const fileErrors = {
  FILE_GONE: entry(
    'localFile',
    'none',
    'The file is not there, or not any more.',
    'Sluice forgets it unless it comes back.',
    'Put it back to have it uploaded.',
  ),
  FILE_UNREADABLE: entry(
    'localFile',
    'retry',
    'The file cannot be read.',
    'Sluice tries again when it can be read.',
    'Check its permissions, or close the program that locks it.',
  ),
  NAME_UNDECODABLE: entry(
    'localFile',
    'none',
    'The name of the file is not text that this system can write, so it cannot be opened by it.',
    'Sluice takes it when it has another name.',
    'Rename the file.',
  ),
  FILE_EMPTY: entry(
    'localFile',
    'none',
    'The file is empty.',
    'Sluice uploads it when it has content.',
    'Nothing to do if it is meant to be empty.',
  ),
  FILE_CHANGED: entry(
    'localFile',
    'none',
    'The file changed while it was being uploaded.',
    'Sluice discards what was sent and starts again when it is quiet.',
    'Nothing to do.',
  ),
  STILL_CHANGING: entry(
    'localFile',
    'upload-now',
    'The file has not stopped changing.',
    'Sluice goes on watching it.',
    'Upload it now as it is, or wait.',
  ),
  NOT_A_FILE: entry(
    'localFile',
    'none',
    'This is not a file that can be uploaded.',
    'It is left out.',
    'Choose a regular file.',
  ),
  FILE_BEHIND_LINK: entry(
    'localFile',
    'none',
    'The file, or a folder on the way to it, is a link that may lead elsewhere.',
    'Sluice does not go through it: nothing is sent from there, moved there or deleted there.',
    'Put the file itself there instead of the link, or add it by its own path.',
  ),
  FOLDER_MISSING: entry(
    'localFile',
    'edit-folder',
    'The watch folder is not there.',
    'Nothing is deleted; Sluice goes on when it is back.',
    'Reconnect the drive, or change the path of the folder.',
  ),
  FOLDER_UNREADABLE: entry(
    'localFile',
    'edit-folder',
    'The folder cannot be read.',
    'Sluice tries again by itself; other folders go on.',
    'Check its permissions.',
  ),
  DRIVE_MISSING: entry(
    'localFile',
    'retry',
    'The folder or drive that holds the file is not there.',
    'The upload waits until it is back; nothing is lost.',
    'Reconnect the drive, or cancel the upload.',
  ),
  DRIVE_NOT_ANSWERING: entry(
    'localFile',
    'none',
    'The drive does not answer.',
    'Sluice goes on by itself when it answers again; nothing is lost or deleted, and other drives go on.',
    'Check the network and the computer that the drive is on.',
  ),
} as const;
