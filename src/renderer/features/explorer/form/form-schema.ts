import type { RJSFSchema, UiSchema } from '@rjsf/utils';
import { isRecord } from '#shared/operations/is-record.ts';

export interface FormSchema {
  readonly schema: RJSFSchema;
  readonly uiSchema: UiSchema;
}

/** What a value may look like, where a schema leaves a choice. */
export type Kind = 'object' | 'list' | 'text' | 'number' | 'truth' | 'anything';

interface Wishes {
  /** The name of a choice, in the person's language. */
  readonly nameOf: (kind: Kind) => string;
  /** Whether fields may be added beside those of the first level. */
  readonly mayAdd: boolean;
}

/** A type for what has none: the form library cannot draw a field otherwise. */
const anything = ['string', 'number', 'boolean', 'object', 'array', 'null'];
const asJson: FormSchema = {
  schema: { type: anything } as RJSFSchema,
  uiSchema: { 'ui:field': 'json' },
};

/**
 * The JSON Schema of a request as the form library draws it: each part gets one of our widgets, what is left
 * open is written as JSON, and no default is filled in, because what is sent is what a person gave.
 */
export function formSchema(given: unknown, wishes: Wishes): FormSchema {
  const schema = isRecord(given) ? withoutNull(given) : {};
  const { description, title } = schema;
  const named = {
    ...(typeof description === 'string' ? { description } : {}),
    ...(typeof title === 'string' ? { title } : {}),
  };
  const examples = Array.isArray(schema.examples) ? schema.examples : [];
  const drawn = (type: string, widget: string, extra: object = {}): FormSchema => ({
    schema: { ...named, type, ...extra } as RJSFSchema,
    uiSchema: { 'ui:widget': widget, 'ui:options': { examples, usual: String(schema.default ?? '') } },
  });

  if (Array.isArray(schema.anyOf)) return choice(schema.anyOf, named, wishes);
  if (Array.isArray(schema.enum)) return drawn('string', 'choice', { enum: schema.enum });
  switch (schema.type) {
    case 'object':
      return fields(schema, named, wishes);
    case 'array':
      return list(schema, named);
    case 'string':
      if (schema.writeOnly === true) return drawn('string', 'secret');
      return schema.format === 'date' ? drawn('string', 'day') : drawn('string', 'text');
    case 'integer':
    case 'number':
      return drawn(schema.type, 'number');
    case 'boolean':
      return drawn('boolean', 'truth');
    default:
      return { ...asJson, schema: { ...asJson.schema, ...named } };
  }
}

/** A field that may be null may as well be left out. */
function withoutNull(schema: Record<string, unknown>): Record<string, unknown> {
  if (!Array.isArray(schema.anyOf)) return schema;
  const others = schema.anyOf.filter((one) => !(isRecord(one) && one.type === 'null'));
  const { anyOf: _, ...rest } = schema;
  return others.length === 1 && isRecord(others[0]) ? { ...others[0], ...rest } : { ...rest, anyOf: others };
}

/**
 * Objects whose fields the specification does not show in full; the rest of the interface can be written as
 * JSON.
 */
const oftenMore: ReadonlySet<string> = new Set(['filters', 'config', 'query', 'ranking_params']);

function isBare(schema: unknown): boolean {
  return isRecord(schema) && isRecord(schema.properties) && Object.keys(schema.properties).length === 0;
}

function fields(schema: Record<string, unknown>, named: object, wishes: Wishes): FormSchema {
  const { mayAdd } = wishes;
  const properties: Record<string, RJSFSchema> = {};
  const uiSchema: UiSchema = {
    additionalProperties: asJson.uiSchema,
    'ui:options': { mayAdd },
  };
  for (const [name, inner] of Object.entries(isRecord(schema.properties) ? schema.properties : {})) {
    const field = formSchema(inner, { ...wishes, mayAdd: oftenMore.has(name) || isBare(inner) });
    properties[name] = field.schema;
    uiSchema[name] = field.uiSchema;
  }
  const required = Array.isArray(schema.required) ? schema.required.map(String) : [];
  return {
    schema: {
      ...named,
      type: 'object',
      properties,
      required,
      additionalProperties: { type: anything } as RJSFSchema,
    },
    uiSchema,
  };
}

/** Lists of words are written as words; lists of anything else as JSON. */
function list(schema: Record<string, unknown>, named: object): FormSchema {
  const items = isRecord(schema.items) ? schema.items : {};
  if (Array.isArray(items.enum))
    return {
      schema: { ...named, type: 'array', items: { type: 'string', enum: items.enum } } as RJSFSchema,
      uiSchema: { 'ui:widget': 'choices', 'ui:options': { choices: items.enum } },
    };
  if (items.type !== 'string') return { ...asJson, schema: { ...asJson.schema, ...named } };
  return {
    schema: { ...named, type: 'array', items: { type: 'string' } },
    uiSchema: {
      'ui:widget': 'words',
      'ui:options': { examples: Array.isArray(items.examples) ? items.examples : [] },
    },
  };
}

function choice(options: readonly unknown[], named: object, wishes: Wishes): FormSchema {
  const made = options.map((option) => {
    const inner = formSchema(option, wishes);
    const constant = isRecord(option) && typeof option.const === 'string' ? option.const : undefined;
    const title = constant ?? wishes.nameOf(kindOf(inner));
    return {
      schema: { ...inner.schema, title, ...(constant === undefined ? {} : { const: constant }) },
      uiSchema: inner.uiSchema,
    };
  });
  return {
    schema: { ...named, anyOf: made.map(({ schema }) => schema) },
    uiSchema: { anyOf: made.map(({ uiSchema }) => uiSchema) },
  };
}

function kindOf({ schema, uiSchema }: FormSchema): Kind {
  if (uiSchema['ui:field'] === 'json') return 'anything';
  if (schema.type === 'object') {
    return Object.keys(schema.properties ?? {}).length === 0 ? 'anything' : 'object';
  }
  if (schema.type === 'array') return 'list';
  if (schema.type === 'boolean') return 'truth';
  return schema.type === 'number' || schema.type === 'integer' ? 'number' : 'text';
}
