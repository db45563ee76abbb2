import { copyFileSync, existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { AppError } from '#shared/errors/app-error.ts';
import { said } from '#shared/spoken/said.ts';
import { syncFile } from '../data-folder/sync.ts';
import { askAboutMissing, inspectLedger, schemaOf, uploadsSince } from '../ledger/copy-ledger.ts';
import { latestLedger } from '../ledger/database.ts';
import { asideSuffix, putBack } from './put-back.ts';

/** A copy of the ledger that was kept before an upgrade changed it. */
export interface OlderLedger {
  /** Absolute. */
  readonly path: string;
  /** How many migrations made it. */
  readonly schema: number;
  /** When it was copied, ms since the epoch. */
  readonly copiedAt: number;
  /** Uploads that came or went on since then; undefined where the ledger of now cannot be read. */
  readonly since: number | undefined;
}

/**
 * The copy to go back to: the newest from before an upgrade, among those that this version understands.
 *
 * @throws AppError `NO_OLDER_LEDGER` where there is none, `LEDGER_NEWER` where this version understands none
 */
export function findOlderLedger(dataDirectory: string, known: number = latestLedger()): OlderLedger {
  const path = join(dataDirectory, 'ledger.sqlite');
  const now = existsSync(path) ? schemaOf(path) : undefined;
  const copies = copiesIn(dataDirectory).filter(({ schema }) => now === undefined || schema < now);
  const [best] = copies
    .filter(({ schema }) => schema <= known)
    .sort((one, other) => other.schema - one.schema || other.copiedAt - one.copiedAt);
  if (best) return { ...best, since: uploadsSince(path, best.copiedAt) };
  const [newer] = copies;
  if (newer) {
    const values = { version: String(newer.schema), known: String(known) };
    throw new AppError('LEDGER_NEWER', { spoken: said('detail.newerVersion', values) });
  }
  throw new AppError('NO_OLDER_LEDGER', { detail: dataDirectory });
}

function copiesIn(dataDirectory: string): Omit<OlderLedger, 'since'>[] {
  const names = existsSync(dataDirectory) ? readdirSync(dataDirectory) : [];
  return names
    .filter((name) => /^ledger\.sqlite\.before-\d+$/.test(name))
    .flatMap((name) => {
      const path = join(dataDirectory, name);
      const schema = schemaOf(path);
      // What is no ledger is none to go back to.
      return schema === undefined || schema === 0 ? [] : [{ path, schema, copiedAt: statSync(path).mtimeMs }];
    });
}

export interface RolledBack {
  readonly older: OlderLedger;
  /** Where the ledger of now lies; absolute. */
  readonly kept: readonly string[];
}

/**
 * Puts a copy from before an upgrade in the ledger's place, whole or not at all. The copy stays where it is,
 * and what was there is kept.
 *
 * @param now wall time, ms since the epoch
 * @throws AppError as `findOlderLedger`; `BACKUP_DAMAGED`, `LEDGER_BUSY`, `DISK_FULL`
 */
export async function rollBack(dataDirectory: string, now: number): Promise<RolledBack> {
  // Before anything is made: a folder without a copy stays as it is.
  const older = findOlderLedger(dataDirectory);
  const { kept } = await putBack(dataDirectory, asideSuffix('before-rollback', now), async (stage) => {
    const path = stage.at('ledger.sqlite');
    copyFileSync(older.path, path);
    askAboutMissing(path);
    syncFile(path);
    return { ledger: inspectLedger(path) };
  });
  return { older, kept };
}
