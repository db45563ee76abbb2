import type { OperationDescription } from '#shared/operations/description.ts';
import { isRecord } from '#shared/operations/is-record.ts';
import { JsonProblem } from '#shared/annotated/tape/tape.ts';
import { scanText } from '#shared/annotated/tape/scan.ts';

/** What an operation is given by a form or by raw JSON. */
export interface RequestValues {
  /** Path and query parameters together. */
  readonly params?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
}

type Schemas = Pick<OperationDescription, 'parametersSchema' | 'requestSchema'>;

/** What raw JSON stands for: the body, the parameters, or both under their names. */
export type RawPart = 'body' | 'params' | 'both' | 'nothing';

export function rawPartOf({ parametersSchema, requestSchema }: Schemas): RawPart {
  if (parametersSchema !== null && requestSchema !== null) return 'both';
  if (requestSchema !== null) return 'body';
  return parametersSchema === null ? 'nothing' : 'params';
}

/** Values as raw JSON, to be edited. */
export function rawTextOf(values: RequestValues, operation: Schemas): string {
  const part = rawPartOf(operation);
  const { params = {}, body = {} } = values;
  return JSON.stringify(part === 'both' ? { params, body } : part === 'params' ? params : body, null, 2);
}

export type RawRead =
  | { readonly ok: true; readonly values: RequestValues }
  /** `line` and `column` from 1; null where the text is JSON and of another kind than wanted. */
  | { readonly ok: false; readonly line: number | null; readonly column: number | null };

/** Raw JSON as values, or where it is no JSON. */
export function readRaw(text: string, operation: Schemas): RawRead {
  const part = rawPartOf(operation);
  if (text.trim() === '') return { ok: true, values: {} };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { ok: false, ...placeOf(text) };
  }
  if (!isRecord(value)) return { ok: false, line: null, column: null };
  if (part === 'body') return { ok: true, values: { body: value } };
  if (part === 'params') return { ok: true, values: { params: value } };
  const { params = {}, body } = value;
  if (!isRecord(params)) return { ok: false, line: null, column: null };
  return { ok: true, values: { params, ...(body === undefined ? {} : { body }) } };
}

/** Engines word their errors differently and not all say where; the tree's own reader does. */
function placeOf(text: string): { line: number; column: number } {
  try {
    scanText(text);
  } catch (error) {
    if (error instanceof JsonProblem) return { line: error.line, column: error.column };
  }
  return { line: 1, column: 1 };
}
