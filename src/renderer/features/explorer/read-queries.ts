import { isRecord } from '#shared/operations/is-record.ts';

export type QueriesRead =
  | { readonly ok: true; readonly queries: readonly unknown[] }
  /** Counted from 1. */
  | { readonly ok: false; readonly line: number };

/** The lines of a `.jsonl` file, each a query; empty lines do not count. */
export function readQueries(text: string): QueriesRead {
  const queries: unknown[] = [];
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    if (line.trim() === '') continue;
    try {
      const query: unknown = JSON.parse(line);
      if (!isRecord(query)) return { ok: false, line: index + 1 };
      queries.push(query);
    } catch {
      return { ok: false, line: index + 1 };
    }
  }
  return { ok: true, queries };
}
