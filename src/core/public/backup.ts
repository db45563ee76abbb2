/** Backups of the data folder, and the way back; a file of its own, because few commands need them. */
export { makeBackup } from '#core/backup/make-backup.ts';
export { lookAtBackup, restoreBackup } from '#core/backup/restore-backup.ts';
export { findOlderLedger, rollBack } from '#core/backup/roll-back.ts';
