import { expect, test } from 'vitest';
import { errorSchemaOf } from './error-schema.ts';
import { formSchema } from './form-schema.ts';
import { readWritten, writeValue } from './json-value.ts';
import { tidy } from './tidy.ts';

const wishes = { nameOf: (kind: string) => kind, mayAdd: true };
const date = { type: 'string', format: 'date', description: 'First day.' };

test('each kind of field gets a widget, and what is left open is JSON', () => {
  const { schema, uiSchema } = formSchema(
    {
      type: 'object',
      required: ['start'],
      properties: {
        start: date,
        limit: { type: 'integer', default: 20 },
        truth: { type: 'boolean' },
        mode: { enum: ['fast', 'smart'] },
        words: { type: 'array', items: { type: 'string', examples: ['US'] } },
        impacts: { type: 'array', items: { enum: ['HIGH'] } },
        pin: { type: 'string', writeOnly: true },
        open: { description: 'Anything.' },
        maybe: { anyOf: [{ type: 'number' }, { type: 'null' }] },
      },
      additionalProperties: {},
    },
    wishes,
  );
  const widgets = Object.fromEntries(
    Object.keys(schema.properties ?? {}).map((name) => [
      name,
      uiSchema[name]['ui:widget'] ?? uiSchema[name]['ui:field'],
    ]),
  );
  expect(widgets).toEqual({
    start: 'day',
    limit: 'number',
    truth: 'truth',
    mode: 'choice',
    words: 'words',
    impacts: 'choices',
    pin: 'secret',
    open: 'json',
    maybe: 'number',
  });
  expect(JSON.stringify(schema)).not.toContain('default');
  expect(uiSchema.words['ui:options']).toEqual({ examples: ['US'] });
});

test('a choice names its alternatives by what they look like', () => {
  const { schema } = formSchema(
    {
      anyOf: [
        { const: 'web', type: 'string' },
        { type: 'object', properties: { mode: { type: 'string' } } },
        { type: 'array', items: {} },
      ],
    },
    wishes,
  );
  expect(schema.anyOf?.map((one) => (one as { title: string }).title)).toEqual(['web', 'object', 'anything']);
});

test('what only the form made is taken away, and nothing else', () => {
  const schema = {
    required: ['filters'],
    properties: { filters: { properties: {} }, query: { properties: { text: {} } }, open: {}, tags: {} },
  };
  expect(
    tidy({ filters: { sector: undefined }, query: { text: undefined }, open: {}, tags: [], zero: 0 }, schema),
  ).toEqual({ filters: {}, open: {}, tags: [], zero: 0 });
});

test('problems mark their fields, those of items their list', () => {
  const operation = {
    parametersSchema: { properties: { id: {} } },
    requestSchema: { properties: { countries: {} } },
  };
  const problems = [
    { field: 'id', message: 'Give the id.' },
    { field: 'countries.1', message: 'Two capital letters.' },
    { field: 'countries', message: 'One at least.' },
    { field: 'unknown.deep', message: 'Odd.' },
  ];
  expect(errorSchemaOf(problems, operation)).toEqual({
    params: { id: { __errors: ['Give the id.'] } },
    body: {
      countries: { __errors: ['Two capital letters.', 'One at least.'] },
      unknown: { deep: { __errors: ['Odd.'] } },
    },
  });
});

test('what is written into an open field comes back as it was meant', () => {
  for (const value of ['US', 'a b', '', '5', 'true', '"', 5, false, null, [1], { a: { b: [] } }, ' x '])
    expect(readWritten(writeValue(value)).value).toEqual(value);
  expect(readWritten('')).toEqual({ value: undefined, kind: 'empty' });
  expect(readWritten('{"a":').kind).toBe('text');
});
