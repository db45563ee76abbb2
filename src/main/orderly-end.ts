import type { Event } from 'electron';

export interface OrderlyEndOptions {
  /** Ends what runs and takes a moment; undefined when nothing does (any more). */
  readonly stop: () => Promise<void> | undefined;
  readonly quit: () => void;
  readonly onFailure: (error: unknown) => void;
  /** Resolves when a session that ends is to be kept no longer. */
  readonly patience: () => Promise<void>;
}

/**
 * Lets the app end as it should: what is under way is ended first, and nothing stands in the system's way.
 */
export class OrderlyEnd {
  readonly #options: OrderlyEndOptions;
  #isQuitting = false;
  #isSessionEnding = false;
  #ending: Promise<void> | undefined;

  constructor(options: OrderlyEndOptions) {
    this.#options = options;
  }

  /** Whether the app ends, so that closing a window is closing it. */
  get isQuitting(): boolean {
    return this.#isQuitting;
  }

  /** For `before-quit`: the first one waits for the end of what runs, and quits then. */
  readonly beforeQuit = (event: Pick<Event, 'preventDefault'>): void => {
    this.#isQuitting = true;
    // On macOS this would tell the system that the app refuses, and the person stays signed in.
    if (this.#isSessionEnding || this.#ending !== undefined) return;
    const ending = this.#end();
    if (ending === undefined) return;
    event.preventDefault();
    void ending.then(this.#options.quit);
  };

  /**
   * For `shutdown` of the power monitor (macOS, Linux), which comes before `before-quit` when the person
   * signs out or the computer goes down. Prevented, it makes the system wait for the app to end by itself,
   * and not give up: https://www.electronjs.org/docs/latest/api/power-monitor#event-shutdown-linux-macos. On
   * macOS it also comes for "Quit" in the dock; all of it is right there too.
   */
  readonly sessionEnds = (event?: Pick<Event, 'preventDefault'>): void => {
    this.#isQuitting = true;
    this.#isSessionEnding = true;
    event?.preventDefault();
    const ending = this.#end() ?? Promise.resolve();
    // What is not at its end by then, the next start takes up as after any crash.
    void Promise.race([ending, this.#options.patience()]).then(this.#options.quit);
  };

  #end(): Promise<void> | undefined {
    this.#ending ??= this.#options.stop()?.catch(this.#options.onFailure);
    return this.#ending;
  }
}
