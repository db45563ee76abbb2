import { makeBackup } from '#core/backup/make-backup.ts';
import { restoreBackup } from '#core/backup/restore-backup.ts';
import { rollBack } from '#core/backup/roll-back.ts';

/** `node backup-child.ts make|restore|rollback DATA FILE`: to be killed on the way. */
const [what, dataDirectory = '', file = ''] = process.argv.slice(2);
if (what === 'make') await makeBackup({ dataDirectory, to: file, now: Date.now() });
if (what === 'restore') await restoreBackup({ dataDirectory, from: file, now: Date.now() });
if (what === 'rollback') await rollBack(dataDirectory, Date.now());
