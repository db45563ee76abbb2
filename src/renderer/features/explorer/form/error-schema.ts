import type { ErrorSchema } from '@rjsf/utils';
import type { OperationDescription } from '#shared/operations/description.ts';
import { isRecord } from '#shared/operations/is-record.ts';

/** What core says about one field of a request. */
export interface Problem {
  /** Dotted; a parameter's name, or a field of the body. */
  readonly field: string;
  readonly message: string;
}

type Schemas = Pick<OperationDescription, 'parametersSchema' | 'requestSchema'>;

/**
 * Marks the fields that problems are about, in a form over `{ params, body }`. One about an item marks its
 * list.
 */
export function errorSchemaOf(problems: readonly Problem[], operation: Schemas): ErrorSchema {
  const root: Tree = {};
  for (const { field, message } of problems) {
    const path = field.split('.').filter((part) => part !== '' && !/^\d+$/.test(part));
    let place = root;
    for (const part of [partOf(path[0], operation), ...path]) place = place[part] ??= {};
    place.__errors = [...(Array.isArray(place.__errors) ? place.__errors : []), message] as never;
  }
  return root as ErrorSchema;
}

interface Tree {
  [name: string]: Tree;
}

function partOf(name: string | undefined, { parametersSchema, requestSchema }: Schemas): 'params' | 'body' {
  const has = (schema: unknown) =>
    isRecord(schema) && isRecord(schema.properties) && name !== undefined && name in schema.properties;
  return has(parametersSchema) && !has(requestSchema) ? 'params' : 'body';
}
