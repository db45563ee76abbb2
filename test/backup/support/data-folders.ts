import { createHash } from 'node:crypto';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openLedger } from '#core/ledger/open-ledger.ts';
import { defaultSettings } from '#shared/settings/settings.ts';
import { atTestEnd } from '../../support/at-test-end.ts';

/** A folder of the test's own. */
export function temporaryPlace(): string {
  const path = realpathSync(mkdtempSync(join(tmpdir(), 'sluice-backup-')));
  atTestEnd(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

/** What nobody may find in a backup. */
export const canary = 'canary-key-that-no-backup-holds';

/** A data folder with a ledger, settings, notes and a key, closed by whoever had it. */
export function dataFolder(place: string, name: string, facts: number): string {
  const directory = join(place, name);
  mkdirSync(directory, { mode: 0o700 });
  writeFileSync(
    join(directory, 'keys.json'),
    JSON.stringify({ version: 2, profiles: { p: { key: canary } } }),
  );
  addFacts(directory, name, facts);
  const settings = defaultSettings();
  settings.preferences.language = name;
  writeFileSync(join(directory, 'settings.json'), JSON.stringify(settings));
  return directory;
}

/** Writes into a ledger what can be told from what others write. */
export function addFacts(directory: string, name: string, facts: number): void {
  const { database, identity } = openLedger(directory, { now: 1, profiles: [] });
  const add = database.statement('INSERT OR REPLACE INTO facts (key, value) VALUES (?, ?)');
  database.transaction(() => {
    for (let number = 0; number < facts; number++)
      add.run(`test:${name}:${number}`, JSON.stringify('x'.repeat(200)));
  });
  identity.close();
  database.close();
}

/**
 * What each file of a data folder holds that counts: of a ledger all but how it writes its log and how often
 * it was written (SQLite's file format, 1.3).
 */
export function stateOf(directory: string): Record<string, string> {
  const counted = /^(ledger\.sqlite|ledger\.json|settings\.json|notes\.json|keys\.json)$/;
  return Object.fromEntries(
    readdirSync(directory)
      .filter((name) => counted.test(name))
      .map((name) => [name, hashOf(readFileSync(join(directory, name)), name === 'ledger.sqlite')]),
  );
}

function hashOf(bytes: Buffer, isLedger: boolean): string {
  if (isLedger)
    for (const [from, to] of [
      [18, 20],
      [24, 28],
      [92, 100],
    ] as const)
      bytes.fill(0, from, to);
  return createHash('sha256').update(bytes).digest('hex');
}
