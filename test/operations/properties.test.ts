import fc from 'fast-check';
import { speakEnglish } from '#shared/spoken/speak-english.ts';
import { describe, expect, test } from 'vitest';
import { createClock } from '#core/ports/clock.ts';
import { answered } from '#core/service/answer.ts';
import type { Http } from '#core/service/http.ts';
import { operations } from '#core/service/operations.ts';
import { acceptedValues } from '#core/service/operations/accepted-values.ts';
import { checkInput } from '#core/service/operations/check-input.ts';
import type { Operation } from '#core/service/operations/define.ts';
import { createOperationClient } from '#core/service/operations/operation-client.ts';
import { batchState } from '#shared/operations/batch-state.ts';
import { deltaText, joinDeltas } from '#shared/operations/deltas.ts';
import { normaliseQuotas, quotasSchema } from '#shared/operations/quotas.ts';
import { comparableSurprises, compareSurprises } from '#shared/operations/surprises.ts';
import { readAnswer } from '#shared/operations/read-answer.ts';
import { exchanges } from './exchanges/index.ts';

/** Any JSON, and JSON that has the names which the code looks for, holding anything. */
const known = [
  'results',
  'errors',
  'usage',
  'metadata',
  'values',
  'fields',
  'cursor',
  'count',
  'events_unmapped',
  'quota_units',
  'delta',
  'message',
  'surprise',
  'surprise_unit',
  'status',
  'estimated_completion_time',
  'web_content',
];
const near = fc.letrec((tie) => ({
  value: fc.oneof({ maxDepth: 4 }, fc.jsonValue({ maxDepth: 2 }), tie('list'), tie('object')),
  list: fc.array(tie('value'), { maxLength: 4 }),
  object: fc.dictionary(fc.oneof(fc.constantFrom(...known), fc.string()), tie('value'), { maxKeys: 6 }),
}));
const anyJson = fc
  .oneof(fc.jsonValue(), near.value)
  .map((value): unknown => JSON.parse(JSON.stringify(value)));

/** A client whose service answers with this. */
function clientAnswering(value: unknown) {
  const raw = { status: 200, headers: {}, body: '' };
  const http: Http = {
    call: async (request) => {
      request.onAnswer?.(raw);
      return answered(request.schema.parse(value));
    },
    stream: async (request) => {
      request.onAnswer?.(raw);
      request.onEvent({ data: value });
      request.onDone?.();
      return answered(null);
    },
    close: () => undefined,
  };
  const storage = {
    put: async () => {
      throw new Error('nothing is sent to a storage here');
    },
  };
  return createOperationClient({ http: { base: http, agents: http }, storage, clock: createClock() });
}

describe('whatever JSON answers', () => {
  test.each(Object.keys(operations))('%s takes it, and loses nothing of it', async (name) => {
    const { params, body } = exchanges[name] ?? {};
    await fc.assert(
      fc.asyncProperty(anyJson, async (value) => {
        const answer = await clientAnswering(value).call(name, { params, body });
        const told = answer.ok ? answer.value : answer.failure.error;
        expect(told).toMatchObject({ notes: expect.any(Array) });
        expect(answer.ok && answer.value.value).toEqual(name === 'workflow.execute' ? [value] : value);
        if (answer.ok) for (const note of answer.value.notes) expect(speakEnglish(note)).not.toBe(note.code);
      }),
      { numRuns: 60 },
    );
  });

  test('unknown fields survive wherever they stand', async () => {
    const field = fc.string().filter((name) => name !== '__proto__');
    await fc.assert(
      fc.asyncProperty(field, anyJson, async (name, more) => {
        const value = { results: [{ id: 'A', [name]: more }], [name]: more };
        const body = { query: 'a' };
        const answer = await clientAnswering(value).call('knowledge-graph.etfs', { body });
        expect(answer.ok && answer.value.value).toEqual(value);
      }),
    );
  });

  test('all pages of a list end', async () => {
    await fc.assert(
      fc.asyncProperty(anyJson, async (value) => {
        const answer = await clientAnswering(value).call('workflow.executions', {}, { all: true });
        expect(answer.ok).toBe(true);
      }),
    );
  });
});

describe('whatever is asked', () => {
  test.each(Object.entries(operations) as [string, Operation][])(
    '%s says what is wrong, or takes it',
    (_, operation) => {
      fc.assert(
        fc.property(anyJson, fc.dictionary(fc.string(), anyJson), (body, params) => {
          const checked = checkInput(operation, { body, params });
          if (checked.ok) return;
          expect(checked.problems.length).toBeGreaterThan(0);
          for (const { said } of checked.problems) expect(speakEnglish(said)).toMatch(/\.$/);
        }),
        { numRuns: 60 },
      );
    },
  );
});

test.each(['toString', 'constructor', '__proto__'])('a parameter called %s is one nobody knows', (name) => {
  for (const operation of Object.values(operations)) {
    const params = JSON.parse(`{ "${name}": "" }`) as Record<string, unknown>;
    expect(() => checkInput(operation as Operation, { params })).not.toThrow();
  }
});

describe('the readers of answers never throw', () => {
  const readers: Record<string, (value: unknown) => unknown> = {
    readAnswer: (value) => Object.values(operations).map(({ answer }) => readAnswer(answer, value)),
    batchState,
    deltaText,
    joinDeltas: (value) => joinDeltas([value, value]),
    comparableSurprises: (value) => comparableSurprises([value]),
    compareSurprises: (value) => compareSurprises(value, value),
    normaliseQuotas: (value) => quotasSchema.parse(normaliseQuotas(value)),
    acceptedValues: (value) => acceptedValues(value, 'categories', value),
    acceptedDetail: (value) =>
      acceptedValues({ detail: [{ loc: ['categories'], msg: value, ctx: { value } }] }, 'categories', [
        value,
      ]),
  };

  test.each(Object.entries(readers))('%s', (_, read) => {
    fc.assert(
      fc.property(anyJson, (value) => {
        read(value);
      }),
      { numRuns: 300 },
    );
  });

  test('a table has a cell for each column it names, and no others', () => {
    fc.assert(
      fc.property(anyJson, (value) => {
        for (const { answer } of Object.values(operations))
          for (const { columns, shown, rows } of readAnswer(answer, value).tables) {
            for (const row of rows) expect(Object.keys(row).toSorted()).toEqual([...columns].toSorted());
            for (const name of shown) expect(columns).toContain(name);
          }
      }),
    );
  });
});
