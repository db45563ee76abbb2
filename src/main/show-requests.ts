/** What somebody asked to be shown; without a route, the window as it is. */
export interface ShowRequest {
  readonly route: string | undefined;
}

/**
 * What is to be shown: at once where there is a window, and else as soon as there is one. On macOS the link
 * that starts the app comes before the app is ready
 * (https://www.electronjs.org/docs/latest/api/app#event-open-url-macos).
 */
export class ShowRequests {
  #show: ((route: string | undefined) => void) | undefined;
  #waiting: ShowRequest | undefined;

  ask(route?: string): void {
    if (this.#show !== undefined) this.#show(route);
    // Who asks for the window only takes no link away.
    else this.#waiting = { route: route ?? this.#waiting?.route };
  }

  /** What waits, once: for who makes the window. */
  take(): ShowRequest | undefined {
    const waiting = this.#waiting;
    this.#waiting = undefined;
    return waiting;
  }

  /** From now on requests are answered so, the one that waits first. */
  answerWith(show: (route: string | undefined) => void): void {
    this.#show = show;
    const waiting = this.take();
    if (waiting !== undefined) show(waiting.route);
  }
}
