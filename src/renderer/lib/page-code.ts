import { queryOptions } from '@tanstack/react-query';
import type { ComponentType } from 'react';

/** A page whose code did not come. */
export class PageNotLoaded extends Error {
  override readonly name = 'PageNotLoaded';
}

/**
 * The code of a page, or of a part of one, for the cache of queries: fetched once, and again after it could
 * not be.
 */
export function codeOf<P>(name: string, load: () => Promise<ComponentType<P>>) {
  return queryOptions({
    queryKey: ['page', name],
    queryFn: () =>
      load().catch((cause: unknown) => {
        throw new PageNotLoaded(cause instanceof Error ? cause.message : String(cause), { cause });
      }),
    staleTime: 'static',
    gcTime: Number.POSITIVE_INFINITY,
  });
}
