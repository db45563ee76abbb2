import { z } from 'zod';
import { type Company, currencyOf } from '../../data/companies.ts';
import { sentimentDays } from '../../data/daily-sentiment.ts';
import { type Basis, type FiscalPeriod, fiscalPeriods } from '../../data/fiscal-periods.ts';
import { estimateOf, segmentsOf } from '../../data/fundamentals.ts';
import { pairPrices, securityPrices } from '../../data/prices.ts';
import { tradedOn } from '../../data/trading-days.ts';
import type { Route } from '../../http/router.ts';
import type { Services } from '../../services.ts';
import { type Asking, dataRoute } from '../data-route.ts';
import { dateFields, dateRangeOf, refuseBackwards } from '../date-range.ts';
import { calendarDate } from '../fields.ts';
import { entityName } from '../find-entity.ts';
import { entityIdentifier, issuerOf } from './entity-identifier.ts';

const dayMs = 24 * 60 * 60 * 1000;
/** Days with prices that are answered where the request names none. */
const usualDays = 31;
/** Estimates reach from here to so many years ahead. */
const firstYear = 1971;
const yearsAhead = 4;
/** The field profile answers the segments of so many past years, newest first. */
const pastYears = 10;

const period = z.enum(['annual', 'quarter']);
const priced = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('rp_entity_id'), value: z.string().min(1) }),
  z.strictObject({
    type: z.literal('currency_pair'),
    value: z.string().regex(/^[A-Z]{6}$/, 'Input should be two ISO 4217 codes, such as EURUSD'),
  }),
]);
const pricesBody = z.object({ identifier: priced, ...dateFields });

/** At most 200 periods, 20 unless asked (sections 4.12, 8). */
const estimatesBody = z.object({
  identifier: entityIdentifier,
  period: period.default('annual'),
  limit: z.int().min(1).max(200).default(20),
});
const figures = ['revenue', 'netIncome', 'earningsPerShare', 'ebitda'] as const;
const estimateFields = [
  ...['FISCAL_YEAR', 'PERIOD', 'PERIOD_END_DATE', 'CURRENCY'],
  ...['REVENUE', 'NET_INCOME', 'EPS', 'EBITDA'].flatMap((name) => [
    `${name}_LOW`,
    `${name}_HIGH`,
    `${name}_AVG`,
  ]),
  'NUMBER_OF_ANALYSTS',
];

const oneEntity = z.union([entityIdentifier, z.string().min(1)]);
const sentimentBody = z.strictObject({
  identifier: z.union(
    [entityIdentifier, z.array(oneEntity).min(1)],
    'Input should be one type and its value, or a list of entities',
  ),
  timestamp: z.strictObject({ start: calendarDate, end: calendarDate }),
});

/** Figures of one entity over time: parallel `fields` and rows of `values` (sections 4.5, 4.6, 4.12). */
export function seriesRoutes(services: Services): Route[] {
  const { catalog, settings } = services;
  const sentimentPath = '/v1/entity-sentiment';
  return [
    // The specification's `values` has one value per field, which is the latest period (section 2.5).
    ...dataRoute(services, {
      path: '/v1/company-revenue-product-segments/query',
      takes: z.strictObject({ identifier: entityIdentifier, period }),
      answer(asked, asking) {
        const fields = ['FISCAL_YEAR', 'PERIOD', 'REPORTED_CURRENCY', 'PRODUCT_SEGMENTS'];
        const periods = periodsUntil(asking.now, asked.period, pastYears, 0).filter(
          ({ endsAt }) => endsAt <= asking.now,
        );
        return companySeries(asked.identifier.value, asking, fields, (company) => {
          const rows = periods.map((one) => [
            one.fiscalYear,
            one.period,
            currencyOf(company.country),
            segmentsOf(company, one),
          ]);
          return settings.profile === 'field' ? rows : (rows[0] ?? []);
        });
      },
    }),
    // For a list of entities, whose answer the specification does not show, `results` is a list of the same
    // objects in the order asked.
    ...[sentimentPath, `${sentimentPath}/`].flatMap((path) =>
      dataRoute(services, {
        path,
        takes: sentimentBody,
        answer({ identifier: asked, timestamp }, { context, errors, now }) {
          refuseBackwards(timestamp, ['timestamp', 'end']);
          const end = Math.min(Date.parse(timestamp.end), now);
          const series = [asked].flat().map((entity) => {
            const id = typeof entity === 'string' ? entity : entity.value;
            const name = entityName(id, context.user, services);
            if (name === undefined) errors.push(`There is no entity with the rp_entity_id ${id}.`);
            const values = name === undefined ? [] : sentimentDays(id, Date.parse(timestamp.start), end);
            return { name: name ?? null, id, values };
          });
          return { results: Array.isArray(asked) ? series : series[0] };
        },
      }),
    ),
    // One row a trading day, oldest first; nothing is known of days to come. A pair is named by
    // `target_identifier_id` only.
    ...dataRoute(services, {
      path: '/v1/price/daily/query',
      takes: pricesBody,
      answer(asked, { errors, now }) {
        const { type, value } = asked.identifier;
        const { start, end } = dateRangeOf(asked);
        const until = Math.min(end === undefined ? now : Date.parse(end), now);
        const span = { from: start === undefined ? until - usualDays * dayMs : Date.parse(start), until };
        const pair = type === 'currency_pair';
        const security = pair ? undefined : catalog.security(value);
        const days = pair
          ? pairPrices(value, span)
          : security?.ticker &&
            securityPrices(value, span).filter(({ date }) => tradedOn(security.name, date));
        if (!days) errors.push(`Prices are not available for ${value}.`);
        const results = {
          ...(pair ? {} : { rp_entity_id: value }),
          target_identifier_id: pair ? value : (security?.ticker ?? null),
          fields: ['DATE', 'OPEN', 'HIGH', 'LOW', 'CLOSE', 'VOLUME'],
          values: (days || []).map(({ date, open, high, low, close, volume }) => [
            date,
            open,
            high,
            low,
            close,
            volume,
          ]),
        };
        return { results };
      },
    }),
    // The furthest future period first, then backward to the oldest (section 4.12).
    ...dataRoute(services, {
      path: '/v1/analyst-estimates/query',
      takes: estimatesBody,
      answer(asked, asking) {
        const year = new Date(asking.now).getUTCFullYear();
        const periods = periodsUntil(asking.now, asked.period, year - firstYear, yearsAhead).slice(
          0,
          asked.limit,
        );
        return companySeries(asked.identifier.value, asking, estimateFields, (company) =>
          periods.map((one) => estimatesOf(company, one, asked.period)),
        );
      },
    }),
  ];
}

/** Periods of so many years before and after this one, the last first. */
function periodsUntil(now: number, basis: Basis, yearsBefore: number, yearsAfter: number): FiscalPeriod[] {
  const year = new Date(now).getUTCFullYear();
  return fiscalPeriods(basis, year - yearsBefore, year + yearsAfter).toReversed();
}

/** A series of a company; for an id that leads to none it is empty, and the errors say so. */
function companySeries(
  id: string,
  asking: Asking,
  fields: readonly string[],
  valuesOf: (company: Company) => unknown[],
): Record<string, unknown> {
  const company = issuerOf(id, asking);
  const values = company === undefined ? [] : valuesOf(company);
  return { results: { rp_entity_id: id, target_identifier_id: company?.ticker ?? null, fields, values } };
}

function estimatesOf(company: Company, period: FiscalPeriod, basis: Basis): unknown[] {
  const estimates = figures.map((figure) => estimateOf(company, period, figure, basis));
  return [
    period.fiscalYear,
    period.period,
    period.endDate,
    currencyOf(company.country),
    ...estimates.flatMap(({ low, high, average }) => [low, high, average]),
    estimates[0]?.analysts ?? 0,
  ];
}
