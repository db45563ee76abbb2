import { expect } from 'vitest';

/** What exists at the sandbox before the calls, by the name it has there. */
export type SandboxIds = Readonly<Record<string, string>>;

/** The company that the questions are about, as the sandbox numbers it. */
export const apple = 'DB4425';

export interface SandboxCall {
  /** Parameters and body; a function where ids of this run are needed. */
  readonly input?: () => { params?: Record<string, unknown>; body?: Record<string, unknown> };
  readonly all?: true;
  /** Part of the answer. */
  readonly has: unknown;
}

const some = expect.anything();
const list = (...things: unknown[]) => expect.arrayContaining(things);
const one = (fields: Record<string, unknown>) => list(expect.objectContaining(fields));
const named = (name: string) => ({
  results: one({ name }),
  usage: { knowledge_graph_tokens: expect.any(Number) },
});
const find = (body: Record<string, unknown>, name: string): SandboxCall => ({
  input: () => ({ body }),
  has: named(name),
});
const identifier = { type: 'rp_entity_id', value: apple };
const query = { text: 'revenue', filters: { category: { mode: 'INCLUDE', values: ['my_files'] } } };
const params = (given: () => Record<string, unknown>) => () => ({ params: given() });

/** A call of each operation and part of what the sandbox answers, written by hand. */
export const sandboxCalls = (ids: SandboxIds): Record<string, SandboxCall> => ({
  'knowledge-graph.companies': find({ query: 'apple' }, 'Apple Inc.'),
  'knowledge-graph.etfs': {
    input: () => ({ body: { countries: ['US'] } }),
    has: { results: one({ country: 'US', ticker: some, listing_values: some }) },
  },
  'knowledge-graph.funds': {
    input: () => ({ body: { countries: ['GB'] } }),
    has: { results: one({ country: 'GB' }) },
  },
  'knowledge-graph.positions': find({ query: 'chief executive' }, 'Chief Executive Officer'),
  'knowledge-graph.organizations': find({ query: 'federal reserve' }, 'Federal Reserve'),
  'knowledge-graph.people': find({ query: 'cook' }, 'Tim Cook'),
  'knowledge-graph.places': find({ query: 'new york' }, 'New York'),
  'knowledge-graph.products': find({ query: 'iphone' }, 'iPhone'),
  'knowledge-graph.concepts': { input: () => ({ body: {} }), has: { results: one({ name: some }) } },
  'knowledge-graph.topics': find({ query: 'earnings' }, 'Earnings'),
  'knowledge-graph.sources': {
    input: () => ({ body: { ranks: ['RANK_1'] } }),
    has: { results: one({ id: some }) },
  },
  'knowledge-graph.values': {
    input: params(() => ({ category: 'sources', filter: 'ranks' })),
    has: { results: list('RANK_1') },
  },
  'company-screener.query': {
    input: () => ({ body: { filters: { sector: 'Technology', is_actively_trading: true }, limit: 3 } }),
    has: { results: [some, some, some], errors: [] },
  },
  'company-revenue-product-segments.query': {
    input: () => ({ body: { identifier, period: 'annual' } }),
    has: { results: { fields: ['FISCAL_YEAR', 'PERIOD', 'REPORTED_CURRENCY', 'PRODUCT_SEGMENTS'] } },
  },
  'entity-sentiment.query': {
    input: () => ({ body: { identifier, timestamp: { start: '2026-08-03', end: '2026-08-05' } } }),
    has: { results: { name: 'Apple Inc.', id: apple, values: one({ daily_sentiment: expect.any(Number) }) } },
  },
  'price.daily': {
    input: () => ({ body: { identifier: { type: 'currency_pair', value: 'EURUSD' } } }),
    has: { results: { target_identifier_id: 'EURUSD', fields: some, values: some } },
  },
  'analyst-estimates.query': {
    input: () => ({ body: { identifier, limit: 3 } }),
    has: { results: { values: [some, some, some] } },
  },
  'companies.subsidiaries': {
    input: () => ({ body: { identifier } }),
    has: { results: one({ company_name: some }) },
  },
  'companies.get-by-cusip': {
    input: () => ({ body: { cusip: ids.cusip ?? '' } }),
    has: { results: some },
  },
  'companies.get-by-isin': {
    input: () => ({ body: { isin: ids.isin ?? '' } }),
    has: { results: some },
  },
  'economic-calendar.query': {
    input: () => ({ body: { start_date: '2026-01-01', end_date: '2026-03-31', countries: ['UK'] } }),
    has: { results: one({ country: 'GB', surprise_unit: some }) },
  },
  'events-calendar.query': {
    input: () => ({ body: { categories: ['ipos-calendar'], countries: ['US'] } }),
    has: { events_unmapped: one({ ticker: some, company_name: some }) },
  },
  'search.query': { input: () => ({ body: { query } }), has: { results: one({ chunks: some }) } },
  'search.watchlist': {
    input: () => ({ body: { query: { text: 'revenue' }, entities: [apple], max_chunks: { value: 2 } } }),
    has: { results: [{ documents: [some, some] }] },
  },
  'search.volume': {
    input: () => ({ body: { query, group_by: ['source'] } }),
    has: { results: { groups: { sources: one({ documents: expect.any(Number) }) } } },
  },
  'search.co-mentions.entities': {
    input: () => ({ body: { query: { text: 'revenue', entity_categories: ['companies'] } } }),
    has: { results: { companies: one({ id: apple }) } },
  },
  'search.co-mentions.topics': { input: () => ({ body: { query } }), has: { results: { topics: some } } },
  'search.batches.create': { has: { batch_id: some, presigned_url: expect.stringContaining('http') } },
  'search.batches.get': {
    input: params(() => ({ batch_id: ids.batch })),
    has: { batch_id: some, status: 'pending' },
  },
  'workflow.executions': {
    input: params(() => ({ limit: 20 })),
    all: true,
    has: { count: 45, cursor: null, results: one({ execution_id: some, status: 'completed' }) },
  },
  'workflow.execute': {
    input: () => ({ body: { prompt: 'What happened to revenue?', persistence_mode: 'disabled' } }),
    has: one({ delta: expect.objectContaining({ type: 'answer' }) }),
  },
  'workflow.templates.list': { has: { results: one({ id: some }) } },
  'workflow.templates.create': {
    input: () => ({ body: { name: 'New', more: 1 } }),
    has: { name: 'New', more: 1 },
  },
  'workflow.templates.community': { has: { results: one({ id: some }) } },
  'workflow.templates.get': { input: params(() => ({ id: ids.template })), has: { name: 'template' } },
  'workflow.templates.update': {
    input: () => ({ params: { id: ids.template }, body: { name: 'Renamed' } }),
    has: { name: 'Renamed' },
  },
  'workflow.templates.clone': { input: params(() => ({ id: ids.template })), has: { id: some } },
  'workflow.templates.delete': { input: params(() => ({ id: ids.doomedTemplate })), has: null },
  'documents.enrich': {
    input: () => ({ body: { file_name: 'new.txt' } }),
    has: { id: expect.stringMatching(/^[A-F0-9]{32}$/), url: expect.stringContaining('http') },
  },
  'documents.list': { input: params(() => ({ page_size: 1 })), has: { results: [some] } },
  'documents.get': {
    input: params(() => ({ content_id: ids.document })),
    has: { file_name: 'document.txt' },
  },
  'documents.update': {
    input: () => ({ params: { content_id: ids.document }, body: { share_with_org: true } }),
    has: { id: some },
  },
  'documents.original': { input: params(() => ({ content_id: ids.document })), has: { url: some } },
  'documents.annotated': { input: params(() => ({ content_id: ids.document })), has: { url: some } },
  'documents.fetch': {
    input: params(() => ({ document_id: 'FEEDFACEFEEDFACEFEEDFACEFEEDFACE' })),
    has: { web_content: true },
  },
  'documents.delete': { input: params(() => ({ content_id: ids.doomed })), has: null },
  'tags.create': { input: () => ({ body: { tag_name: 'quarterly' } }), has: { id: some } },
  'tags.list': { input: params(() => ({ prefix: '' })), has: { results: some } },
  'connectors.list': { has: { results: one({ type: 'email' }) } },
  'connectors.get': { input: params(() => ({ connector_id: ids.connector })), has: { label: 'connector' } },
  'connectors.create': {
    input: () => ({ body: { type: 'email', label: 'More', config: { allowed_emails: [] } } }),
    has: { label: 'More', archived: false },
  },
  'connectors.update': {
    input: () => ({ params: { connector_id: ids.connector }, body: { label: 'Renamed' } }),
    has: { label: 'Renamed' },
  },
  'connectors.sync': {
    input: () => ({ params: { connector_id: ids.research }, body: { date_limit: '2026-01-01' } }),
    has: { connector_id: some },
  },
  'connectors.delete': {
    input: params(() => ({ connector_id: ids.doomedConnector })),
    has: { archived: true },
  },
  'subscription.quotas': { has: some },
});
