import { z } from 'zod';
import type { OperationDescription } from '#shared/operations/description.ts';
import { isRecord } from '#shared/operations/is-record.ts';
import { isOperationName, operations } from '../operations.ts';
import type { Operation } from './define.ts';
import type { Learned } from './learned.ts';
import { rulesIn } from './rules-in.ts';

type JsonSchema = Record<string, unknown>;

/** The registry as pages see it: schemas as JSON Schema, with the values that refusals have taught. */
export function describeOperations(learned?: Learned): OperationDescription[] {
  return Object.entries(operations).map(([name, operation]) => describe(name, operation, learned));
}

/** One of them; undefined for a name that is not in the registry. */
export function describeOperation(name: string): OperationDescription | undefined {
  return isOperationName(name) ? describe(name, operations[name], undefined) : undefined;
}

function describe(name: string, operation: Operation, learned: Learned | undefined): OperationDescription {
  const { title, area, method, host, path, section, kind = 'plain', effect = 'reads', cost } = operation;
  const { params, body, rules = [], notShown, learns, example } = operation;
  const requestSchema = body === undefined ? null : jsonSchemaOf(body);
  if (learns !== undefined && requestSchema !== null)
    offer(requestSchema, learns.field, learned?.get(name, learns.field) ?? []);
  return {
    name,
    title,
    area,
    method,
    host,
    path,
    section,
    kind,
    effect,
    cost: cost ?? null,
    rules: [...new Set([...rulesIn(params), ...rulesIn(body), ...rules.map(({ says }) => says)])],
    notShown: [...notShown],
    pathParameters: [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? ''),
    parametersSchema: Object.keys(params.shape).length === 0 ? null : jsonSchemaOf(params),
    requestSchema,
    complete: operation.complete === true,
    answer: operation.answer,
    example:
      example === undefined
        ? null
        : { body: example.body, ...(example.params === undefined ? {} : { params: { ...example.params } }) },
  };
}

function jsonSchemaOf(schema: z.ZodType): JsonSchema {
  return z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema;
}

/** Offers values for the items of a list; others stay possible. */
function offer(schema: JsonSchema, field: string, values: readonly string[]): void {
  const { properties } = schema;
  const list = isRecord(properties) ? properties[field] : undefined;
  if (values.length > 0 && isRecord(list) && isRecord(list.items)) list.items.examples = [...values];
}
