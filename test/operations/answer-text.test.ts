import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createRedactor } from '#core/public/redactor.ts';
import { isOperationName, type OperationName, operations } from '#core/service/operations.ts';
import {
  type AnswerDeclaration,
  answerDeclarationSchema,
  type ListDeclaration,
} from '#shared/operations/answer-declaration.ts';
import { isRecord } from '#shared/operations/is-record.ts';
import { readAnswer } from '#shared/operations/read-answer.ts';
import { answerLines } from '../../src/cli/output/answer-text.ts';
import { printable } from '../../src/cli/output/format.ts';
import { createOutput } from '../../src/cli/output/output.ts';
import { fakeEnvironment } from '../../src/cli/testing/fake-environment.ts';
import { exchanges } from './exchanges/index.ts';
import { type PreparedSandbox, prepareSandbox } from './support/prepared-sandbox.ts';

const names = Object.keys(operations).filter(isOperationName);

function textOf(name: OperationName, value: unknown, terminal = false): string {
  const { environment, stdout } = fakeEnvironment({ terminal, variables: { NO_COLOR: '1', TERM: 'dumb' } });
  const output = createOutput(environment, { json: false, redactor: createRedactor() });
  answerLines(operations[name].answer, value, output);
  return stdout();
}

/** Every plain value in an answer with the names that lead to it, read without the code under test. */
function leaves(value: unknown, path: readonly string[] = []): { path: readonly string[]; leaf: string }[] {
  if (Array.isArray(value)) return value.flatMap((one) => leaves(one, path));
  if (isRecord(value) && Array.isArray(value.fields) && Array.isArray(value.values)) {
    const { fields, values, ...others } = value;
    const rows = values.every((row) => Array.isArray(row)) ? values : [values];
    const zipped = rows.map((row: unknown[]) =>
      row.map((cell, index) => ({ [String(fields[index])]: cell })),
    );
    return [...leaves(zipped, path), ...leaves(others, path)];
  }
  if (isRecord(value)) return Object.entries(value).flatMap(([name, of]) => leaves(of, [...path, name]));
  return value === null || value === undefined || value === '' ? [] : [{ path, leaf: String(value) }];
}

function at(value: unknown, path: string): unknown {
  if (path === '') return value;
  if (Array.isArray(value)) return value.map((one) => at(one, path));
  const [first = '', ...rest] = path.split('.');
  return isRecord(value) ? at(value[first], rest.join('.')) : undefined;
}

function listAt(value: unknown, path: string | undefined): unknown[] {
  const list = path === undefined ? [] : at(value, path);
  return Array.isArray(list) ? list : [];
}

/** The rows at the first place of a list that has some, as records. */
function rowsAt({ at: places, form, also }: ListDeclaration, value: unknown): unknown[] | undefined {
  for (const place of places) {
    const isEach = place === '*' || place.endsWith('.*');
    const inner = at(value, isEach ? place.replace(/\.?\*$/, '') : place);
    if (isEach && isRecord(inner)) {
      const lists = Object.entries(inner).filter(([name, of]) => Array.isArray(of) && name !== 'errors');
      if (lists.length > 0) return lists.flatMap(([, of]) => of as unknown[]);
    }
    if (isEach) continue;
    if (form === 'pairs' && isRecord(inner))
      return Object.entries(inner).map(([name, of]) => ({ name, value: of }));
    if (form === 'columns' && isRecord(inner) && inner.fields === undefined && Array.isArray(inner.values))
      return inner.values;
    if (form === 'columns' && isRecord(inner) && Array.isArray(inner.fields) && Array.isArray(inner.values)) {
      const { fields, values } = inner;
      const rows = values.every((row) => Array.isArray(row)) ? (values as unknown[][]) : [values];
      return rows.map((row) => Object.fromEntries(fields.map((field, index) => [String(field), row[index]])));
    }
    if (Array.isArray(inner)) return [...inner, ...listAt(value, also?.at)];
  }
  return undefined;
}

/** What a declaration promises to show of an answer. */
function promised(answer: AnswerDeclaration, value: unknown): string[] {
  const ofList = (list: ListDeclaration, within: unknown): string[] | undefined => {
    const rows = rowsAt(list, within);
    return rows?.flatMap((row) => [
      ...(list.columns.length === 0 || !isRecord(row) ? [''] : list.columns).flatMap((column) =>
        leaves(at(row, column)).map(({ leaf }) => leaf),
      ),
      ...(list.lists ?? []).flatMap((inner) => ofList(inner, row) ?? []),
    ]);
  };
  const found = answer.lists.map((list) => ofList(list, value)).filter((list) => list !== undefined);
  return found.length > 0 ? found.flat() : wholeOf(answer, value);
}

/** All of a record; beside lists errors and costs are told as remarks, and the request by its id. */
function wholeOf({ lists }: AnswerDeclaration, value: unknown): string[] {
  return leaves(value)
    .filter(({ path }) => lists.length === 0 || !['errors', 'usage', 'metadata'].includes(path[0] ?? ''))
    .map(({ leaf }) => leaf);
}

/** A long text may stand on several lines. */
function missingIn(text: string, leavesToFind: readonly string[]): string[] {
  return leavesToFind
    .flatMap((leaf) => leaf.split(/\r?\n/))
    .filter((line) => line.trim() !== '' && !text.includes(printable(line).trimEnd()));
}

/** Names that the text gives for what it does not show. */
function namedIn(text: string): string[] {
  return [...text.matchAll(/with --json also (.*)$/gm)].flatMap(([, list]) => (list ?? '').split(', '));
}

function check(name: OperationName, value: unknown): void {
  const { answer } = operations[name];
  const text = textOf(name, value);
  expect(text).not.toBe('');
  const promises = promised(answer, value);
  expect(missingIn(text, promises)).toEqual([]);
  if (promises.length > 0) expect(text).not.toContain('Nothing was found.');
  // What is not shown is named, so that nothing is lost without a word.
  const named = namedIn(text);
  const unsaid = leaves(value).filter(
    ({ path, leaf }) =>
      !['errors', 'usage', 'metadata'].includes(path[0] ?? '') &&
      missingIn(text, [leaf]).length > 0 &&
      !path.some((part) => named.some((one) => one.split('.').includes(part))),
  );
  expect(unsaid).toEqual([]);
}

describe('T6: the text of an answer has what its operation declares', () => {
  test.each(names)('%s, of its example', (name) => {
    const value = exchanges[name]?.answers;
    check(name, value);
  });

  test.each(names)('%s, without any one of the fields it may come with', (name) => {
    const value = exchanges[name]?.answers;
    const fields = new Set(leaves(value).flatMap(({ path }) => path));
    for (const field of fields)
      check(name, JSON.parse(JSON.stringify(value, (key, of) => (key === field ? undefined : of)) ?? 'null'));
  });
});

describe.each(['spec', 'field'] as const)('T6: as the sandbox answers with profile %s', (profile) => {
  let prepared: PreparedSandbox;
  beforeAll(async () => {
    prepared = await prepareSandbox({ profile });
  });
  afterAll(() => prepared.stop());

  /** Jobs that are not done have no results yet. */
  const withoutList = ['search.batches.create', 'search.batches.get'];

  test.each(names)('%s', async (name) => {
    const { input, all } = prepared.calls[name] ?? {};
    const answer = await prepared.client.operations.call(name, input?.() ?? {}, { all });
    if (!answer.ok) throw answer.failure.error;
    const { value } = answer.value;
    check(name, value);
    const { lists, columns } = operations[name].answer;
    const { hasList, fields } = readAnswer(operations[name].answer, value);
    // A place where nothing is ever found would show everything as a record.
    if (lists.length > 0) expect(hasList).toBe(!withoutList.includes(name));
    else if (value !== null) expect(columns.filter((column) => column in fields)).not.toEqual([]);
  });
});

test('every operation declares its answer, with the columns that matter where it is a record', () => {
  for (const name of names) {
    const { answer } = operations[name];
    expect(answerDeclarationSchema.parse(answer), name).toEqual(answer);
    expect(answer.lists.length + answer.columns.length, name).toBeGreaterThan(0);
  }
});

test('the check notices what a text leaves out', () => {
  const value = { results: [{ id: 'A', chunks: [{ text: 'said' }] }] };
  expect(promised(operations['search.query'].answer, value)).toEqual(['A', 'said']);
  expect(missingIn('A', ['A', 'said'])).toEqual(['said']);
});

describe('T6: what people see', () => {
  test('a template is shown whole: its fields, a long text on lines of its own, and its inputs', () => {
    const value = {
      id: 't',
      name: 'Brief',
      prompt: 'First line.\nSecond line.',
      description: '',
      inputs: [{ name: 'company', type: 'rp_entity_id', required: true }],
      plan: { steps: ['read', 'write'], model: null },
    };
    expect(textOf('workflow.templates.get', value)).toBe(
      [
        'id          t',
        'name        Brief',
        'prompt      First line.',
        '            Second line.',
        'plan.steps  read, write',
        'Empty: description, plan.model',
        'inputs',
        'name     type          required',
        'company  rp_entity_id  true',
        '1 row',
        '',
      ].join('\n'),
    );
  });

  test('only a list that is there and empty says that nothing was found', () => {
    expect(textOf('search.query', { results: [] })).toBe('Nothing was found.\n');
    expect(textOf('tags.list', { count: 0, results: [], cursor: null })).toContain('Nothing was found.');
    expect(textOf('tags.list', { things: [] })).toBe('Empty: things\n');
    expect(textOf('documents.delete', null)).toBe('Done; the service sent nothing back.\n');
  });

  test('a line of a terminal has room for what it shows; the rest is named', () => {
    const row = Object.fromEntries(
      operations['company-screener.query'].answer.lists[0]?.columns.map((name) => [
        name,
        `${name} `.repeat(3),
      ]) ?? [],
    );
    const text = textOf('company-screener.query', { results: [row] }, true);
    expect(
      Math.max(
        ...text
          .split('\n')
          .slice(0, 2)
          .map((line) => line.length),
      ),
    ).toBeLessThanOrEqual(80);
    expect(namedIn(text)).toContain('is_actively_trading');
  });
});
