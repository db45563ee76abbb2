import { z } from 'zod';
import { type Company, currencyOf } from '../../data/companies.ts';
import { type FiscalPeriod, fiscalPeriods } from '../../data/fiscal-periods.ts';
import { segmentsOf } from '../../data/fundamentals.ts';
import { readJson } from '../../http/read-json.ts';
import type { Route } from '../../http/router.ts';
import { validate } from '../../http/validate.ts';
import type { Services } from '../../services.ts';
import { structuredReply } from '../response-parts.ts';
import { identifier, unknownEntity } from './identifier.ts';

const body = z.strictObject({ identifier, period: z.enum(['annual', 'quarter']) });

const fields = ['FISCAL_YEAR', 'PERIOD', 'REPORTED_CURRENCY', 'PRODUCT_SEGMENTS'];

/** The field profile answers so many past years, newest first. */
const pastYears = 10;

/**
 * `POST /v1/company-revenue-product-segments/query` (sections 2.5, 4.5). The specification's `values` has one value per field,
 * which is the latest period; the field profile answers a row for each of the last years.
 */
export function revenueSegments(services: Services): Route {
  return {
    method: 'POST',
    path: '/v1/company-revenue-product-segments/query',
    async handle(context) {
      const { identifier: asked, period: basis } = validate(body, await readJson(context), 'body');
      const company = services.catalog.company(asked.value);
      const results = { rp_entity_id: asked.value, target_identifier_id: company?.ticker ?? null, fields };
      if (company === undefined) {
        return structuredReply({ ...results, values: [] }, context, services, [unknownEntity(asked.value)]);
      }
      const now = services.clock.now();
      const year = new Date(now).getUTCFullYear();
      const rows = fiscalPeriods(basis, year - pastYears, year)
        .filter((one) => one.endsAt <= now)
        .toReversed()
        .map((one) => rowOf(company, one));
      const values = services.settings.profile === 'field' ? rows : (rows[0] ?? []);
      return structuredReply({ ...results, values }, context, services);
    },
  };
}

function rowOf(company: Company, period: FiscalPeriod): unknown[] {
  return [period.fiscalYear, period.period, currencyOf(company.country), segmentsOf(company, period)];
}
