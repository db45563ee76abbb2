import type { DatabaseSync } from 'node:sqlite';
import type { OriginName } from './origin-name.ts';

/** One request as it is kept: never a key, never the query of a pre-signed address. */
export interface RecordedRequest {
  /** Sandbox time, milliseconds since 1970. */
  time: number;
  origin: OriginName;
  method: string;
  path: string;
  /** The route with names in braces, or null where there is none. */
  route: string | null;
  /** 0 where no answer was sent. */
  status: number;
  /** Whose API key was sent: a user id, `unknown`, or null for none. */
  key: string | null;
  headerNames: string[];
  bytesIn: number;
  /** Real milliseconds. */
  durationMs: number;
  requestId: string;
  /** Kind of the fault that struck, or null. */
  fault: string | null;
}

/** What of the log is wanted; all given conditions must hold. */
export interface RequestFilter {
  origin?: OriginName;
  method?: string;
  /** Regular expression on the path. */
  path?: string;
  status?: number;
  /** Sandbox time in milliseconds: only requests at or after it. */
  since?: number;
  /** At most so many, the newest (default 1000). */
  limit?: number;
}

/** How many requests one route saw with one status. */
export interface RouteCount {
  origin: OriginName;
  method: string;
  route: string | null;
  status: number;
  count: number;
}

/** The log of every request; kept in SQLite, so memory stays flat. */
export interface Recorder {
  record(request: RecordedRequest): void;
  list(filter?: RequestFilter): RecordedRequest[];
  counts(filter?: RequestFilter): RouteCount[];
  /** Requests that carried an API key to the storage origin. */
  leakedKeys(): RecordedRequest[];
  /** Forgets every request. */
  clear(): void;
}

/**
 * Makes the log on a database that holds the `requests` table. A request is written before it is answered, so
 * that a sandbox killed at any moment knows every request somebody had an answer to.
 */
export function createRecorder(database: DatabaseSync): Recorder {
  const insert = database.prepare(
    `INSERT INTO requests (time, origin, method, path, route, status, key, header_names, bytes_in,
      duration_ms, request_id, fault)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const select = (columns: string, filter: RequestFilter, tail: string, ...more: number[]) => {
    const conditions: string[] = [];
    const values: (string | number)[] = [];
    for (const name of ['origin', 'method', 'status'] as const) {
      const value = filter[name];
      if (value === undefined) continue;
      conditions.push(`${name} = ?`);
      values.push(value);
    }
    if (filter.since !== undefined) {
      conditions.push('time >= ?');
      values.push(filter.since);
    }
    if (filter.path !== undefined) {
      conditions.push('matches(path, ?) = 1');
      values.push(filter.path);
    }
    const where = conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`;
    return database.prepare(`SELECT ${columns} FROM requests ${where} ${tail}`).all(...values, ...more);
  };

  return {
    record(one) {
      // The last requests of a sandbox that is stopping end after its database.
      if (!database.isOpen) return;
      const { time, origin, method, path, route, status, key, headerNames } = one;
      const rest = [one.bytesIn, one.durationMs, one.requestId, one.fault];
      insert.run(time, origin, method, path, route, status, key, headerNames.join(' '), ...rest);
    },
    list: (filter = {}) =>
      select('*', filter, 'ORDER BY sequence DESC LIMIT ?', filter.limit ?? 1000)
        .reverse()
        .map(fromRow),
    counts: (filter = {}) =>
      select(
        'origin, method, route, status, count(*) AS count',
        filter,
        'GROUP BY origin, method, route, status ORDER BY origin, route, method, status',
      ) as unknown as RouteCount[],
    leakedKeys() {
      const rows = database
        .prepare("SELECT * FROM requests WHERE origin = 'storage' AND key IS NOT NULL ORDER BY sequence")
        .all();
      return rows.map(fromRow);
    },
    clear() {
      database.exec('DELETE FROM requests');
    },
  };
}

function fromRow(row: Record<string, unknown>): RecordedRequest {
  return {
    time: row.time as number,
    origin: row.origin as OriginName,
    method: row.method as string,
    path: row.path as string,
    route: row.route as string | null,
    status: row.status as number,
    key: row.key as string | null,
    headerNames: (row.header_names as string).split(' ').filter((name) => name !== ''),
    bytesIn: row.bytes_in as number,
    durationMs: row.duration_ms as number,
    requestId: row.request_id as string,
    fault: row.fault as string | null,
  };
}
