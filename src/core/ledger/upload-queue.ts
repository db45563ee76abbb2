import type { Database } from './database.ts';
import { toUploadRow, type UploadRow } from './upload-row.ts';

export interface NextQuery {
  readonly profileId: string;
  readonly now: number;
  readonly limit: number;
  /** Uploads already under way in this process. */
  readonly exclude: ReadonlySet<number>;
  readonly pausedFolders: readonly string[];
  /** Everything is paused: only what was cancelled is still cleaned up. */
  readonly onlyCancelling?: boolean;
  /** Leaves large files for later when the slots for them are taken (U14). */
  readonly onlySmall?: boolean;
}

/** Those of a query that decide which lines move. */
type Moving = Pick<NextQuery, 'pausedFolders' | 'onlyCancelling'>;

/** Files above this leave room for small ones (U14), bytes; the column `large` of the ledger says which. */
export const largeFile = 16 * 1024 * 1024;

/**
 * Uploads of one line and size class that stand in one order: a seek finds the first, whatever waits
 * elsewhere.
 */
interface Rank {
  readonly line: string;
  readonly large: number;
  readonly lane: number;
}

interface Place {
  readonly id: number;
  readonly lane: number;
  readonly sortKey: number;
}

const ready = 'INDEXED BY uploads_ready WHERE profile_id = ?1 AND line IS NOT NULL AND not_before = 0';
const waiting = 'INDEXED BY uploads_waiting WHERE profile_id = ?1 AND line IS NOT NULL AND not_before <> 0';

/**
 * What the machine asks of the queue. Each question costs a few seeks for every folder that has something to
 * send, and nothing for what is paused or waits: with a million such rows it takes as long as with ten
 * (migration 0004).
 */
export function createUploadQueue({ statement }: Pick<Database, 'statement'>) {
  function linesIn(index: string, profileId: string): string[] {
    const seek = statement(`SELECT line FROM uploads ${index} AND line > ?2 ORDER BY line LIMIT 1`);
    const lines: string[] = [];
    for (let line = ''; ; ) {
      const found = seek.get(profileId, line) as { line: string } | undefined;
      if (!found) return lines;
      line = found.line;
      lines.push(line);
    }
  }

  /** The ranks of one line that have something waiting. */
  function waitingRanks(profileId: string, line: string): Rank[] {
    const seek = statement(
      `SELECT lane FROM uploads ${waiting} AND line = ?2 AND large = ?3 AND lane > ?4 ORDER BY lane LIMIT 1`,
    );
    const ranks: Rank[] = [];
    for (const large of [0, 1]) {
      for (let lane = -1; ; ) {
        const found = seek.get(profileId, line, large, lane) as { lane: number } | undefined;
        if (!found) break;
        lane = found.lane;
        ranks.push({ line, large, lane });
      }
    }
    return ranks;
  }

  function moving(lines: readonly string[], { pausedFolders, onlyCancelling = false }: Moving): string[] {
    if (onlyCancelling) return lines.filter((line) => line === 'cancelling');
    const paused = new Set(pausedFolders.map((id) => `folder:${id}`));
    return lines.filter((line) => !paused.has(line));
  }

  function readyPlaces(query: NextQuery, limit: number): Place[] {
    const first = statement(
      `SELECT id, lane, sort_key AS sortKey FROM uploads ${ready} AND line = ?2 AND large = ?3
        ORDER BY lane, sort_key LIMIT ?4`,
    );
    const classes = query.onlySmall ? [0] : [0, 1];
    return moving(linesIn(ready, query.profileId), query).flatMap((line) =>
      classes.flatMap((large) => first.all(query.profileId, line, large, limit) as unknown as Place[]),
    );
  }

  /** Of each rank those whose time came first. */
  function duePlaces(query: NextQuery, limit: number): Place[] {
    const first = statement(
      `SELECT id, lane, sort_key AS sortKey FROM uploads ${waiting} AND line = ?2 AND large = ?3 AND lane = ?4
         AND not_before <= ?5 ORDER BY not_before LIMIT ?6`,
    );
    const now = Math.round(query.now);
    return moving(linesIn(waiting, query.profileId), query)
      .flatMap((line) => waitingRanks(query.profileId, line))
      .filter(({ large }) => large === 0 || !query.onlySmall)
      .flatMap(
        ({ line, large, lane }) =>
          first.all(query.profileId, line, large, lane, now, limit) as unknown as Place[],
      );
  }

  return {
    /** What to do next, in order: manual, fresh, backlog; within a lane by sort key (U14). */
    next(query: NextQuery): UploadRow[] {
      const limit = query.limit + query.exclude.size;
      return [...readyPlaces(query, limit), ...duePlaces(query, limit)]
        .filter(({ id }) => !query.exclude.has(id))
        .sort((one, other) => one.lane - other.lane || one.sortKey - other.sortKey || one.id - other.id)
        .slice(0, query.limit)
        .map(({ id }) => toUploadRow(statement('SELECT * FROM uploads WHERE id = ?').get(id)));
    },

    /** The earliest time after `now` at which something of a line that moves becomes ready, or undefined. */
    nextWake(query: Moving & Pick<NextQuery, 'profileId' | 'now'>): number | undefined {
      const first = statement(
        `SELECT not_before AS at FROM uploads ${waiting} AND line = ?2 AND large = ?3 AND lane = ?4
          AND not_before > ?5
           ORDER BY not_before LIMIT 1`,
      );
      const now = Math.round(query.now);
      const times = moving(linesIn(waiting, query.profileId), query)
        .flatMap((line) => waitingRanks(query.profileId, line))
        .map(({ line, large, lane }) => first.get(query.profileId, line, large, lane, now))
        .filter((row) => row !== undefined)
        .map((row) => row.at as number);
      return times.length === 0 ? undefined : Math.min(...times);
    },

    /** Whether anything stands in a line that moves, now or later. */
    hasMore(profileId: string, pausedFolders: readonly string[], onlyCancelling = false): boolean {
      const lines = [...linesIn(ready, profileId), ...linesIn(waiting, profileId)];
      return moving(lines, { pausedFolders, onlyCancelling }).length > 0;
    },
  };
}
