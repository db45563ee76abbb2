import { randomUUID } from 'node:crypto';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makePrivateFolder } from '../data-folder/private-folder.ts';
import { syncFile } from '../data-folder/sync.ts';
import { closeToAll, type LedgerFacts } from '../ledger/copy-ledger.ts';
import { readIdentity } from '../ledger/identity-file.ts';
import { lockDataDirectory } from '../ledger/lock.ts';
import { finishLocked, openStage, type Stage } from './staged.ts';

/**
 * Takes a data folder, and has other files put in it, all or nothing. With another ledger among them, whoever
 * opens the folder next finds an older copy of its ledger, whatever that was: so each service is asked what it
 * holds before anything is sent (docs/adr/0002). Where there is none after that either, a lost one is found.
 *
 * @param prepare puts the files on the stage and says what the ledger among them is, if there is one
 * @returns where what was there lies now
 * @throws AppError `LEDGER_BUSY` while an agent or a command has the folder
 */
export async function putBack<T extends { readonly ledger: LedgerFacts | undefined }>(
  dataDirectory: string,
  suffix: string,
  prepare: (stage: Stage) => Promise<T>,
): Promise<T & { readonly kept: readonly string[] }> {
  makePrivateFolder(dataDirectory);
  const release = lockDataDirectory(dataDirectory);
  try {
    finishLocked(dataDirectory);
    const stage = openStage(dataDirectory);
    try {
      const prepared = await prepare(stage);
      const path = join(dataDirectory, 'ledger.sqlite');
      const [isHere, isTaken] = [existsSync(path), prepared.ledger !== undefined];
      if (isTaken || !isHere) stageIdentity(dataDirectory, stage, prepared.ledger);
      if (isTaken && isHere) closeToAll(path);
      return { ...prepared, kept: stage.commit(suffix) };
    } catch (error) {
      stage.discard();
      throw error;
    }
  } finally {
    release();
  }
}

/** A mark that this ledger has never had: what was sent since it was copied stands at the service alone. */
function stageIdentity(dataDirectory: string, stage: Stage, ledger: LedgerFacts | undefined): void {
  const identity = ledger?.identity;
  const told = readIdentity(dataDirectory);
  const here = typeof told === 'object' && told.ledger === identity?.ledger ? told.mark : 0;
  const next = {
    ledger: identity?.ledger ?? randomUUID(),
    mark: Math.max(identity?.mark ?? 0, here) + 1,
    teams: typeof told === 'object' ? told.teams : undefined,
  };
  writeFileSync(stage.at('ledger.json'), `${JSON.stringify(next)}\n`, { mode: 0o600 });
  syncFile(stage.at('ledger.json'));
}

/** The end of the names of what is moved aside. */
export function asideSuffix(what: 'before-restore' | 'before-rollback', now: number): string {
  return `${what}-${new Date(now).toISOString().replace(/\.\d+/, '').replaceAll(':', '-')}`;
}
