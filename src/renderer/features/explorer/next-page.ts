import { isRecord } from '#shared/operations/is-record.ts';
import { listedIn } from '#shared/operations/listed-in.ts';
import type { OperationDescription } from '#shared/operations/description.ts';
import type { OperationRequest } from './use-operation-run.ts';

/** Documents a page where none are asked for (service-behaviour.md, "List documents"). */
const usualPageSize = 50;

/** The request for the page after an answer; undefined on the last, and for what has no pages. */
export function nextPage(
  { kind, parametersSchema }: Pick<OperationDescription, 'kind' | 'parametersSchema'>,
  { all: _, ...request }: OperationRequest,
  value: unknown,
): OperationRequest | undefined {
  const params = request.params ?? {};
  if (kind === 'paged') {
    const cursor = isRecord(value) ? value.cursor : undefined;
    return typeof cursor === 'string' && cursor !== ''
      ? { ...request, params: { ...params, cursor } }
      : undefined;
  }
  const properties = isRecord(parametersSchema?.properties) ? parametersSchema.properties : {};
  if (!('page' in properties)) return undefined;
  const size = typeof params.page_size === 'number' ? params.page_size : usualPageSize;
  const page = typeof params.page === 'number' ? params.page : 1;
  // Such lists tell no total: a short page is the last.
  return (listedIn(value)?.length ?? 0) < size
    ? undefined
    : { ...request, params: { ...params, page: page + 1 } };
}
