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
 * Locks a data folder and puts other files into it, all or nothing. If a ledger is among them, the next start treats it
 * as an older copy, and if there is no ledger at all, as a lost one. In both cases Sluice asks each service what it has
 * before it uploads anything (docs/adr/0002).
 *
 * @param prepare puts the files on the stage and returns the facts about the ledger among them, if any
 * @returns the paths of the files that were replaced
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

/** Gives the ledger a mark that it never had, because only the service knows what was uploaded since the copy. */
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

/** Suffix of the names of files that are kept. */
export function asideSuffix(what: 'before-restore' | 'before-rollback', now: number): string {
  return `${what}-${new Date(now).toISOString().replace(/\.\d+/, '').replaceAll(':', '-')}`;
}
