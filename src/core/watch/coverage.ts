import type { Coverage } from '#shared/bridge/folders.ts';
import type { Database } from '../ledger/database.ts';

/** Counts of a folder that always add up: seen = searchable + in progress + ignored + needs attention. */
export function coverageOf(_database: Database, _folderId: string): Coverage {
  throw new Error('being written');
}
