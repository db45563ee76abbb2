import { z } from 'zod';
import { inEnglish } from '#shared/sentences/english.ts';
import { rule } from '#shared/spoken/rule.ts';
import { lenientBoolean, lenientNumber, lenientString } from '../schemas/lenient.ts';
import { columns, openAnswer, rows, structuredAnswer } from './answers.ts';
import { list, lists } from './declare-answer.ts';
import { operation } from './define.ts';
import { amount, count, day, flag, open, text } from './fields.ts';
import { identifier, identifierOrPair } from './identifiers.ts';

const { say } = inEnglish;

const common = { area: 'structured-data', host: 'base', method: 'POST' } as const;
const otherFields = say('operation-gap.other-request-fields');
const noMethod = say('operation-gap.method');
const noRequest = say('operation-gap.request-fields');

/** Screener result (specification 2.4). */
const screened = z.looseObject({
  rp_entity_id: lenientString,
  symbol: lenientString,
  company_name: lenientString,
  market_cap: lenientNumber,
  sector: lenientString,
  industry: lenientString,
  beta: lenientNumber,
  price: lenientNumber,
  last_annual_dividend: lenientNumber,
  volume: lenientNumber,
  exchange: lenientString,
  exchange_short_name: lenientString,
  country: lenientString,
  is_etf: lenientBoolean,
  is_actively_trading: lenientBoolean,
});

/** A day of sentiment (specification 2.6). */
const sentimentDay = z.looseObject({
  date: lenientString,
  daily_sentiment: lenientNumber,
  sentiment_pressure: lenientNumber,
  abnormal_media_attention: lenientNumber,
});
const sentiment = z.looseObject({ name: lenientString, id: lenientString, values: rows(sentimentDay) });

const dayColumns = ['date', 'daily_sentiment', 'sentiment_pressure', 'abnormal_media_attention'];
const around = { record: 'results' };
const companyColumns = [
  'id',
  'rp_entity_id',
  'name',
  'type',
  'country',
  'ticker',
  'sector',
  'industry',
  'status',
];
/** The issuer: a list of one has been seen, and the record itself. */
const issuer = lists([list('results', ['cusip', 'isin', ...companyColumns])], around);
/** Parallel names and values (specification 2.5). */
const parallel = (shown: readonly string[]) => [list('results', shown, { form: 'columns' })];

/**
 * Company screener, revenue, sentiment, prices, estimates, subsidiaries and lookups (4.4 to 4.6, 4.12, 4.14).
 */
export const structuredDataOperations = {
  'company-screener.query': operation({
    ...common,
    section: '4.4',
    path: '/v1/company-screener/query',
    body: z.looseObject({
      filters: z
        .looseObject({
          is_actively_trading: flag(say('operation-field.traded')).optional(),
          market_cap_more_than: amount(say('operation-field.cap-above')).optional(),
          price_more_than: amount(say('operation-field.price-above')).optional(),
          sector: text(say('operation-field.sector'), ['Technology']).optional(),
        })
        .meta({
          description: say('operation-field.criteria'),
        }),
      limit: count(say('operation-field.most-records'), {
        most: 1_000,
        says: rule('screener-limit'),
      }).optional(),
    }),
    complete: true,
    answer: lists([
      list(
        'results',
        [
          'rp_entity_id',
          'symbol',
          'company_name',
          'price',
          'market_cap',
          'volume',
          'beta',
          'last_annual_dividend',
          'exchange_short_name',
          'country',
          'sector',
          'industry',
          'is_etf',
          'is_actively_trading',
        ],
        { id: 'rp_entity_id' },
      ),
    ]),
    response: structuredAnswer(rows(screened)),
    notShown: [say('operation-gap.filter-names')],
    example: {
      body: {
        filters: { sector: 'Technology', is_actively_trading: true, market_cap_more_than: 1e9 },
        limit: 20,
      },
    },
  }),
  'company-revenue-product-segments.query': operation({
    ...common,
    section: '4.5',
    path: '/v1/company-revenue-product-segments/query',
    body: z.looseObject({
      identifier: identifier(['rp_entity_id']),
      period: z
        .enum(['annual', 'quarter'], rule('period'))
        .meta({ description: say('operation-field.basis') }),
    }),
    complete: true,
    answer: lists(
      [
        list('results', ['FISCAL_YEAR', 'PERIOD', 'REPORTED_CURRENCY'], {
          form: 'columns',
          by: ['FISCAL_YEAR', 'PERIOD', 'REPORTED_CURRENCY'],
          lists: [list('PRODUCT_SEGMENTS', ['name', 'value'], { form: 'pairs' })],
        }),
      ],
      around,
    ),
    response: structuredAnswer(columns),
    notShown: [say('operation-gap.identifier-types')],
    example: { body: { identifier: { type: 'rp_entity_id', value: 'DB4425' }, period: 'annual' } },
  }),
  'entity-sentiment.query': operation({
    ...common,
    section: '4.6',
    path: '/v1/entity-sentiment/',
    body: z.looseObject({
      identifier: z
        .union([identifier(['rp_entity_id']), z.array(z.unknown()).min(1)], {
          error: rule('identifier-or-list'),
        })
        .meta({ description: say('operation-field.identifier-or-list') }),
      timestamp: z
        .looseObject({
          start: day(say('operation-field.first-day')),
          end: day(say('operation-field.last-day')),
        })
        .meta({ description: say('operation-field.range') }),
    }),
    complete: true,
    answer: lists(
      [
        list('results.values', dayColumns),
        list('results', ['name', 'id'], { by: ['id', 'name'], lists: [list('values', dayColumns)] }),
      ],
      { record: 'results', columns: ['name', 'id'] },
    ),
    response: structuredAnswer(
      z
        .union([sentiment, rows(sentiment)])
        .optional()
        .catch(undefined),
    ),
    notShown: [say('operation-gap.entity-list')],
    example: {
      body: {
        identifier: { type: 'rp_entity_id', value: 'DB4425' },
        timestamp: { start: '2026-08-01', end: '2026-08-31' },
      },
    },
  }),
  'price.daily': operation({
    ...common,
    section: '4.12',
    path: '/v1/price/daily/query',
    body: z.looseObject({ identifier: identifierOrPair }),
    answer: lists(parallel(['DATE', 'OPEN', 'HIGH', 'LOW', 'CLOSE', 'VOLUME']), around),
    response: structuredAnswer(z.unknown().optional()),
    notShown: [otherFields, say('operation-gap.answer-shape'), say('operation-gap.pairs')],
    example: { body: { identifier: { type: 'currency_pair', value: 'EURUSD' } } },
  }),
  'analyst-estimates.query': operation({
    ...common,
    section: '4.12',
    path: '/v1/analyst-estimates/query',
    body: z.looseObject({
      identifier: identifier(['rp_entity_id']).optional(),
      limit: count(say('operation-field.most-periods'), {
        most: 200,
        usual: 20,
        says: rule('estimates-limit'),
      }).optional(),
    }),
    answer: lists(
      parallel([
        'FISCAL_YEAR',
        'PERIOD',
        'CURRENCY',
        'REVENUE_AVG',
        'NET_INCOME_AVG',
        'EBITDA_AVG',
        'EPS_AVG',
        'NUMBER_OF_ANALYSTS',
      ]),
      around,
    ),
    response: structuredAnswer(columns),
    notShown: [otherFields, say('operation-gap.answer-beyond-values')],
    example: { body: { identifier: { type: 'rp_entity_id', value: 'DB4425' }, limit: 20 } },
  }),
  'companies.subsidiaries': operation({
    ...common,
    section: '4.14',
    otherMethod: 'GET',
    path: '/v1/subsidiaries',
    body: open,
    answer: lists([
      list(
        ['results', '', '*'],
        [
          'rp_entity_id',
          'company_name',
          'country',
          'hierarchy_depth',
          'immediate_parent.company_name',
          'ultimate_parent.company_name',
        ],
      ),
    ]),
    response: openAnswer,
    notShown: [noMethod, noRequest, say('operation-gap.answer-names')],
    example: { body: { identifier: { type: 'rp_entity_id', value: 'DB4425' } } },
  }),
  'companies.get-by-cusip': operation({
    ...common,
    section: '4.14',
    otherMethod: 'GET',
    path: '/v1/companies/get-by-cusip',
    body: open,
    answer: issuer,
    response: openAnswer,
    notShown: [noMethod, noRequest],
    example: { body: { cusip: '990001109' } },
  }),
  'companies.get-by-isin': operation({
    ...common,
    section: '4.14',
    otherMethod: 'GET',
    path: '/v1/companies/get-by-isin',
    body: open,
    answer: issuer,
    response: openAnswer,
    notShown: [noMethod, noRequest],
    example: { body: { isin: 'US9900011092' } },
  }),
};
