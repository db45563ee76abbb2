import { type Clock, sleep } from '#core/ports/clock.ts';
import { AppError } from '#shared/errors/app-error.ts';
import type { ErrorCode } from '#shared/errors/catalog.ts';
import type { Logger } from '#core/ports/logger.ts';
import { type AgentReport, openAgentReport } from './health/agent-report.ts';
import { type Holder, lockDataDirectory, lockIdentity, thisProcess } from '../ledger/lock.ts';
import {
  type LedgerLoss,
  type OpenedLedger,
  type OpenLedgerOptions,
  openLedger,
  openLedgerBeside,
} from '../ledger/open-ledger.ts';

/** How each loss is told. */
export const lossCodes: Record<LedgerLoss, ErrorCode> = {
  missing: 'LEDGER_LOST',
  empty: 'LEDGER_LOST',
  damaged: 'LEDGER_CORRUPT',
  older: 'LEDGER_OLDER',
  foreign: 'LEDGER_FOREIGN',
};

/**
 * A command that makes or migrates the ledger holds the lock for a moment: tried so often, so far apart,
 * before it is an agent's.
 */
const tries = 5;
const apartMs = 100;

/** @throws AppError `LEDGER_BUSY` */
async function lockPatiently(directory: string, engine: Holder['engine'], clock: Clock): Promise<() => void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return lockDataDirectory(directory, engine);
    } catch (error) {
      if (attempt >= tries || !isBusy(error)) throw error;
      await sleep(clock, apartMs);
    }
  }
}

export interface TakenFolder {
  readonly report: AgentReport;
  /**
   * Locks the folder again if only the file of the lock was deleted.
   *
   * @param isLedgerThere whether the ledger is in its place; if it is not, Sluice reports its loss instead
   * @throws AppError `LEDGER_BUSY` if another process took the folder meanwhile
   */
  readonly hold: (isLedgerThere: () => boolean) => void;
  readonly release: () => void;
}

/**
 * Takes the data folder for an engine, and leaves a first report: from here on the agent has to be heard of.
 * `release` ends both.
 *
 * @throws AppError `LEDGER_BUSY`
 */
export async function takeDataFolder(
  directory: string,
  engine: Holder['engine'],
  { clock, logger }: { readonly clock: Clock; readonly logger: Logger },
): Promise<TakenFolder> {
  const locks = [await lockPatiently(directory, engine, clock)];
  let lock = lockIdentity(directory);
  const report = openAgentReport(directory, thisProcess(engine), clock.now);
  try {
    report.leave(null);
  } catch (error) {
    logger.warn('The health report could not be written.', { error });
  }
  const release = () => {
    report.close();
    for (const unlock of locks) unlock();
  };
  const hold = (isLedgerThere: () => boolean) => {
    if ([lock, 'unknown'].includes(lockIdentity(directory)) || !isLedgerThere()) return;
    locks.push(lockDataDirectory(directory, engine));
    lock = lockIdentity(directory);
    logger.warn('The file agent.lock was deleted or replaced. Sluice locked its data folder again.');
  };
  return { report, hold, release };
}

/**
 * The ledger for a process that runs no engine: as it is where it fits, else made, migrated or rebuilt under
 * the lock first, which is given back at once.
 *
 * @throws AppError `LEDGER_BUSY` when it does not fit and an agent holds it: one of an older version, or one
 *   whose ledger was lost
 */
export async function openBeside(
  directory: string,
  options: OpenLedgerOptions,
  clock: Clock,
): Promise<Omit<OpenedLedger, 'identity'>> {
  let found: Omit<OpenedLedger, 'identity' | 'database'> = { loss: null, damagedNotes: null };
  for (let attempt = 1; ; attempt++) {
    const database = openLedgerBeside(directory, options);
    if (database) return { database, ...found };
    try {
      const { loss, damagedNotes } = makeFit(directory, options);
      found = { loss: loss ?? found.loss, damagedNotes: damagedNotes ?? found.damagedNotes };
    } catch (error) {
      if (!isBusy(error)) throw error;
      if (attempt < tries) await sleep(clock, apartMs);
      else {
        const detail = `${error.detail}; the ledger must be brought up to date or rebuilt first, which only it may do`;
        throw new AppError('LEDGER_BUSY', { detail, cause: error });
      }
    }
  }
}

function makeFit(directory: string, options: OpenLedgerOptions): Pick<OpenedLedger, 'loss' | 'damagedNotes'> {
  const release = lockDataDirectory(directory);
  try {
    const { database, identity, loss, damagedNotes } = openLedger(directory, options);
    identity.close();
    database.close();
    return { loss, damagedNotes };
  } finally {
    release();
  }
}

function isBusy(error: unknown): error is AppError {
  return error instanceof AppError && error.code === 'LEDGER_BUSY';
}
