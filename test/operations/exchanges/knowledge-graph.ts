import type { Exchange } from './exchange.ts';

const metadata = { request_id: 'r-kg', timestamp: '2026-09-22T10:00:00Z' };
const usage = { knowledge_graph_tokens: 3 };
const used = ['Used: 3 knowledge-graph tokens.'];

/** Of these categories the response fields are not shown: whatever comes must come through. */
const open = (path: string, body: Record<string, unknown>): Exchange => ({
  body,
  sends: `POST /v1/knowledge-graph/${path}`,
  sendsBody: body,
  answers: { results: [{ id: 'A1B2C3', not_shown: { deep: [1] } }], metadata, usage },
  typed: { results: [{ id: 'A1B2C3', not_shown: { deep: [1] } }] },
  notes: used,
});

/** Sections 2.3, 4.2 and 4.3. */
export const knowledgeGraph: Record<string, Exchange> = {
  'knowledge-graph.etfs': {
    body: { query: 'world', statuses: ['Active'], countries: ['US', 'IE'], sectors: ['Technology'] },
    sends: 'POST /v1/knowledge-graph/etfs',
    sendsBody: { query: 'world', statuses: ['Active'], countries: ['US', 'IE'], sectors: ['Technology'] },
    answers: {
      results: [
        {
          id: 'F00D01',
          name: 'World Equity Fund',
          country: 'IE',
          ticker: 'WEF',
          description: 'Follows an index of the world.',
          status: 'Active',
          sector: 'Technology',
          industry_group: 'Funds',
          industry: 'Equity',
          webpage: 'https://fund.example',
          favicon: 'https://fund.example/icon.png',
          isin_values: ['IE0000000001'],
          cusip_values: [],
          sedol_values: ['B000001'],
          listing_values: ['XLON:WEF'],
          added_later: true,
        },
      ],
      metadata,
      usage,
    },
    typed: { results: [{ id: 'F00D01', listing_values: ['XLON:WEF'], added_later: true }] },
    notes: used,
  },
  'knowledge-graph.companies': open('companies', { query: 'Apple', types: ['PUBLIC'], countries: ['US'] }),
  'knowledge-graph.funds': open('funds', { query: 'growth', types: ['Open'], sectors: ['Energy'] }),
  'knowledge-graph.positions': open('positions', { query: 'chief executive' }),
  'knowledge-graph.organizations': open('organizations', { query: 'bank', countries: ['DE'] }),
  'knowledge-graph.people': open('people', { query: 'Cook', positions: ['Chief Executive Officer'] }),
  'knowledge-graph.places': open('places', { query: 'York', countries: ['US'] }),
  'knowledge-graph.products': open('products', { query: 'phone' }),
  'knowledge-graph.concepts': open('concepts', { query: 'inflation' }),
  'knowledge-graph.topics': open('topics', { query: 'earnings' }),
  'knowledge-graph.sources': open('sources', { languages: ['English'], tiers: ['web'], ranks: ['RANK_1'] }),
  'knowledge-graph.values': {
    params: { category: 'sources', filter: 'ranks' },
    sends: 'GET /v1/knowledge-graph/sources/values/ranks',
    answers: ['RANK_1', 'RANK_2', 'RANK_3', 'RANK_4', 'RANK_5'],
    typed: ['RANK_1', 'RANK_2', 'RANK_3', 'RANK_4', 'RANK_5'],
    notes: [],
  },
};
