import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { said } from '#shared/spoken/said.ts';
import { speakEnglish } from '#shared/spoken/speak-english.ts';
import type { ServiceClient } from '#core/service/client.ts';
import { describeOperations } from '#core/service/operations/describe-operations.ts';
import { json, type LocalServer, startLocalServer } from '#core/service/testing/local-server.ts';
import { clientOf, failureOf, mustBe } from './support/operation-client.ts';

let server: LocalServer;
let client: ServiceClient;

beforeAll(async () => {
  server = await startLocalServer((_, response) => json(response, 200, {}));
  client = clientOf(server.url);
});
afterAll(async () => {
  client.close();
  await server[Symbol.asyncDispose]();
});

type Body = Record<string, unknown>;
const filters = (more: Body) => ({ query: { text: 'a', filters: more } });
const dates = { start_date: '2026-01-01', end_date: '2026-01-31' };
const pair = (value: string) => ({ identifier: { type: 'currency_pair', value } });
const smart = 'In smart mode only the timestamp and source filters are allowed.';
const exclusive = 'query.text and query.texts are mutually exclusive.';
const reranker =
  'With several texts and the reranker on, ranking_params.reranker.text must also carry one text describing the overall intent.';
const screener = 'The limit of the screener is a whole number from 1 to 1000.';
const estimates = 'The limit of analyst estimates is a whole number from 1 to 200 periods.';
const bothDates = 'start_date and end_date are both required, and both inclusive.';
const hyphens = 'A category is written in lower case with hyphens between words, such as labor-market.';
const forms = 'max_chunks is {"value": n} for a total, or {"value": n, "per_entity": true} for each entity.';
const currencies =
  'A currency_pair is six characters: the base currency, then the quote currency, each an ISO 4217 code, such as EURUSD.';
const oneOfFour = 'At least one of query, statuses, countries and sectors must be given.';
const alpha2 = 'A country is an ISO 3166-1 alpha-2 code: two capital letters, such as US.';
const identifier = { type: 'rp_entity_id', value: 'D8442A' };

const broken: [name: string, body: Body, says: string][] = [
  ['knowledge-graph.etfs', {}, oneOfFour],
  ['knowledge-graph.etfs', { not_a_filter: 1 }, oneOfFour],
  ['knowledge-graph.etfs', { countries: ['us'] }, alpha2],
  ['knowledge-graph.etfs', { countries: ['USA'] }, alpha2],
  ['company-screener.query', {}, 'filters is required.'],
  ['company-screener.query', { filters: {}, limit: 0 }, screener],
  ['company-screener.query', { filters: {}, limit: 1001 }, screener],
  ['company-screener.query', { filters: {}, limit: 1.5 }, screener],
  [
    'company-revenue-product-segments.query',
    { identifier, period: 'yearly' },
    'The period is annual or quarter.',
  ],
  [
    'company-revenue-product-segments.query',
    { identifier: { type: 'rp_entity_id' }, period: 'annual' },
    'An identifier has exactly one type and its value.',
  ],
  ['entity-sentiment.query', { identifier }, 'timestamp is required.'],
  [
    'entity-sentiment.query',
    { identifier, timestamp: { start: '1.8.2026', end: '2026-08-31' } },
    'A date is written YYYY-MM-DD.',
  ],
  ['price.daily', pair('EUR/USD'), currencies],
  ['price.daily', pair('EURO'), currencies],
  ['price.daily', pair('eurusd'), currencies],
  ['analyst-estimates.query', { limit: 201 }, estimates],
  ['analyst-estimates.query', { limit: 0 }, estimates],
  ['economic-calendar.query', { start_date: '2026-01-01' }, bothDates],
  ['economic-calendar.query', { end_date: '2026-01-01' }, bothDates],
  ['economic-calendar.query', { ...dates, categories: ['Labor Market'] }, hyphens],
  ['economic-calendar.query', { ...dates, categories: ['labor_market'] }, hyphens],
  ['economic-calendar.query', { ...dates, impacts: ['high'] }, 'An impact is HIGH, MEDIUM, LOW or NONE.'],
  [
    'economic-calendar.query',
    { ...dates, countries: ['Germany'] },
    'A country is an ISO 3166-1 alpha-2 code in capital letters, or EMU for the euro area.',
  ],
  [
    'events-calendar.query',
    { categories: ['Earnings Call'] },
    'A category is one of earnings-call, conference-call, ipos-calendar, delisted-company, spelled exactly so.',
  ],
  ['search.query', { search_mode: 'smart', ...filters({ category: { values: ['news'] } }) }, smart],
  ['search.volume', { search_mode: 'smart', ...filters({ sections: ['QUESTION-ANSWER'] }) }, smart],
  ['search.co-mentions.topics', { search_mode: 'smart', ...filters({ not_shown: 1 }) }, smart],
  ['search.query', { search_mode: 'clever', query: { text: 'a' } }, 'The search mode is fast or smart.'],
  ['search.query', { query: { text: 'a', texts: ['b'] } }, exclusive],
  ['search.watchlist', { query: { text: 'a', texts: ['b'] } }, exclusive],
  [
    'search.query',
    { query: { texts: ['1', '2', '3', '4', '5', '6'] } },
    'query.texts takes at most 5 texts.',
  ],
  [
    'search.query',
    { query: { texts: ['a', 'b'] }, ranking_params: { reranker: { enabled: true } } },
    reranker,
  ],
  ['search.query', { query: { texts: ['a', 'b'] }, ranking_params: { reranker: { text: ' ' } } }, reranker],
  ['search.query', filters({ document: { mode: 'ONLY', values: [] } }), 'The mode is INCLUDE or EXCLUDE.'],
  ['search.query', filters({ chunk: { from: 0 } }), 'A chunk is counted from 1, as a whole number.'],
  [
    'search.query',
    filters({ chunk: { from: 5, to: 4 } }),
    'A range of chunks is 1-based and inclusive: from is not greater than to.',
  ],
  [
    'search.query',
    filters({ sections: ['INTRO'] }),
    'A section is MANAGEMENT-DISCUSSION or QUESTION-ANSWER.',
  ],
  [
    'search.query',
    { query: { text: 'a', external_search: { web: { mode: 'EXCLUDE' } } } },
    'The mode of external search is INCLUDE (premium and web) or ONLY (web).',
  ],
  ['search.watchlist', { max_chunks: 5 }, forms],
  ['search.watchlist', { max_chunks: { value: 0 } }, forms],
  ['search.watchlist', { query: { max_chunks: { value: 5, per_entity: 'yes' } } }, forms],
  ['search.watchlist', { max_chunks: { value: 5, each: true } }, forms],
  [
    'search.watchlist',
    { query: { filters: { watchlists: [{ scope: 'title' }] } } },
    'The scope of a watchlist is all, headline or body.',
  ],
  [
    'search.volume',
    { query: { text: 'a' }, ranking_params: {} },
    'Volumes take the parameters of search, except the ranking parameters.',
  ],
  [
    'search.volume',
    { group_by: ['date'] },
    'Volumes are grouped by source, tier or package; package is for unit-based enterprise users.',
  ],
  [
    'search.co-mentions.entities',
    { query: { entity_categories: ['cities'] } },
    'Entity categories are places, companies, organizations, people, products and concepts.',
  ],
  [
    'entity-sentiment.query',
    { identifier: 'D8442A', timestamp: { start: '2026-08-01', end: '2026-08-31' } },
    'The identifier is one type and its value, or a list of entities.',
  ],
  [
    'documents.enrich',
    { file_name: 'a', enrichments: ['ocr'] },
    'Enrichments are reporting_entities and translation.',
  ],
  ['tags.create', {}, 'tag_name is required.'],
  ['documents.enrich', {}, 'file_name is required.'],
];

const withoutValues =
  'The values operation works for every filter of every category except the source filters packages, categories and tiers.';
const brokenParameters: [name: string, params: Body, says: string][] = [
  ['documents.annotated', { content_id: 'abc' }, 'A content id is 32 characters, 0-9 and A-F.'],
  ['connectors.get', { connector_id: 'x' }, 'A connector id is a UUID.'],
  ['workflow.executions', { limit: 0 }, 'The limit of a page is a whole number of at least 1.'],
  ['search.batches.get', {}, 'batch_id is required.'],
  ['knowledge-graph.values', { category: 'sources', filter: 'packages' }, withoutValues],
  ['knowledge-graph.values', { category: 'sources', filter: 'categories' }, withoutValues],
  ['knowledge-graph.values', { category: 'sources', filter: 'TIERS' }, withoutValues],
  [
    'knowledge-graph.values',
    { category: 'planets', filter: 'names' },
    'A category is one of companies, etfs, funds, sources, positions, organizations, people, places, products, concepts, topics.',
  ],
  ['documents.list', { page: 0 }, 'Pages are counted from 1.'],
  ['documents.list', { page_size: 101 }, 'A page has 1 to 100 documents.'],
  ['search.batches.get', { batch_id: '..' }, 'A batch id is made of letters, digits, - and _.'],
  ['workflow.templates.get', { id: '../x' }, 'A template id is made of letters, digits, - and _.'],
  ['documents.fetch', { document_id: 'a/b' }, 'A document id is made of letters, digits, - and _.'],
  ['no.such', {}, 'There is no operation no.such.'],
  ['toString', {}, 'There is no operation toString.'],
];

const kept: [name: string, body: Body][] = [
  ['knowledge-graph.etfs', { statuses: [] }],
  ['company-screener.query', { filters: {}, limit: 1 }],
  ['company-screener.query', { filters: {}, limit: 1000 }],
  ['company-screener.query', { filters: {} }],
  ['price.daily', { identifier }],
  ['analyst-estimates.query', { limit: 200 }],
  ['economic-calendar.query', { ...dates, categories: ['foreign-trade-2'], countries: ['EMU'] }],
  ['search.query', { search_mode: 'smart', ...filters({ timestamp: {}, source: {} }) }],
  ['search.query', { query: { texts: ['1', '2', '3', '4', '5'] } }],
  ['search.query', { query: { texts: ['a', 'b'] }, ranking_params: { reranker: { text: 'both' } } }],
  ['search.query', { query: { texts: ['a', 'b'] }, ranking_params: { reranker: { enabled: false } } }],
  ['search.query', { query: { texts: ['a'] }, ranking_params: { reranker: {} } }],
  ['search.query', filters({ sections: ['question-answer'], chunk: { from: 2, to: 2 } })],
  ['search.watchlist', { max_chunks: { value: 5 } }],
  ['search.watchlist', { max_chunks: { value: 5, per_entity: false } }],
];

describe('a request that breaks a rule is not made, and the failure is the rule', () => {
  test.each(broken)('%s %j', async (name, body, says) => {
    const before = server.seen.length;
    const { error, disposition } = failureOf(await client.operations.call(name, { body }));
    expect([error.code, error.detail, disposition]).toEqual(['USAGE', says, 'never']);
    expect(server.seen.length).toBe(before);
    expect(client.operations.check(name, { body }).map(({ said }) => speakEnglish(said))).toEqual([says]);
  });

  test('without both dates each is marked, and the rule said once', async () => {
    expect(client.operations.check('economic-calendar.query', { body: {} })).toEqual([
      { field: 'start_date', said: said('rule.both-days') },
      { field: 'end_date', said: said('rule.both-days') },
    ]);
    const { error } = failureOf(await client.operations.call('economic-calendar.query', { body: {} }));
    expect(error.detail).toBe(bothDates);
  });

  test.each(brokenParameters)('%s with the parameters %j', async (name, params, says) => {
    expect(failureOf(await client.operations.call(name, { params })).error.detail).toBe(says);
  });

  test('every rule that is told of is among those broken here', () => {
    const told = describeOperations().flatMap(({ rules }) => rules);
    const proven = [...broken, ...brokenParameters].map((one) => one.at(-1));
    expect(told.filter((rule) => !proven.includes(rule))).toEqual([]);
  });

  test('a body where none belongs, and one that is no object', async () => {
    const body = { a: 1 };
    expect(failureOf(await client.operations.call('subscription.quotas', { body })).error.detail).toBe(
      'This operation takes no body.',
    );
    expect(failureOf(await client.operations.call('search.query', { body: [] })).error.detail).toBe(
      'The body is a JSON object.',
    );
  });
});

describe('a request within the rules is made as it is', () => {
  test.each(kept)('%s %j', async (name, body) => {
    mustBe(await client.operations.call(name, { body }));
    expect(JSON.parse(server.seen.at(-1)?.body.toString() ?? '')).toEqual(body);
  });

  test('values of a filter that sources do not have alone', async () => {
    mustBe(
      await client.operations.call('knowledge-graph.values', {
        params: { category: 'companies', filter: 'categories' },
      }),
    );
    expect(server.seen.at(-1)?.url).toBe('/v1/knowledge-graph/companies/values/categories');
  });

  test('parameters given as text are understood', async () => {
    const params = { limit: '50', template_id: '7' };
    mustBe(await client.operations.call('workflow.executions', { params }));
    expect(server.seen.at(-1)?.url).toBe('/v1/workflow/executions?limit=50&template_id=7');
    const connector_id = '7d6b5a50-6a30-4c0e-9a71-0c2f1e1d2b3a';
    mustBe(
      await client.operations.call('connectors.delete', { params: { connector_id, force_delete: 'true' } }),
    );
    expect(server.seen.at(-1)?.url).toContain('?force_delete=true');
    mustBe(await client.operations.call('documents.list', { params: { tags: 'one' } }));
    expect(server.seen.at(-1)?.url).toBe('/contents/v1/documents?tags=one');
  });

  test('a field that the specification does not have is sent, and remarked upon', async () => {
    const body = { query: 'a', contries: ['US'] };
    const { notes } = mustBe(await client.operations.call('knowledge-graph.etfs', { body }));
    expect(JSON.parse(server.seen.at(-1)?.body.toString() ?? '')).toEqual(body);
    expect(notes.map(speakEnglish)).toContain(
      'contries is not in the specification; it was sent all the same.',
    );
  });

  test('where the specification leaves fields open, nothing is remarked', async () => {
    const { notes } = mustBe(
      await client.operations.call('price.daily', { body: { identifier, from: 'x' } }),
    );
    expect(notes).toEqual([]);
  });
});
