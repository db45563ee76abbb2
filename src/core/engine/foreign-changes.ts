import type { CoreContext } from './core-context.ts';

/** How often the ledger is asked whether another process wrote to it, ms. */
const everyMs = 500;

/**
 * Notices what other processes put into the ledger: `sluice upload` or `sluice retry` beside a running agent.
 */
export class ForeignChanges {
  readonly #context: CoreContext;
  readonly #onChange: () => Promise<void>;
  #cancel: (() => void) | undefined;
  #last: number | undefined;
  #isStopped = false;

  constructor(context: CoreContext, onChange: () => Promise<void>) {
    this.#context = context;
    this.#onChange = onChange;
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
    try {
      const version = this.#context.ledger.foreignVersion();
      if (version !== this.#last) await this.#onChange();
      this.#last = version;
    } catch (error) {
      this.#context.logger.warn('The ledger could not be looked at.', { error });
    }
    this.#plan();
  }
}
