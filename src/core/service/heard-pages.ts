import type { Clock } from '#core/ports/clock.ts';
import type { HeardList } from './hear-documents.ts';

/**
 * What is known of the time of pages that are read one after the other, each of which another machine of the
 * team may have asked for (`listHeard`). Ages are ms, times monotonic ms.
 *
 * @param maxAgeMs what was asked for so long before is as good as asking
 */
export function createHeardPages(clock: Pick<Clock, 'monotonic'>, maxAgeMs: number) {
  const begunAt = clock.monotonic();
  let notBefore = begunAt - maxAgeMs;
  let firstAskedAt: number | undefined;
  const ageOf = (askedAt: number | undefined) => (askedAt === undefined ? 0 : clock.monotonic() - askedAt);
  return {
    /** For the next page. */
    notBefore: () => notBefore,
    /** A page was read: how long ago it was true; undefined where nobody shares what they hear. */
    heard({ askedAt }: Pick<HeardList, 'askedAt'>): number | undefined {
      if (askedAt === undefined) return undefined;
      firstAskedAt ??= askedAt;
      // A page from before the one that was read would leave out what moved from that one to it.
      notBefore = Math.max(notBefore, askedAt);
      return ageOf(askedAt);
    },
    /** How long ago was asked for what came first: later than that nothing can be said to be missing. */
    ageMs: () => ageOf(firstAskedAt),
    /** How long before the first page was wanted another machine asked for it; 0 where none did. */
    heardMs: () => Math.max(0, begunAt - (firstAskedAt ?? begunAt)),
  };
}
