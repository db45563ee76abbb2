import type { Clock } from '#core/ports/clock.ts';
import { sameKeyEveryMs } from './governor-policy.ts';

/** The key that the service rejected, and whether the one there is now is worth a request. */
export interface RejectedKey {
  /** The key of now was rejected. */
  note(): void;
  /** It is to be tried whatever it is. */
  forget(): void;
  /**
   * True where the key changed, where a minute has passed, since somebody may have allowed it again, and
   * where there is none to compare.
   */
  isWorthATry(): Promise<boolean>;
}

export function createRejectedKey(clock: Clock, getKey: () => Promise<string | undefined>): RejectedKey {
  let rejected: string | undefined;
  let triedAt = Number.NEGATIVE_INFINITY;
  return {
    note() {
      triedAt = clock.monotonic();
      rejected = undefined;
      void getKey().then(
        (key) => {
          rejected = key;
        },
        () => undefined,
      );
    },
    forget() {
      triedAt = Number.NEGATIVE_INFINITY;
    },
    async isWorthATry() {
      const key = await getKey().catch(() => undefined);
      if (key === undefined || key.trim() === '') return true;
      if (key === rejected && clock.monotonic() - triedAt < sameKeyEveryMs) return false;
      rejected = key;
      triedAt = clock.monotonic();
      return true;
    },
  };
}
