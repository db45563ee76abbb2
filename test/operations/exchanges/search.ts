import type { Exchange } from './exchange.ts';

const chunk = {
  cnum: 3,
  text: 'Revenue rose.',
  relevance: 0.8,
  sentiment: 0.2,
  detections: [],
  text_locations: [{ paragraph_num: 1, sentence_num: 2 }],
};
const filters = {
  timestamp: { start: '2026-01-01', end: '2026-02-01' },
  category: { mode: 'INCLUDE', values: ['my_files', 'transcripts'] },
  document: { mode: 'EXCLUDE', values: ['0123456789ABCDEF0123456789ABCDEF'] },
  sections: ['management-discussion', 'QUESTION-ANSWER'],
  authors: ['A. Author'],
  speakers: ['S. Speaker'],
  tier: ['premium-news'],
  chunk: { from: 1, to: 5 },
  tag: { any_of: ['quarterly'] },
};
const query = {
  text: 'revenue',
  filters,
  context: 'hints',
  auto_enrich_filters: false,
  external_search: { web: { mode: 'INCLUDE' } },
};

/** Section 4.13, and service-behaviour.md, "Searches". */
export const search: Record<string, Exchange> = {
  'search.query': {
    body: {
      search_mode: 'fast',
      query,
      include_audit: true,
      ranking_params: { content_diversification: { enabled: false } },
    },
    sends: 'POST /v1/search',
    sendsBody: {
      search_mode: 'fast',
      query,
      include_audit: true,
      ranking_params: { content_diversification: { enabled: false } },
    },
    answers: {
      results: [
        {
          id: '0123456789ABCDEF0123456789ABCDEF',
          headline: 'Results',
          timestamp: '2026-01-30T10:00:00Z',
          source: { id: 's', name: 'My files' },
          document_type: 'my_files',
          chunks: [chunk],
        },
      ],
      external_results: { web: [{ url: 'https://web.example' }] },
      metadata: { request_id: 'r-s', audit: { queries: [{ text: 'revenue' }] } },
    },
    typed: { results: [{ headline: 'Results', chunks: [chunk] }], external_results: { web: [{}] } },
    notes: [],
  },
  'search.watchlist': {
    body: {
      query: { text: 'guidance', filters: { watchlists: [{ id: 'w1', scope: 'headline' }] } },
      entities: ['D8442A', 'B00000'],
      max_chunks: { value: 5, per_entity: true },
    },
    sends: 'POST /v1/search/watchlist',
    sendsBody: {
      query: { text: 'guidance', filters: { watchlists: [{ id: 'w1', scope: 'headline' }] } },
      entities: ['D8442A', 'B00000'],
      max_chunks: { value: 5, per_entity: true },
    },
    answers: { results: [{ not_shown: 'D8442A', documents: [{ chunks: [chunk] }] }, { documents: [] }] },
    typed: { results: [{ documents: [{}] }, { documents: [] }] },
    notes: [],
  },
  'search.volume': {
    body: { query: { text: 'earnings' }, group_by: ['source'] },
    sends: 'POST /v1/search/volume',
    sendsBody: { query: { text: 'earnings' }, group_by: ['source'] },
    answers: {
      results: {
        volume: [{ date: '2026-01-01', documents: 3, chunks: 9, sentiment: 0.1 }],
        groups: { sources: [{ id: 's', documents: 3, chunks: 9 }] },
      },
    },
    typed: { results: { groups: { sources: [{ id: 's' }] } } },
    notes: [],
  },
  'search.co-mentions.entities': {
    body: { query: { text: 'chips', entity_categories: ['companies', 'people'] } },
    sends: 'POST /v1/search/co-mentions/entities',
    sendsBody: { query: { text: 'chips', entity_categories: ['companies', 'people'] } },
    answers: { not_shown: [] },
  },
  'search.co-mentions.topics': {
    body: { query: { texts: ['chips', 'tariffs'], entity_categories: ['concepts'] } },
    sends: 'POST /v1/search/co-mentions/topics',
    sendsBody: { query: { texts: ['chips', 'tariffs'], entity_categories: ['concepts'] } },
    answers: { not_shown: {} },
  },
  'search.batches.create': {
    sends: 'POST /v1/search/batches',
    sendsBody: {},
    answers: { batch_id: 'b-1', presigned_url: 'https://storage.example/b-1?X-Amz-Expires=60' },
    typed: { batch_id: 'b-1' },
  },
  'search.batches.get': {
    params: { batch_id: 'b 1' },
    sends: 'GET /v1/search/batches/b%201',
    answers: { status: 'running', estimated_completion_time: '2026-09-22T10:05:00Z' },
    typed: { estimated_completion_time: '2026-09-22T10:05:00Z' },
  },
};
