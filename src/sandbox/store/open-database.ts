import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { schema } from './schema.ts';

/** Opens (and where needed makes) the sandbox's database in a folder. */
export function openDatabase(directory: string): DatabaseSync {
  const database = new DatabaseSync(join(directory, 'sandbox.sqlite'));
  // A killed process loses nothing so; only a power cut could, which a sandbox may.
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF; PRAGMA cache_size = -32000');
  database.function('matches', { deterministic: true }, (text, expression) =>
    new RegExp(String(expression)).test(String(text)) ? 1 : 0,
  );
  database.exec(schema);
  return database;
}
