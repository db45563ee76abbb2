import { z } from 'zod';
import { type Company, currencyOf } from '../../data/companies.ts';
import { type Basis, type FiscalPeriod, fiscalPeriods } from '../../data/fiscal-periods.ts';
import { estimateOf } from '../../data/fundamentals.ts';
import { readJson } from '../../http/read-json.ts';
import type { Route } from '../../http/router.ts';
import { validate } from '../../http/validate.ts';
import type { Services } from '../../services.ts';
import { structuredReply } from '../response-parts.ts';
import { identifier, unknownEntity } from './identifier.ts';

/** At most 200 periods, 20 unless asked (sections 4.12, 8). */
const body = z.object({
  identifier,
  period: z.enum(['annual', 'quarter']).default('annual'),
  limit: z.int().min(1).max(200).default(20),
});

const figures = ['revenue', 'netIncome', 'earningsPerShare', 'ebitda'] as const;
const figureNames = {
  revenue: 'REVENUE',
  netIncome: 'NET_INCOME',
  earningsPerShare: 'EPS',
  ebitda: 'EBITDA',
};
const fields = [
  ...['FISCAL_YEAR', 'PERIOD', 'PERIOD_END_DATE', 'CURRENCY'],
  ...figures.flatMap((figure) => ['LOW', 'HIGH', 'AVG'].map((side) => `${figureNames[figure]}_${side}`)),
  'NUMBER_OF_ANALYSTS',
];

/** Estimates reach from here to so many years ahead. */
const firstYear = 1971;
const yearsAhead = 4;

/** `POST /v1/analyst-estimates/query` (section 4.12): the furthest future period first, then backward to the oldest. */
export function analystEstimates(services: Services): Route {
  return {
    method: 'POST',
    path: '/v1/analyst-estimates/query',
    async handle(context) {
      const asked = validate(body, await readJson(context), 'body');
      const id = asked.identifier.value;
      const company = services.catalog.company(id);
      const year = new Date(services.clock.now()).getUTCFullYear();
      const periods = fiscalPeriods(asked.period, firstYear, year + yearsAhead)
        .toReversed()
        .slice(0, asked.limit);
      const values = company === undefined ? [] : periods.map((one) => rowOf(company, one, asked.period));
      const results = { rp_entity_id: id, target_identifier_id: company?.ticker ?? null, fields, values };
      return structuredReply(results, context, services, company === undefined ? [unknownEntity(id)] : []);
    },
  };
}

function rowOf(company: Company, period: FiscalPeriod, basis: Basis): unknown[] {
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
