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
 * A page that brings nothing new is not yet the end: a service that filters its pages after cutting them has
 * empty ones in the middle. So many pages further is looked, each time, before the end is accepted.
 */
const pagesBeyond = [1, 2, 4, 8];

export interface ReadPages<T> {
  /** Rows asked for at a time. */
  readonly pageSize: number;
  /** Pages that are read at most; `mostListPages` unless told. */
  readonly mostPages?: number;
  /** The list reaches to this page at least, as an earlier reading showed. */
  readonly reaches?: number | undefined;
  /** Pages count from 1. */
  readonly page: (number: number) => Promise<ListAnswer<T>>;
  /** The rows of a page that no page before had, in this reading; true when nothing more is wanted. */
  readonly onPage: (news: readonly T[], number: number) => boolean | undefined;
}

/**
 * Reads a list page by page to an end that it has looked beyond. A page that is not full need not be the last
 * one, since a service may return fewer rows than it is asked for.
 *
 * @returns
 *   - `end`: there is nothing more
 *   - `enough`: `onPage` wanted no more
 *   - `repeats`: a full page of old rows; the service turns no pages, and what comes behind stays unseen
 *   - `endless`: there was no end within `mostPages`
 *   - `failed`: a page could not be read
 */
export async function readPages<T extends { readonly id: string }>({
  pageSize,
  mostPages = mostListPages,
  reaches = 0,
  page,
  onPage,
}: ReadPages<T>): Promise<'end' | 'enough' | 'repeats' | 'endless' | 'failed'> {
  const seen = new Set<string>();
  type Read = 'news' | 'nothing' | 'repeats' | 'enough' | 'failed';
  async function read(number: number): Promise<Read> {
    const answer = await page(number);
    if (!answer.ok) return 'failed';
    const news = answer.value.filter(({ id }) => !seen.has(id));
    // Rows with an unusable id are left out: a page of nothing but them is still a page.
    if (news.length === 0 && !answer.refused) return answer.value.length === pageSize ? 'repeats' : 'nothing';
    for (const { id } of news) seen.add(id);
    return onPage(news, number) ? 'enough' : 'news';
  }

  const readAhead = new Set<number>();
  for (let number = 1; number <= mostPages; number++) {
    if (readAhead.has(number)) continue;
    const found = await read(number);
    if (found !== 'news' && found !== 'nothing') return found;
    if (found === 'news' || number < reaches) continue;
    for (const further of pagesBeyond) {
      const beyond = await read(number + further);
      if (beyond === 'news') {
        reaches = number + further;
        readAhead.add(reaches);
        break;
      }
      if (beyond !== 'nothing') return beyond;
    }
    if (reaches <= number) return 'end';
  }
  return 'endless';
}
