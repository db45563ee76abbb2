/** The one button that goes with a failure. `none` is for what needs no person. */
export type ErrorAction =
  | 'retry'
  | 'set-key'
  | 'edit-profile'
  | 'edit-folder'
  | 'free-space'
  | 'upload-now'
  | 'choose'
  | 'open-file'
  | 'none';

/** Process exit codes of the agent, by class of failure (U16). */
export const exitCodes = {
  ok: 0,
  bug: 1,
  usage: 2,
  refused: 3,
  authorization: 4,
  unreachable: 5,
  partial: 6,
  localFile: 7,
  busy: 8,
  data: 9,
} as const;

export type ExitClass = keyof typeof exitCodes;

export interface ErrorDescription {
  /** What happened, for a person. */
  readonly happened: string;
  /** What Sluice does next. */
  readonly next: string;
  /** What the person can do. */
  readonly remedy: string;
  readonly action: ErrorAction;
  readonly exit: ExitClass;
}

function entry(
  exit: ExitClass,
  action: ErrorAction,
  happened: string,
  next: string,
  remedy: string,
): ErrorDescription {
  return { happened, next, remedy, action, exit };
}

const waits = 'Sluice tries again by itself.';
const stops = 'Sluice leaves it until you decide.';

/** Every code Sluice decides by, with its sentences. Code is decided by, sentences are only shown. */
export const errorCatalog = {
  // The service and the way to it.
  KEY_MISSING: entry(
    'authorization',
    'set-key',
    'No API key is set for this profile.',
    'Uploads wait.',
    'Set a key: SLUICE_API_KEY, or `sluice key set`.',
  ),
  KEY_REJECTED: entry(
    'authorization',
    'set-key',
    'The service did not accept the API key.',
    'Uploads wait; nothing is lost.',
    'Check the key and set it again.',
  ),
  KEY_STORE_UNREADABLE: entry(
    'authorization',
    'none',
    'The place where the API key is kept cannot be read.',
    'Uploads wait; Sluice looks again by itself.',
    'Unlock the keychain, or check the permissions of the key file.',
  ),
  KEY_NOT_FOR_THIS_ADDRESS: entry(
    'authorization',
    'set-key',
    'The API key was given for another address than the one this profile has now.',
    'Uploads wait; the key is not sent there.',
    'If the new address is right, set the key again, or run `sluice key allow`.',
  ),
  INSECURE_ADDRESS: entry(
    'usage',
    'edit-profile',
    'The address is not https, so anybody on the way could read the key and the documents.',
    'Nothing is sent there.',
    'Use an https address, or accept the risk for this profile in words.',
  ),
  ADDRESS_REFUSED: entry(
    'refused',
    'edit-profile',
    'Sluice sends nothing to this address and fetches nothing from it.',
    'Uploads wait; nothing is lost.',
    'Check the address of the profile; ask who runs the service if it gave the address.',
  ),
  NOT_PERMITTED: entry(
    'authorization',
    'edit-profile',
    'The service does not allow this with your key.',
    stops,
    'Ask the owner of the document or connector, or use another key.',
  ),
  QUOTA_EXHAUSTED: entry(
    'authorization',
    'none',
    'The subscription has no units left for this.',
    'Uploads wait; nothing is lost.',
    'Ask who manages the subscription, then retry.',
  ),
  NO_SUCH_OPERATION: entry(
    'refused',
    'edit-profile',
    'This deployment of the service does not have this operation.',
    'Sluice goes on without it where it can.',
    'Check the addresses of the profile.',
  ),
  UNREACHABLE: entry(
    'unreachable',
    'retry',
    'The service cannot be reached.',
    waits,
    'Check the network and the address of the profile.',
  ),
  TIMED_OUT: entry(
    'unreachable',
    'retry',
    'The service did not answer in time.',
    waits,
    'Check the network; retry to try at once.',
  ),
  CONNECTION_LOST: entry(
    'unreachable',
    'retry',
    'The connection broke before the answer came.',
    waits,
    'Nothing to do unless it goes on; retry to try at once.',
  ),
  TLS_FAILED: entry(
    'unreachable',
    'edit-profile',
    'A secure connection to the service could not be made.',
    waits,
    'Check the address, the clock of this machine and the proxy.',
  ),
  SERVICE_FAILED: entry(
    'unreachable',
    'retry',
    'The service had an error of its own.',
    waits,
    'Nothing to do unless it goes on; retry to try at once.',
  ),
  RATE_LIMITED: entry(
    'unreachable',
    'none',
    'The service asked Sluice to slow down.',
    'Sluice waits as long as it was asked to.',
    'Lower the requests a minute of the profile if others use the same key.',
  ),
  BAD_ANSWER: entry(
    'unreachable',
    'retry',
    'The answer was not what the service promises.',
    waits,
    'Check that the address is the service itself and not a proxy or sign-in page.',
  ),
  BLOCKED_BY_FIREWALL: entry(
    'unreachable',
    'edit-profile',
    'A web page answered instead of the service, as a firewall or sign-in page does.',
    waits,
    'Ask your network administrator to allow the service.',
  ),
  REFUSED_AS_INVALID: entry(
    'refused',
    'edit-folder',
    'The service refused the request as invalid.',
    stops,
    'Change what the message names, then retry.',
  ),
  UNKNOWN_TAG: entry(
    'refused',
    'edit-folder',
    'The service does not know one of the tags.',
    stops,
    'Choose existing tags, or switch between tag ids and names in the profile, then retry.',
  ),
  DOCUMENT_NOT_FOUND: entry(
    'refused',
    'none',
    'The service has no such document.',
    'Sluice marks it as gone.',
    'Upload it again if you need it.',
  ),
  NOT_FOUND: entry(
    'refused',
    'none',
    'The service has nothing under this id.',
    'Nothing was changed.',
    'Check the id.',
  ),
  CONFLICT: entry(
    'refused',
    'retry',
    'The service says this conflicts with what it holds.',
    stops,
    'Look at the current state, then retry.',
  ),
  DOWNLOAD_TOO_LARGE: entry(
    'refused',
    'none',
    'What was fetched grows beyond all measure when it is unpacked.',
    'What came of it is removed.',
    'Ask who runs the service what this document is.',
  ),
  FILE_TOO_LARGE: entry(
    'refused',
    'edit-folder',
    'The file is larger than the service or the folder accepts.',
    stops,
    'Split or shrink the file, or raise the limit of the folder.',
  ),
  // The upload address.
  ADDRESS_USED_OR_EXPIRED: entry(
    'unreachable',
    'retry',
    'The upload address had been used or had expired.',
    'Sluice looks whether the file landed and asks for a new address if not.',
    'Nothing to do.',
  ),
  STORAGE_REFUSED: entry(
    'refused',
    'retry',
    'The storage host refused the file.',
    waits,
    'Retry; if it goes on, check proxies that add headers.',
  ),
  NOT_INTACT: entry(
    'unreachable',
    'retry',
    'What arrived is not what was sent.',
    'Sluice discards it and sends the file again.',
    'Nothing to do unless it goes on.',
  ),
  // What became of the document.
  ENRICHMENT_FAILED: entry(
    'partial',
    'retry',
    'The service could not process the document.',
    stops,
    'Open the file to see whether it is damaged or protected; retry to send it again.',
  ),
  DOCUMENT_VANISHED: entry(
    'partial',
    'retry',
    'The document disappeared from the service before it was finished.',
    stops,
    'Retry to send it again.',
  ),
  DOCUMENT_NOT_ANSWERED: entry(
    'partial',
    'retry',
    'The service does not say how far this document is.',
    'Sluice goes on asking, less and less often.',
    'Check that the key is of the account that uploaded it; retry to ask at once.',
  ),
  STATUS_STANDS_STILL: entry(
    'partial',
    'retry',
    'The service has said the same about this document for long.',
    'Sluice goes on asking, less and less often.',
    'Look at the document at the service; retry to ask at once.',
  ),
  // Local files and folders.
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
  LEFT_OUT: entry(
    'partial',
    'edit-folder',
    'Its watch folder leaves this file out now, so it was not sent.',
    'Sluice sends it when the folder takes it again.',
    'Change the rules of the folder if it is to be sent.',
  ),
  FOLDER_REMOVED: entry(
    'partial',
    'none',
    'Its watch folder was removed before the file was sent.',
    'It is not sent.',
    'Add the folder again, or upload the file by hand.',
  ),
  OTHER_PROFILE: entry(
    'partial',
    'none',
    'The file belongs to a watch folder of another profile now.',
    'It is uploaded there instead.',
    'Nothing to do.',
  ),
  CHANGED_FILE_ASKS: entry(
    'partial',
    'choose',
    'The file has new content and this folder asks what to do then.',
    stops,
    'Choose: a new document, or replace the old one.',
  ),
  DELETE_CAP: entry(
    'partial',
    'choose',
    'These files vanished together: more than this folder may delete remotely, most of it, or all.',
    'Nothing is deleted.',
    'Confirm, or put the files back.',
  ),
  CHOICE_PENDING: entry(
    'partial',
    'choose',
    'The folder holds files from before it was added, and waits for your choice.',
    stops,
    'Choose the files to upload.',
  ),
  DUPLICATE_UNCERTAIN: entry(
    'partial',
    'choose',
    'The ledger was rebuilt, and the service cannot say whether it already has this file.',
    'It is held back, so that nothing is uploaded twice.',
    'Upload it, or mark it as already there.',
  ),
  DELETE_REFUSED: entry(
    'partial',
    'choose',
    'The document was to be deleted, and the service did not do it.',
    'It is still there. Sluice counts it as yours, so that the file is not uploaded a second time.',
    'Keep the document, or ask who may delete it and delete it again.',
  ),
  NOT_SENT_AGAIN: entry(
    'partial',
    'choose',
    'The file was to be sent again, and the service did not delete what the earlier try left there.',
    'Nothing is sent, because that would make a second document.',
    'Keep the document that is there, or ask who may delete it and delete it again.',
  ),
  OLD_VERSION_KEPT: entry(
    'partial',
    'retry',
    'A newer version of this file is in, and the service did not delete this one.',
    'Both documents are there; the file and its newer document are as they should be.',
    'Ask who may delete it, then retry; or delete the older document yourself.',
  ),
  AFTER_UPLOAD_FAILED: entry(
    'partial',
    'retry',
    'The document is in, but the file could not be moved or deleted afterwards.',
    'The file stays where it is.',
    'Check permissions and space, then retry.',
  ),
  // This machine.
  DISK_FULL: entry(
    'data',
    'free-space',
    'The disk is full.',
    'Sluice pauses and tries again.',
    'Free some space.',
  ),
  LEDGER_FAILED: entry(
    'data',
    'none',
    'The ledger, in which Sluice writes down every step, cannot be read or written.',
    'Nothing is sent that could not be written down; Sluice tries again by itself.',
    'Check the disk of the data folder and its permissions.',
  ),
  LEDGER_BUSY: entry(
    'busy',
    'none',
    'Another agent is using this data folder.',
    'This one stops.',
    'Stop the other agent, or use another data folder.',
  ),
  LEDGER_NEWER: entry(
    'data',
    'none',
    'The ledger was written by a newer version of Sluice.',
    'Nothing was changed.',
    'Update Sluice.',
  ),
  LEDGER_CORRUPT: entry(
    'data',
    'none',
    'The ledger was damaged.',
    'It was set aside and rebuilt from the folders and the service.',
    'Nothing to do; the damaged file is kept.',
  ),
  LEDGER_LOST: entry(
    'data',
    'none',
    'The ledger was not there any more.',
    'A new one is built from the folders and the service; nothing is sent before the service has said what it holds.',
    'Nothing to do. If you have the old file, stop Sluice and put it back.',
  ),
  LEDGER_OLDER: entry(
    'data',
    'none',
    'An older copy of the ledger was put in its place.',
    'What it does not know is asked of the service before anything is sent.',
    'Nothing to do.',
  ),
  LEDGER_FOREIGN: entry(
    'data',
    'none',
    'The ledger in this data folder belongs to another one.',
    'It was set aside; a new one is built from the folders and the service.',
    'Nothing to do; the file is kept. Copy whole data folders, not ledgers alone.',
  ),
  PROFILE_MOVED: entry(
    'refused',
    'edit-profile',
    'The profile leads to another address than the one its documents were sent to.',
    'Nothing is sent before you say whether it is the same service.',
    'Say so in the settings, or with `sluice ledger service`.',
  ),
  LEDGER_REBUILDING: entry(
    'data',
    'none',
    'Sluice is asking the service what it holds already.',
    'Nothing is sent before that is known; what is there already is recognised by its bytes.',
    'Nothing to do. `sluice ledger start-fresh` goes on without it, if the service holds nothing of yours.',
  ),
  DATA_FOLDER_OPEN: entry(
    'data',
    'none',
    'Other users of this machine can read what Sluice keeps.',
    'Sluice could not close it and goes on.',
    'Give the data folder to your own user and close it for others (chmod 700), or use another one.',
  ),
  SETTINGS_CORRUPT: entry(
    'data',
    'none',
    'The settings could not be read.',
    'They were set aside; Sluice starts with defaults.',
    'Restore the file that was set aside, or set up again.',
  ),
  IMPORT_INVALID: entry(
    'usage',
    'none',
    'This file holds no settings that Sluice can take over.',
    'Nothing was changed.',
    'Choose a file that Sluice exported, not from a newer version.',
  ),
  LEAVE_NEEDED: entry(
    'refused',
    'none',
    'A page asks for a place or for something that takes files away, and nobody allowed that outside of the page.',
    'Nothing was done.',
    'Allow it when Sluice asks: in a dialog of its own, or in the terminal that runs `sluice ui`.',
  ),
  CANCELLED: entry(
    'partial',
    'retry',
    'The upload was cancelled.',
    'Nothing of it is kept at the service.',
    'Retry to upload it after all.',
  ),
  USAGE: entry(
    'usage',
    'none',
    'The command was not understood.',
    'Nothing was changed.',
    'See the help of the command.',
  ),
  UNEXPECTED: entry(
    'bug',
    'retry',
    'Something happened that Sluice did not expect.',
    'The item is left as it is.',
    'Retry; if it goes on, report it with the diagnostics.',
  ),
} as const satisfies Record<string, ErrorDescription>;

export type ErrorCode = keyof typeof errorCatalog;

export function isErrorCode(value: string): value is ErrorCode {
  return Object.hasOwn(errorCatalog, value);
}
