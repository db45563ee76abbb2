import { type Clock, sleep } from '#core/ports/clock.ts';
import type { Logger } from '#core/ports/logger.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { fileIdentity } from '../data-folder/file-identity.ts';
import { createFailuresInRow } from '../service/failures-in-row.ts';

/** A start that failed is tried again after this, ms. */
const restartEveryMs = 30_000;

/** What happened to the ledger while it was open; `LEDGER_BUSY`: another agent took the folder. */
export type LedgerEnd = 'LEDGER_CORRUPT' | 'LEDGER_LOST' | 'LEDGER_BUSY';

const words: Record<LedgerEnd, string> = {
  LEDGER_CORRUPT: 'The ledger is damaged. Sluice starts again and rebuilds it.',
  LEDGER_BUSY: 'Another agent took the data folder after agent.lock was deleted. This one waits for its end.',
  LEDGER_LOST: 'The ledger was deleted or replaced. Sluice starts again and rebuilds it.',
};

interface Steps {
  readonly close: () => Promise<void>;
  readonly open: () => Promise<void>;
  readonly signal: AbortSignal;
}

/**
 * Stops everything and starts it again after the ledger was damaged, lost or taken under the running agent:
 * what is read from it or written to it from there on cannot be relied on. The start finds out what is wrong
 * and rebuilds.
 */
export class StartAgain {
  readonly #directory: string;
  readonly #clock: Clock;
  readonly #logger: Logger;
  #folder: string | undefined;
  #end: LedgerEnd | undefined;
  #running: Promise<void> | undefined;

  constructor(options: { readonly dataDirectory: string; readonly clock: Clock; readonly logger: Logger }) {
    this.#directory = options.dataDirectory;
    this.#clock = options.clock;
    this.#logger = options.logger;
  }

  /** The data folder is open. */
  opened(): void {
    this.#folder = fileIdentity(this.#directory);
  }

  /** What it starts again for, while it does. */
  end(): LedgerEnd | undefined {
    return this.#end;
  }

  /** Resolves when it has started again, or was ended. */
  async ended(): Promise<void> {
    await this.#running;
  }

  begin(end: LedgerEnd, steps: Steps): void {
    this.#end = end;
    this.#logger.error(words[end]);
    this.#running = this.#run(steps).finally(() => {
      this.#end = undefined;
      this.#running = undefined;
    });
  }

  async #run({ close, open, signal }: Steps): Promise<void> {
    // What met the damage goes on first, to write down what became of it as far as it can.
    await new Promise(setImmediate);
    await close();
    const failures = createFailuresInRow(this.#clock);
    while (!signal.aborted) {
      try {
        this.#assertSameFolder();
        await open();
        return;
      } catch (error) {
        if (failures.failed(error)) this.#logger.error('Sluice could not start again.', { error });
        await close();
        await sleep(this.#clock, restartEveryMs, signal).catch(() => undefined);
      }
    }
  }

  /**
   * Where the whole folder went, as with a drive that was unmounted, a rebuild would begin a second ledger
   * beside the one that comes back.
   */
  #assertSameFolder(): void {
    if (fileIdentity(this.#directory) === this.#folder) return;
    const path = this.#directory;
    throw new AppError('DATA_FOLDER_UNUSABLE', { said: (say) => say('detail.dataFolder.gone', { path }) });
  }
}
