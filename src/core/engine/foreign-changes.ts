import { AppError } from '#shared/errors/app-error.ts';
import { createFailuresInRow, type FailuresInRow } from '../service/failures-in-row.ts';
import type { CoreContext } from './core-context.ts';
import type { TakenFolder } from './open-data-folder.ts';
import type { LedgerEnd } from './start-again.ts';

/** How often the ledger is asked whether another process wrote to it, ms. */
const everyMs = 500;
/** How often its files are compared with those at their paths, ms. */
const filesEveryMs = 30_000;

/**
 * Notices what others do with the ledger: `sluice upload` or `sluice retry` beside a running agent writes to
 * it, and somebody may delete or replace its files, or that of the lock.
 */
export class ForeignChanges {
  readonly #context: CoreContext;
  readonly #hold: TakenFolder['hold'];
  readonly #onLost: (end: LedgerEnd) => void;
  readonly #onChange: () => Promise<void>;
  readonly #failures: FailuresInRow;
  #cancel: (() => void) | undefined;
  #last: number | undefined;
  /** When the files were compared last, monotonic ms. */
  #comparedAt: number;
  #isStopped = false;

  constructor(
    context: CoreContext,
    hold: TakenFolder['hold'],
    onLost: (end: LedgerEnd) => void,
    onChange: () => Promise<void>,
  ) {
    this.#context = context;
    this.#hold = hold;
    this.#onLost = onLost;
    this.#onChange = onChange;
    this.#failures = createFailuresInRow(context.clock);
    this.#comparedAt = context.clock.monotonic();
  }

  /** Call before anything reads the queue: what is written from now on is noticed. */
  start(): void {
    this.#last = this.#context.ledger.foreignVersion();
    this.#plan();
  }

  stop(): void {
    this.#isStopped = true;
    this.#cancel?.();
  }

  #plan(): void {
    if (this.#isStopped) return;
    this.#cancel = this.#context.clock.setTimer(everyMs, () => void this.#look());
  }

  async #look(): Promise<void> {
    const { ledger, logger } = this.#context;
    try {
      if (this.#isLost()) this.#onLost('LEDGER_LOST');
      this.#keepLock();
      const version = ledger.foreignVersion();
      if (version !== this.#last) await this.#onChange();
      this.#last = version;
      this.#failures.succeeded();
    } catch (error) {
      if (this.#failures.failed(error)) logger.warn('The ledger could not be looked at.', { error });
    }
    this.#plan();
  }

  #keepLock(): void {
    try {
      this.#hold(this.#context.database.isInPlace);
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'LEDGER_BUSY') throw error;
      this.#onLost('LEDGER_BUSY');
    }
  }

  #isLost(): boolean {
    const { clock, database } = this.#context;
    if (clock.monotonic() - this.#comparedAt < filesEveryMs) return false;
    this.#comparedAt = clock.monotonic();
    return !database.isInPlace();
  }
}
