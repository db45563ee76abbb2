import { expect, test } from 'vitest';
import { readQueries } from './read-queries.ts';
import { rawTextOf, readRaw } from './request-values.ts';

const body = { parametersSchema: null, requestSchema: {} };
const both = { parametersSchema: {}, requestSchema: {} };

test('raw JSON and values are the same in two spellings', () => {
  const values = { body: { countries: ['US'] } };
  expect(readRaw(rawTextOf(values, body), body)).toEqual({ ok: true, values });
  const more = { params: { id: 'a' }, body: { label: 'b' } };
  expect(readRaw(rawTextOf(more, both), both)).toEqual({ ok: true, values: more });
  expect(readRaw(' ', both)).toEqual({ ok: true, values: {} });
});

test('what is no JSON says where', () => {
  expect(readRaw('{\n  "a": 1,\n  "b" 2\n}', body)).toEqual({ ok: false, line: 3, column: 7 });
  expect(readRaw('[1]', body)).toEqual({ ok: false, line: null, column: null });
  expect(readRaw('{"params": 3}', both)).toEqual({ ok: false, line: null, column: null });
});

test('a batch is read line by line', () => {
  expect(readQueries('{"a":1}\r\n\n{"b":2}\n')).toEqual({ ok: true, queries: [{ a: 1 }, { b: 2 }] });
  expect(readQueries('{"a":1}\n\n{"b":')).toEqual({ ok: false, line: 3 });
  expect(readQueries('[]')).toEqual({ ok: false, line: 1 });
});
