import { keepPreviousData, useQueries } from '@tanstack/react-query';
import type { UploadFilter } from '#shared/bridge/uploads.ts';
import type { Upload } from '#shared/uploads/upload.ts';
import { useCallFunction } from '../../lib/bridge/host-context.tsx';

/** Rows asked for at once. */
export const pageSize = 200;

/** Which pages hold the rows from `first` to `last`. */
export function pagesOf(first: number, last: number): number[] {
  const from = Math.floor(Math.max(0, first) / pageSize);
  const to = Math.floor(Math.max(0, last) / pageSize);
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}

/** The rows that are in sight, page by page; a row that is not there yet is undefined. */
export function useUploadPages(filter: UploadFilter, first: number, last: number) {
  const call = useCallFunction();
  const pages = pagesOf(first, last);
  const answers = useQueries({
    queries: pages.map((page) => {
      const input = { filter, order: 'newest' as const, offset: page * pageSize, limit: pageSize };
      return {
        queryKey: ['uploads.list', input],
        queryFn: () => call('uploads.list', input),
        placeholderData: keepPreviousData,
        staleTime: 2_000,
      };
    }),
  });
  return {
    row(index: number): Upload | undefined {
      const page = Math.floor(index / pageSize);
      return answers[pages.indexOf(page)]?.data?.rows[index % pageSize];
    },
  };
}
