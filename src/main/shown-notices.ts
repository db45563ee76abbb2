/** The part of Electron's `Notification` that is used. */
export interface ShownNotice {
  on(event: 'click' | 'close' | 'failed', listener: () => void): unknown;
  show(): void;
}

/** Notifications kept at once: not every system tells that one was closed. */
const mostKept = 20;

/**
 * Shows notifications and keeps each until it is clicked or closed. One that nothing refers to is collected,
 * and its click does nothing then (https://github.com/electron/electron/issues/16922).
 */
export class ShownNotices {
  readonly #kept = new Set<ShownNotice>();

  show(notice: ShownNotice, clicked: () => void): void {
    const forget = () => void this.#kept.delete(notice);
    notice.on('click', () => {
      forget();
      clicked();
    });
    notice.on('close', forget);
    notice.on('failed', forget);
    this.#kept.add(notice);
    for (const oldest of this.#kept) {
      if (this.#kept.size <= mostKept) break;
      this.#kept.delete(oldest);
    }
    notice.show();
  }
}
