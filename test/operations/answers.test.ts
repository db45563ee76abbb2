import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { speakEnglish } from '#shared/spoken/speak-english.ts';
import type { ServiceClient } from '#core/service/client.ts';
import { describeOperations } from '#core/service/operations/describe-operations.ts';
import { json, type LocalServer, startLocalServer } from '#core/service/testing/local-server.ts';
import { clientOf, failureOf, mustBe } from './support/operation-client.ts';

let server: LocalServer;
let client: ServiceClient;
let answers: [status: number, body: unknown][];

beforeEach(async () => {
  answers = [];
  server = await startLocalServer((_, response) => {
    const [status, body] = (answers.length > 1 ? answers.shift() : answers[0]) ?? [200, {}];
    json(response, status, body, { 'x-request-id': 'r-1' });
  });
  client = clientOf(server.url);
});
afterEach(async () => {
  client.close();
  await server[Symbol.asyncDispose]();
});

const dates = { start_date: '2026-01-01', end_date: '2026-01-31' };
const twelve = [
  'inflation',
  'labor-market',
  'central-banks',
  'bond-auctions',
  'c-five',
  'c-six',
  'c-seven',
  'c-eight',
  'c-nine',
  'c-ten',
  'c-eleven',
  'c-twelve',
];

describe('the economic calendar', () => {
  const calendar = (body: Record<string, unknown>) =>
    client.operations.call('economic-calendar.query', { body: { ...dates, ...body } });
  const entry = { loc: ['body', 'categories', 0], type: 'enum', input: 'bonds' };
  const quoted = `Input should be ${twelve.map((name) => `'${name}'`).join(', ')}`;

  test.each([
    [
      'in ctx',
      { ...entry, msg: 'not accepted', ctx: { expected: twelve.map((name) => `'${name}'`).join(' or ') } },
    ],
    ['in ctx as a list', { ...entry, msg: 'not accepted', ctx: { accepted: ['bonds', ...twelve] } }],
    ['quoted in the message', { ...entry, msg: quoted }],
    ['after a colon', { ...entry, msg: `'bonds' is none of: ${twelve.join(', ')}.` }],
    [
      'without the input',
      { ...entry, input: undefined, msg: `bonds is none of: bonds, ${twelve.join(', ')}` },
    ],
  ])('learns the twelve categories that a 422 names %s, shows and offers them', async (_, detail) => {
    answers = [[422, { detail: [detail] }]];
    const { error, status } = failureOf(await calendar({ categories: ['bonds'] }));
    expect([error.code, status, error.requestId]).toEqual(['REFUSED_AS_INVALID', 422, 'r-1']);
    expect(error.detail).toBe(`The service accepts these categories: ${twelve.join(', ')}.`);
    const described = describeOperations(client.operations.learned).find(
      ({ name }) => name === 'economic-calendar.query',
    );
    expect(described?.requestSchema).toMatchObject({
      properties: { categories: { items: { examples: twelve } } },
    });
  });

  test.each([
    [{ detail: 'no' }],
    [{ detail: [{ loc: ['body', 'countries', 0], msg: "should be 'a' or 'b'" }] }],
    [{ detail: [{ loc: ['body', 'categories', 0], msg: "'bonds' is unknown", input: 'bonds' }] }],
    [{ detail: [null, 1, { loc: 'categories' }] }],
    ['plain text'],
    [null],
  ])('learns nothing from %j, and says what the service said', async (body) => {
    answers = [[422, body]];
    expect(failureOf(await calendar({ categories: ['bonds'] })).error.code).toBe('REFUSED_AS_INVALID');
    expect(client.operations.learned.get('economic-calendar.query', 'categories')).toEqual([]);
  });

  test('offers the four that are named before anything is learned', () => {
    const described = describeOperations().find(({ name }) => name === 'economic-calendar.query');
    expect(described?.requestSchema).toMatchObject({
      properties: { categories: { items: { examples: twelve.slice(0, 4) } } },
      required: ['start_date', 'end_date'],
    });
  });

  test.each([
    [
      2000,
      [
        'The answer has exactly 2,000 releases, its cap: it may hide more. Narrow the window: dates, countries or impacts.',
      ],
    ],
    [1999, []],
  ])('with %i releases', async (count, notes) => {
    answers = [[200, { results: Array.from({ length: count }, () => ({ category: 'inflation' })) }]];
    expect(mustBe(await calendar({})).notes.map(speakEnglish)).toEqual(notes);
  });

  test('asked for UK, says that GB is the same', async () => {
    answers = [[200, { results: [{ country: 'GB' }] }]];
    expect(mustBe(await calendar({ countries: ['UK'] })).notes.map(speakEnglish)).toEqual([
      'You asked for UK; the service answers with GB. They are the same country.',
    ]);
    expect(JSON.parse(server.seen[0]?.body.toString() ?? '').countries).toEqual(['UK']);
  });
});

test('a country without a release is named, and UK is found under GB', async () => {
  answers = [[200, { results: [{ country: 'GB' }, { country: 'US' }] }]];
  const body = { ...dates, countries: ['UK', 'US', 'JP', 'EMU'] };
  expect(
    mustBe(await client.operations.call('economic-calendar.query', { body })).notes.map(speakEnglish),
  ).toEqual([
    'No release of JP, EMU is in this window.',
    'You asked for UK; the service answers with GB. They are the same country.',
  ]);
});

describe('the values of a filter', () => {
  const values = () =>
    client.operations.call('knowledge-graph.values', { params: { category: 'etfs', filter: 'countries' } });

  test.each([
    ['a list', (list: unknown[]) => list],
    ['results', (list: unknown[]) => ({ results: list, usage: {} })],
    ['values', (list: unknown[]) => ({ values: list })],
    ['a name nobody knows', (list: unknown[]) => ({ metadata: {}, accepted: list })],
  ])('capped, in %s', async (_, wrap) => {
    answers = [[200, wrap(Array.from({ length: 5000 }, (_, index) => `V${index}`))]];
    expect(mustBe(await values()).notes.map(speakEnglish)).toEqual([
      'A list of values is capped at 5,000, and this one has exactly 5,000: there may be more. It takes no narrowing parameter.',
    ]);
    answers = [[200, wrap(['DE', 'US'])]];
    expect(mustBe(await values()).notes.map(speakEnglish)).toEqual([]);
  });
});

describe('the corporate events calendar', () => {
  const events = (body: Record<string, unknown>) => client.operations.call('events-calendar.query', { body });

  test('explains a 403 without a category to serve', async () => {
    answers = [[403, { message: 'Forbidden' }]];
    const { error } = failureOf(await events({ categories: ['ipos-calendar'] }));
    expect([error.code, error.detail]).toEqual([
      'NOT_PERMITTED',
      'No category is left to serve. Access to ipos-calendar is enabled for each organization.',
    ]);
  });

  test('says that countries without US leave listings out', async () => {
    expect(
      mustBe(await events({ categories: ['ipos-calendar'], countries: ['DE'] })).notes.map(speakEnglish),
    ).toContain('A countries filter without US excludes ipos-calendar.');
    expect(
      mustBe(await events({ categories: ['earnings-call'], countries: ['DE'] })).notes.map(speakEnglish),
    ).toEqual([]);
  });
});

describe('an operation whose method is not shown', () => {
  const subsidiaries = () =>
    client.operations.call('companies.subsidiaries', { body: { id: 'a b', depth: 2 } });
  const requests = () => server.seen.map(({ method, url }) => `${method} ${url}`);

  test.each([
    [405, {}],
    [404, { message: 'no route' }],
    [403, { message: 'Missing Authentication Token' }],
  ])('is asked with the other one after %i, and with that from then on', async (status, body) => {
    answers = [
      [status, body],
      [200, { results: [] }],
    ];
    mustBe(await subsidiaries());
    mustBe(await subsidiaries());
    expect(requests()).toEqual([
      'POST /v1/subsidiaries',
      'GET /v1/subsidiaries?id=a+b&depth=2',
      'GET /v1/subsidiaries?id=a+b&depth=2',
    ]);
  });

  test('is missing when neither works', async () => {
    answers = [[405, {}]];
    expect(failureOf(await subsidiaries()).error.code).toBe('NO_SUCH_OPERATION');
    expect(server.seen).toHaveLength(2);
  });

  test('is not asked again after any other refusal', async () => {
    answers = [[422, { detail: 'no' }]];
    expect(failureOf(await subsidiaries()).error.code).toBe('REFUSED_AS_INVALID');
    expect(server.seen).toHaveLength(1);
  });
});

describe('an operation that is not there', () => {
  test.each([
    [404, {}],
    [405, {}],
    [403, { message: 'Missing Authentication Token' }],
  ])('after %i names the other address of workflows', async (status, body) => {
    answers = [[status, body]];
    for (const name of ['workflow.executions', 'workflow.execute', 'workflow.templates.create']) {
      const { error } = failureOf(
        await client.operations.call(name, { body: name.endsWith('s') ? undefined : {} }),
      );
      expect([name, error.code, error.detail]).toEqual([
        name,
        'NO_SUCH_OPERATION',
        'Workflow endpoints may have an address of their own: check the agents address of the profile.',
      ]);
    }
  });

  test('is told from a thing that is not there', async () => {
    answers = [[404, { message: 'gone' }]];
    const params = { id: 't' };
    expect(failureOf(await client.operations.call('workflow.templates.get', { params })).error).toMatchObject(
      {
        code: 'NOT_FOUND',
        detail: 'gone',
      },
    );
    const body = { tag_name: 'a' };
    expect(failureOf(await client.operations.call('tags.create', { body })).error).toMatchObject({
      code: 'NO_SUCH_OPERATION',
      detail: 'gone',
    });
  });

  test('is there where the service names what is missing', async () => {
    answers = [[404, { errorCode: 'TEMPLATE_NOT_FOUND', message: 'There is no such template.' }]];
    const { error } = failureOf(
      await client.operations.call('workflow.execute', { body: { template: 't' } }),
    );
    expect([error.code, error.detail]).toEqual(['NOT_FOUND', 'There is no such template.']);
    answers = [[404, { errorCode: 'ROUTE_NOT_FOUND', message: 'No.' }]];
    const other = failureOf(await client.operations.call('workflow.execute', { body: {} }));
    expect(other.error.code).toBe('NO_SUCH_OPERATION');
  });
});

describe('any answer', () => {
  test('carries the id of metadata before that of the header', async () => {
    answers = [[200, { metadata: { request_id: 'r-2' } }]];
    expect(mustBe(await client.operations.call('subscription.quotas', {})).requestId).toBe('r-2');
    answers = [[200, {}]];
    expect(mustBe(await client.operations.call('subscription.quotas', {})).requestId).toBe('r-1');
  });

  test('of another shape comes through with a remark, and without a typed view', async () => {
    answers = [[200, ['not', 'an', 'object']]];
    const answer = mustBe(await client.operations.call('company-screener.query', { body: { filters: {} } }));
    expect(answer).toMatchObject({
      value: ['not', 'an', 'object'],
      typed: undefined,
      notes: [{ code: 'remark.otherShape', values: {} }],
    });
  });

  test('with one odd row keeps the others', async () => {
    answers = [[200, { results: [{ symbol: 'A', price: '12.5' }, 'odd', { symbol: 7, price: {} }] }]];
    const answer = mustBe(
      await client.operations.methods['company-screener.query']({ body: { filters: {} } }),
    );
    expect(answer.value).toEqual({
      results: [{ symbol: 'A', price: '12.5' }, 'odd', { symbol: 7, price: {} }],
    });
    expect(answer.typed).toEqual({ results: [{ symbol: 'A', price: 12.5 }, {}] });
  });

  test('never says the credentials that were sent', async () => {
    answers = [[400, { message: 'hunter2 is not the password' }]];
    const body = { type: 'investment_research', config: { user_id: 'ann', user_password: 'hunter2' } };
    expect(
      failureOf(await client.operations.call('connectors.create', { body })).error.message,
    ).not.toContain('hunter2');
  });
});
