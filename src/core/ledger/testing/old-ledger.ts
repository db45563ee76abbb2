import { copyFileSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Database, openDatabase } from '../database.ts';

const migrations = new URL('../migrations/', import.meta.url);

/** A ledger as it was before a migration, such as `0006`; opened without more it is migrated. */
export function openOldLedger(path: string, before: string): Database {
  const folder = join(path, `../before-${before}/`);
  mkdirSync(folder);
  for (const name of readdirSync(migrations).filter((one) => one < before))
    copyFileSync(new URL(name, migrations), join(folder, name));
  return openDatabase(path, { migrations: pathToFileURL(folder) });
}
