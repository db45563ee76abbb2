import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { latestSchema, openDatabase } from './database.ts';
import { openOldLedger } from './testing/old-ledger.ts';
import { schemaOf } from './testing/schema-of.ts';

test('a new ledger is what all migrations make of nothing: else run `node scripts/ledger-schema.ts`', () => {
  const directory = mkdtempSync(join(tmpdir(), 'sluice-ledger-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  const migrated = openOldLedger(join(directory, 'migrated.sqlite'), latestSchema);
  const made = openDatabase(join(directory, 'made.sqlite'));
  onTestFinished(() => {
    migrated.close();
    made.close();
  });
  expect(schemaOf(made)).toEqual(schemaOf(migrated));
  const version = 'PRAGMA user_version';
  expect(made.statement(version).get()).toEqual(migrated.statement(version).get());
  const tables = made.statement("SELECT name FROM sqlite_schema WHERE type = 'table'").all();
  expect(tables.length).toBeGreaterThan(15);
  for (const { name } of tables) {
    // No migration brings rows: they could not stand in a schema.
    const rows = (from: typeof made) => from.statement(`SELECT count(*) AS n FROM "${name}"`).get();
    expect([name, rows(made), rows(migrated)]).toEqual([name, { n: 0 }, { n: 0 }]);
  }
});
