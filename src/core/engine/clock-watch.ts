import type { Clock } from '#core/ports/clock.ts';
import type { Logger } from '#core/ports/logger.ts';
import type { Ledger } from '../ledger/sqlite-ledger.ts';

/** How often the clocks are compared, ms. */
const everyMs = 1_000;
/** Smaller steps are the system keeping its clock right, ms. */
const smallestJump = 5_000;

interface ClockChanges {
  /** Times in the ledger were set back with it. */
  readonly onBack: () => void;
  /** It ran ahead of the monotonic clock: the machine slept, or somebody set it. */
  readonly onAhead: () => void;
}

/**
 * Notices that the system clock was set back: times written down before would else be waited for as long as
 * it was set back. Set forward, or ahead because the machine slept, it needs nothing here: everything is
 * simply due.
 */
export class ClockWatch {
  readonly #clock: Clock;
  readonly #ledger: Ledger;
  readonly #logger: Logger;
  readonly #on: ClockChanges;
  #offset = 0;
  #cancel: (() => void) | undefined;

  constructor(clock: Clock, ledger: Ledger, logger: Logger, on: ClockChanges) {
    this.#clock = clock;
    this.#ledger = ledger;
    this.#logger = logger;
    this.#on = on;
  }

  /** Also finds a clock that was set back while nothing ran: by the newest time in the ledger. */
  start(): void {
    this.#offset = this.#clock.now() - this.#clock.monotonic();
    const newest = this.#ledger.uploads.newestChange();
    if (newest !== undefined) this.#settle(newest - this.#clock.now());
    this.#plan();
  }

  stop(): void {
    this.#cancel?.();
  }

  #plan(): void {
    this.#cancel = this.#clock.setTimer(everyMs, () => this.#look());
  }

  #look(): void {
    const offset = this.#clock.now() - this.#clock.monotonic();
    const back = this.#offset - offset;
    this.#offset = offset;
    this.#plan();
    if (-back >= smallestJump) this.#on.onAhead();
    try {
      this.#settle(back);
    } catch (error) {
      this.#logger.warn('Times could not be set back with the clock.', { error });
    }
  }

  #settle(back: number): void {
    if (back < smallestJump) return;
    this.#logger.warn('The clock of this machine was set back.', { milliseconds: Math.round(back) });
    this.#ledger.uploads.setBack(this.#clock.now(), back);
    this.#on.onBack();
  }
}
