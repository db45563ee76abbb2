import { isSafeId } from '#shared/ids/ids.ts';
import type { ApiRequest } from '../http.ts';
import type { OperationKind } from '../outcomes.ts';
import { isPathParameter, type Operation } from './define.ts';

type Route = Pick<ApiRequest<unknown>, 'kind' | 'method' | 'path' | 'query'>;
type QueryValue = string | number | boolean | readonly string[] | undefined;

/**
 * Method, path and query of an operation for these parameters; what is undefined or null is left out.
 *
 * @throws TypeError when a path parameter is missing or would lead to another path
 */
export function requestOf(
  operation: Pick<Operation, 'method' | 'path' | 'effect' | 'outcome'>,
  params: Readonly<Record<string, unknown>> = {},
): Route {
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => segment(params[name], name));
  const query: Record<string, QueryValue> = {};
  for (const [name, value] of Object.entries(params))
    if (value !== undefined && value !== null && !isPathParameter(operation, name))
      query[name] = queryValue(value);
  return { kind: kindOf(operation), method: operation.method, path, query };
}

function segment(value: unknown, name: string): string {
  // Every schema of a path parameter is that of an id; whoever adds one without is told here.
  const text = value === undefined || value === null ? '' : String(value);
  if (!isSafeId(text)) throw new TypeError(`no path without ${name}`);
  return encodeURIComponent(text);
}

function queryValue(value: unknown): QueryValue {
  if (Array.isArray(value)) return value.map(String);
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value;
  return JSON.stringify(value);
}

/** Which rows of the table of outcomes count. A POST that only asks is a question about many things. */
function kindOf({ path, effect, outcome }: Pick<Operation, 'path' | 'effect' | 'outcome'>): Route['kind'] {
  if (outcome !== undefined) return outcome as Exclude<OperationKind, 'put' | 'download'>;
  if (effect !== undefined) return 'change';
  return path.includes('{') ? 'read' : 'list';
}
