import type { Exchange } from './exchange.ts';

const metadata = { request_id: 'r-sd', timestamp: '2026-09-22T10:00:00Z' };
const company = { type: 'rp_entity_id', value: 'D8442A' };

/** Sections 2.4 to 2.6, 2.9, 2.10, 4.4 to 4.6, 4.10 to 4.12 and 4.14. */
export const structuredData: Record<string, Exchange> = {
  'company-screener.query': {
    body: {
      filters: {
        is_actively_trading: true,
        market_cap_more_than: 1_000_000_000,
        price_more_than: 5,
        sector: 'Technology',
        not_shown: 'x',
      },
      limit: 1000,
    },
    sends: 'POST /v1/company-screener/query',
    sendsBody: {
      filters: {
        is_actively_trading: true,
        market_cap_more_than: 1_000_000_000,
        price_more_than: 5,
        sector: 'Technology',
        not_shown: 'x',
      },
      limit: 1000,
    },
    answers: {
      results: [
        {
          rp_entity_id: 'D8442A',
          symbol: 'AAPL',
          company_name: 'Apple Inc.',
          market_cap: 3_000_000_000_000,
          sector: 'Technology',
          industry: 'Consumer Electronics',
          beta: 1.2,
          price: 230.5,
          last_annual_dividend: 1,
          volume: 50_000_000,
          exchange: 'NASDAQ Global Select',
          exchange_short_name: 'NASDAQ',
          country: 'US',
          is_etf: false,
          is_actively_trading: true,
        },
      ],
      errors: [{ message: 'One company could not be read.' }],
      metadata,
    },
    typed: { results: [{ rp_entity_id: 'D8442A', market_cap: 3_000_000_000_000, is_etf: false }] },
    notes: ['The service met an error: One company could not be read.'],
  },
  'company-revenue-product-segments.query': {
    body: { identifier: company, period: 'annual' },
    sends: 'POST /v1/company-revenue-product-segments/query',
    sendsBody: { identifier: company, period: 'annual' },
    answers: {
      results: {
        rp_entity_id: 'D8442A',
        target_identifier_id: 'AAPL',
        fields: ['FISCAL_YEAR', 'PERIOD', 'REPORTED_CURRENCY', 'PRODUCT_SEGMENTS'],
        values: [[2025, 'FY', 'USD', { iPhone: 209_000_000_000, Services: 109_000_000_000 }]],
      },
      errors: [],
      metadata,
    },
    typed: {
      results: { fields: ['FISCAL_YEAR', 'PERIOD', 'REPORTED_CURRENCY', 'PRODUCT_SEGMENTS'] },
    },
    notes: [],
  },
  'entity-sentiment.query': {
    body: { identifier: company, timestamp: { start: '2026-08-01', end: '2026-08-31' } },
    sends: 'POST /v1/entity-sentiment/',
    sendsBody: { identifier: company, timestamp: { start: '2026-08-01', end: '2026-08-31' } },
    answers: {
      results: {
        name: 'Apple Inc.',
        id: 'D8442A',
        values: [
          {
            date: '2026-08-01',
            daily_sentiment: 0.2,
            sentiment_pressure: -0.1,
            abnormal_media_attention: 1.5,
          },
        ],
      },
      metadata,
      errors: [],
    },
    typed: { results: { id: 'D8442A', values: [{ date: '2026-08-01', daily_sentiment: 0.2 }] } },
    notes: [],
  },
  'price.daily': {
    body: { identifier: { type: 'currency_pair', value: 'EURUSD' }, not_shown: 1 },
    sends: 'POST /v1/price/daily/query',
    sendsBody: { identifier: { type: 'currency_pair', value: 'EURUSD' }, not_shown: 1 },
    answers: { results: { target_identifier_id: 'EURUSD', not_shown: [] }, metadata },
    typed: { results: { target_identifier_id: 'EURUSD' } },
    notes: [],
  },
  'analyst-estimates.query': {
    body: { identifier: company, limit: 200 },
    sends: 'POST /v1/analyst-estimates/query',
    sendsBody: { identifier: company, limit: 200 },
    answers: { results: { values: [[2030], [2029]] }, metadata },
    typed: { results: { values: [[2030], [2029]] } },
    notes: [],
  },
  'economic-calendar.query': {
    body: {
      start_date: '2026-01-01',
      end_date: '2026-01-31',
      countries: ['US', 'UK', 'EMU'],
      categories: ['labor-market', 'one-that-is-not-shown'],
      impacts: ['HIGH', 'NONE'],
    },
    sends: 'POST /v1/economic-calendar/query',
    sendsBody: {
      start_date: '2026-01-01',
      end_date: '2026-01-31',
      countries: ['US', 'UK', 'EMU'],
      categories: ['labor-market', 'one-that-is-not-shown'],
      impacts: ['HIGH', 'NONE'],
    },
    answers: {
      not_shown: [
        {
          country: 'GB',
          category: 'labor-market',
          actual: 250_000,
          consensus: 200_000,
          previous: 180_000,
          revised: 185_000,
          surprise: 25,
          surprise_unit: '%',
          ratio_deviation: 0.3,
          is_better_than_expected: true,
          period_date: '2025-12-01',
          period_type: 'month',
        },
        { country: 'US', category: 'inflation', surprise: 0.1, surprise_unit: 'pp' },
      ],
    },
    notes: [
      'No release of EMU is in this window.',
      'You asked for UK; the service answers with GB. They are the same country.',
      'Surprises are in pp and in %: only those with the same surprise_unit can be compared.',
    ],
  },
  'events-calendar.query': {
    body: {
      categories: ['earnings-call', 'ipos-calendar'],
      countries: ['US'],
      exchanges: ['NASDAQ'],
    },
    sends: 'POST /v1/events-calendar/query',
    sendsBody: {
      categories: ['earnings-call', 'ipos-calendar'],
      countries: ['US'],
      exchanges: ['NASDAQ'],
    },
    answers: {
      results: [
        {
          event_datetime: '2026-10-29T21:00:00Z',
          ticker: 'AAPL',
          company_name: 'Apple Inc.',
          exchange: 'NASDAQ',
          fiscal_year: 2026,
          fiscal_period: 'Q4',
          rp_collection_id: 'c-1',
          rp_entity_id: 'D8442A',
        },
      ],
      events_unmapped: [
        {
          event_datetime: '2026-10-01T00:00:00Z',
          ticker: 'NEWC',
          company_name: 'Newcomer',
          exchange: 'NYSE',
        },
      ],
    },
    typed: { results: [{ ticker: 'AAPL' }], events_unmapped: [{ ticker: 'NEWC', company_name: 'Newcomer' }] },
    notes: [
      '1 of the events is under events_unmapped: its company has no rp_entity_id yet. It belongs to the calendar too.',
      'ipos-calendar is served only where it is enabled for the organization; its times are midnight UTC, so only the date counts.',
      'The exchanges filter applies to transcript events only.',
    ],
  },
  'companies.subsidiaries': {
    body: { not_shown: 'D8442A' },
    sends: 'POST /v1/subsidiaries',
    sendsBody: { not_shown: 'D8442A' },
    answers: { not_shown: [{ depth: 1 }] },
  },
  'companies.get-by-cusip': {
    body: { not_shown: '037833100' },
    sends: 'POST /v1/companies/get-by-cusip',
    sendsBody: { not_shown: '037833100' },
    answers: { id: 'D8442A', sector: 'Technology' },
    typed: { id: 'D8442A' },
  },
  'companies.get-by-isin': {
    body: { not_shown: 'US0378331005' },
    sends: 'POST /v1/companies/get-by-isin',
    sendsBody: { not_shown: 'US0378331005' },
    answers: { id: 'D8442A', industry: 'Consumer Electronics' },
    typed: { id: 'D8442A' },
  },
};
