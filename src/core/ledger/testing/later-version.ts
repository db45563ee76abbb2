import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { places } from '../../places/places.ts';

/** Makes this process a later version of Sluice, with one more migration, until the returned function is called. */
export function becomeLaterVersion(): () => void {
  const migrations = places.migrations;
  const directory = mkdtempSync(join(tmpdir(), 'sluice-migrations-'));
  cpSync(migrations, directory, { recursive: true });
  writeFileSync(join(directory, '9999-later.sql'), 'CREATE TABLE later (id INTEGER PRIMARY KEY) STRICT;');
  const setMigrations = (url: URL) => Object.assign(places, { migrations: url });
  setMigrations(pathToFileURL(`${directory}/`));
  return () => {
    setMigrations(migrations);
    rmSync(directory, { recursive: true });
  };
}
