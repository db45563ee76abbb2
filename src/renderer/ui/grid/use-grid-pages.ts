import { useQueries } from '@tanstack/react-query';
import { useRef } from 'react';

/** Rows that are asked for as they come into sight. */
interface PagedRows<Row> {
  /** Another key is another list, which begins at its top. */
  readonly key: string;
  /** Rows asked for at once. */
  readonly pageSize: number;
  /** By which the answer for these rows is cached. */
  readonly queryKey: (offset: number, limit: number) => readonly unknown[];
  readonly load: (offset: number, limit: number) => Promise<{ readonly rows: readonly Row[] }>;
}

/** Rows that the page has anyway. */
interface KnownRows<Row> {
  readonly key: string;
  readonly rows: readonly Row[];
}

/** Where a grid has its rows from. */
export type GridSource<Row> = PagedRows<Row> | KnownRows<Row>;

/** Rows of a range are asked for in parts of this size; the most the bridge gives. */
const mostAtOnce = 1_000;

/** Which pages hold the rows from `first` to `last`. */
function pagesOf(first: number, last: number, pageSize: number): number[] {
  const from = Math.floor(Math.max(0, first) / pageSize);
  const to = Math.floor(Math.max(0, last) / pageSize);
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}

/** Nothing is asked for where the rows are known. */
const nowhere = { pageSize: 1, queryKey: () => [], load: async () => ({ rows: [] }) };

/** The rows that are in sight, page by page; a row that is not there yet is undefined. */
export function useGridPages<Row>(source: GridSource<Row>, first: number, last: number) {
  const known = 'rows' in source ? source.rows : undefined;
  const { key, pageSize, queryKey, load } = 'rows' in source ? { ...nowhere, key: source.key } : source;
  const pages = known === undefined ? pagesOf(first, last, pageSize) : [];
  const answers = useQueries({
    queries: pages.map((page) => ({
      queryKey: queryKey(page * pageSize, pageSize),
      queryFn: () => load(page * pageSize, pageSize),
      staleTime: 2_000,
      // Pages that were scrolled past are soon of no use, milliseconds.
      gcTime: 30_000,
    })),
  });
  /** What was last shown, page by page: a list that is asked for anew does not flicker. */
  const kept = useRef<{ key: string; rows: Map<number, readonly Row[]> }>({ key: '', rows: new Map() });
  if (kept.current.key !== key) kept.current = { key, rows: new Map() };
  for (const [index, answer] of answers.entries()) {
    const page = pages[index];
    if (answer.data && page !== undefined) kept.current.rows.set(page, answer.data.rows);
  }
  for (const page of kept.current.rows.keys()) if (!pages.includes(page)) kept.current.rows.delete(page);

  return {
    row(index: number): Row | undefined {
      if (known !== undefined) return known[index];
      return kept.current.rows.get(Math.floor(index / pageSize))?.[index % pageSize];
    },
    /** Rows between two, both included, also those out of sight. */
    async between(a: number, b: number): Promise<Row[]> {
      const found: Row[] = [];
      const [from, to] = a < b ? [a, b] : [b, a];
      if (known !== undefined) return known.slice(from, to + 1);
      for (let offset = from; offset <= to; offset += mostAtOnce) {
        const { rows } = await load(offset, Math.min(mostAtOnce, to - offset + 1));
        found.push(...rows);
      }
      return found;
    },
  };
}
