import { useQueries } from '@tanstack/react-query';
import { useRef } from 'react';
import type { DocumentFilter, DocumentRow, DocumentSort } from '#shared/bridge/documents.ts';
import { useCallFunction } from '../../lib/bridge/host-context.tsx';

/** Rows asked for at once. */
export const pageSize = 100;

/** Which pages hold the rows from `first` to `last`. */
export function pagesOf(first: number, last: number): number[] {
  const from = Math.floor(Math.max(0, first) / pageSize);
  const to = Math.floor(Math.max(0, last) / pageSize);
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}

/** The rows that are in sight, page by page; a row that is not there yet is undefined. */
export function useDocumentPages(filter: DocumentFilter, sort: DocumentSort, first: number, last: number) {
  const call = useCallFunction();
  const pages = pagesOf(first, last);
  const answers = useQueries({
    queries: pages.map((page) => {
      const input = { filter, sort, offset: page * pageSize, limit: pageSize };
      return {
        queryKey: ['documents.query', input],
        queryFn: () => call('documents.query', input),
        staleTime: 2_000,
        // Pages that were scrolled past are soon of no use, milliseconds.
        gcTime: 30_000,
      };
    }),
  });
  /** What was last shown, page by page: a list that is asked for anew does not flicker. */
  const kept = useRef<{ key: string; rows: Map<number, readonly DocumentRow[]> }>({
    key: '',
    rows: new Map(),
  });
  const key = JSON.stringify([filter, sort]);
  if (kept.current.key !== key) kept.current = { key, rows: new Map() };
  for (const [index, answer] of answers.entries()) {
    const page = pages[index];
    if (answer.data && page !== undefined) kept.current.rows.set(page, answer.data.rows);
  }
  for (const page of kept.current.rows.keys()) if (!pages.includes(page)) kept.current.rows.delete(page);

  return {
    row(index: number): DocumentRow | undefined {
      return kept.current.rows.get(Math.floor(index / pageSize))?.[index % pageSize];
    },
    /** Content ids of rows, also of those out of sight. */
    async idsBetween(a: number, b: number): Promise<string[]> {
      const ids: string[] = [];
      const [from, to] = a < b ? [a, b] : [b, a];
      for (let offset = from; offset <= to; offset += 1000) {
        const limit = Math.min(1000, to - offset + 1);
        const { rows } = await call('documents.query', { filter, sort, offset, limit });
        ids.push(...rows.map(({ contentId }) => contentId));
      }
      return ids;
    },
  };
}
