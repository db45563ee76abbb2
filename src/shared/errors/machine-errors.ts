import { entry } from './catalog-entry.ts';

/** This machine: what Sluice keeps on it, and how it is spoken to. */
export const machineErrors = {
  DISK_FULL: entry('data', 'free-space'),
  LEDGER_FAILED: entry('data', 'none'),
  LEDGER_BUSY: entry('busy', 'none'),
  PORT_TAKEN: entry('busy', 'none'),
  LEDGER_NEWER: entry('data', 'none'),
  LEDGER_CORRUPT: entry('data', 'none'),
  LEDGER_LOST: entry('data', 'none'),
  LEDGER_OLDER: entry('data', 'none'),
  LEDGER_FOREIGN: entry('data', 'none'),
  NOTES_DAMAGED: entry('data', 'none'),
  PROFILE_MOVED: entry('refused', 'edit-profile'),
  LEDGER_REBUILDING: entry('data', 'none'),
  DATA_FOLDER_OPEN: entry('data', 'none'),
  SETTINGS_CORRUPT: entry('data', 'none'),
  IMPORT_INVALID: entry('usage', 'none'),
  CONFIGURATION_REFUSED: entry('usage', 'none'),
  LEAVE_NEEDED: entry('refused', 'none'),
  NOT_HERE: entry('refused', 'none'),
  USAGE: entry('usage', 'none'),
  UNEXPECTED: entry('bug', 'retry'),
} as const;
