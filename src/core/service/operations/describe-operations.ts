import { z } from 'zod';
import type { OperationDescription } from '#shared/operations/description.ts';
import { isRecord } from '#shared/operations/is-record.ts';
import { inEnglish } from '#shared/sentences/english.ts';
import { isOperationName, type OperationName, operations } from '../operations.ts';
import type { Operation } from './define.ts';
import type { Learned } from './learned.ts';
import { rulesIn } from './rules-in.ts';

type JsonSchema = Record<string, unknown>;

/** The registry as pages see it: schemas as JSON Schema, with the values that refusals have taught. */
export function describeOperations(learned?: Learned): OperationDescription[] {
  return Object.keys(operations)
    .filter(isOperationName)
    .map((name) => describe(name, learned));
}

/** One of them; undefined for a name that is not in the registry. */
export function describeOperation(name: string): OperationDescription | undefined {
  return isOperationName(name) ? describe(name, undefined) : undefined;
}

function describe(name: OperationName, learned: Learned | undefined): OperationDescription {
  const operation: Operation = operations[name];
  const { area, method, host, path, section, kind = 'plain', effect = 'reads', cost } = operation;
  const { params, body, rules = [], notShown, learns, example } = operation;
  const requestSchema = body === undefined ? null : jsonSchemaOf(body);
  if (learns !== undefined && requestSchema !== null)
    offer(requestSchema, learns.field, learned?.get(name, learns.field) ?? []);
  const description: Omit<OperationDescription, 'keys'> = {
    name,
    title: inEnglish.say(`operation.${name}`),
    area,
    method,
    host,
    path,
    section,
    kind,
    effect,
    cost: cost ?? null,
    rules: [...new Set([...rulesIn(params), ...rulesIn(body), ...rules.map(({ says }) => says)])].map(
      (code) => inEnglish.say(`said.${code}`),
    ),
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
  return { ...description, keys: keysIn(description) };
}

/** Keys of what is said of operations, by what they say in English. */
const keyOf: ReadonlyMap<string, string> = new Map(
  inEnglish.keys
    .filter((key) => key.startsWith('operation-') || key.startsWith('said.rule.'))
    .map((key) => [inEnglish.say(key), key]),
);

/** Of every text in a description that is a sentence of the locale files: its key. */
function keysIn(value: unknown, found: Record<string, string> = {}): Record<string, string> {
  if (typeof value === 'string') {
    const key = keyOf.get(value);
    if (key !== undefined) found[value] = key;
  } else if (typeof value === 'object' && value !== null) {
    for (const inner of Object.values(value)) keysIn(inner, found);
  }
  return found;
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
