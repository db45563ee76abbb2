import type { Team } from '#core/ports/team.ts';
import { failed } from './answer.ts';
import type { StorageArea } from './storage.ts';

type Putting = Pick<StorageArea, 'put'>;

/**
 * PUTs that no upload of the queue makes, such as the queries of a batch: each in a place of the team, and
 * cut off before the place is somebody else's. Where nobody else sends, they go as they are.
 */
export function putInPlaces(
  storage: Putting,
  teamNow: () => Pick<Team, 'isAlone' | 'place'> | undefined,
): Putting {
  return {
    async put(address, body, options = {}) {
      const team = teamNow();
      if (team === undefined || team.isAlone) return storage.put(address, body, options);
      const waits = options.signal ?? new AbortController().signal;
      const place = await team.place(waits);
      try {
        const signal = AbortSignal.any([waits, place.lost]);
        return await storage.put(address, body, { ...options, signal });
      } catch (error) {
        if (waits.aborted || !place.lost.aborted) throw error;
        return failed('TEAM_UNREACHABLE', 'retry', { maybeDone: true });
      } finally {
        place.leave();
      }
    },
  };
}
