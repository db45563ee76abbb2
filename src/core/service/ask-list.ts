import type { z } from 'zod';
import type { Logger } from '#core/ports/logger.ts';
import { type Answer, answered, type CallOptions } from './answer.ts';
import type { ApiRequest, Http } from './http.ts';
import type { Listed } from './schemas/lenient.ts';

/**
 * A list, how many of its rows could not be used where there were any, and where it goes on where it says so.
 */
export type ListAnswer<T> = Answer<T[]> & { readonly refused?: number; readonly cursor?: string };

/** Asks for a list. A row with an id that Sluice will not use is left out, and said. */
export async function askList<T>(
  http: Http,
  logger: Logger,
  request: Omit<ApiRequest<unknown>, 'schema'> & { readonly schema: z.ZodType<Listed<T>> },
  options: CallOptions,
): Promise<ListAnswer<T>> {
  const answer = await http.call(request, options);
  if (!answer.ok) return answer;
  const { items, refused, cursor } = answer.value;
  const list = { ...answered(items), ...(cursor === undefined ? {} : { cursor }) };
  if (refused === 0) return list;
  logger.warn('A list of the service has rows without a usable id; they are left out.', {
    path: request.path,
    refused,
  });
  return { ...list, refused };
}

/**
 * The same for lists that may come page by page: all of it, or what went wrong. A cursor that was seen before
 * ends it.
 */
export async function askWholeList<T>(
  http: Http,
  logger: Logger,
  request: Parameters<typeof askList<T>>[2],
  options: CallOptions,
): Promise<ListAnswer<T>> {
  const items: T[] = [];
  const seen = new Set<string>();
  let refused = 0;
  let cursor: string | undefined;
  do {
    if (cursor !== undefined) seen.add(cursor);
    const page = await askList(http, logger, { ...request, query: { ...request.query, cursor } }, options);
    if (!page.ok) return page;
    for (const item of page.value) items.push(item);
    refused += page.refused ?? 0;
    cursor = page.cursor;
  } while (cursor !== undefined && !seen.has(cursor) && seen.size < mostListPages);
  return refused === 0 ? answered(items) : { ...answered(items), refused };
}

/** Whether a page of a list is its last: one that is not full. */
export function isLastPage(answer: ListAnswer<unknown>, pageSize: number): boolean {
  return !answer.ok || answer.value.length + (answer.refused ?? 0) < pageSize;
}

/**
 * Pages of a list that are read at most, 100 rows each: more than any account holds. A service may go on for
 * ever.
 */
export const mostListPages = 20_000;

/**
 * Says of each page, read one after the other, whether it lies behind the end of its list: it brings nothing
 * that the one before did not. A page that is not full need not be the last, since a service may give fewer
 * rows than it is asked for, and one that does not turn pages gives the same for ever.
 */
export function createListEnd(): (answer: ListAnswer<{ readonly id: string }>) => boolean {
  let before = new Set<string>();
  return (answer) => {
    if (!answer.ok) return true;
    const ids = answer.value.map(({ id }) => id);
    const hasNews = ids.some((id) => !before.has(id));
    before = new Set(ids);
    // Rows with an id that is none are left out: a page of nothing but them is still a page.
    return !hasNews && !answer.refused;
  };
}
