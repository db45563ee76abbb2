import type { OperationDescription } from '#shared/operations/description.ts';
import { pageAfter } from '#shared/operations/page-after.ts';
import type { OperationRequest } from './use-operation-run.ts';

/** The request for the page after an answer; undefined on the last, and for what has no pages. */
export function nextPage(
  { answer }: Pick<OperationDescription, 'answer'>,
  { all: _, ...request }: OperationRequest,
  value: unknown,
): OperationRequest | undefined {
  const params = pageAfter(answer, request.params ?? {}, value);
  return params === undefined ? undefined : { ...request, params };
}
