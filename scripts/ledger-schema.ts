import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { latestSchema } from '#core/ledger/database.ts';
import { openOldLedger } from '#core/ledger/testing/old-ledger.ts';
import { schemaOf } from '#core/ledger/testing/schema-of.ts';

/**
 * Writes what all migrations together make of nothing, which is what a new ledger begins with. After a new
 * migration: `node scripts/ledger-schema.ts`.
 */
const directory = mkdtempSync(join(tmpdir(), 'sluice-schema-'));
const database = openOldLedger(join(directory, 'ledger.sqlite'), latestSchema);
const head =
  '-- Written by `node scripts/ledger-schema.ts` from the migrations; a new ledger begins with it.';
const file = new URL(`../src/core/ledger/migrations/${latestSchema}`, import.meta.url);
writeFileSync(file, `${head}\n\n${schemaOf(database).join(';\n\n')};\n`);
database.close();
rmSync(directory, { recursive: true });
