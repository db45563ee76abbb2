import type { z } from 'zod';
import type { Logger } from '#core/ports/logger.ts';
import { type Answer, answered, type CallOptions } from './answer.ts';
import type { ApiRequest, Http } from './http.ts';
import type { Listed } from './schemas/lenient.ts';

/** A list, and how many of its rows could not be used where there were any. */
export type ListAnswer<T> = Answer<T[]> & { readonly refused?: number };

/** Asks for a list. A row with an id that Sluice will not use is left out, and said. */
export async function askList<T>(
  http: Http,
  logger: Logger,
  request: Omit<ApiRequest<unknown>, 'schema'> & { readonly schema: z.ZodType<Listed<T>> },
  options: CallOptions,
): Promise<ListAnswer<T>> {
  const answer = await http.call(request, options);
  if (!answer.ok) return answer;
  const { items, refused } = answer.value;
  if (refused === 0) return answered(items);
  logger.warn('A list of the service has rows without a usable id; they are left out.', {
    path: request.path,
    refused,
  });
  return { ...answered(items), refused };
}

/** Whether a page of a list is its last: one that is not full. */
export function isLastPage(answer: ListAnswer<unknown>, pageSize: number): boolean {
  return !answer.ok || answer.value.length + (answer.refused ?? 0) < pageSize;
}
