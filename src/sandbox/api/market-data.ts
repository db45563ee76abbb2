import { z } from 'zod';
import { companies, etfs } from '../data/catalog.ts';
import data from '../data/market-data.json' with { type: 'json' };
import { entityId } from '../enrich/annotate/gazetteer.ts';
import { backwards, dateFields, inOrder, pastDays, rangeOf, timestampRange } from './date-range.ts';
import { entityName } from './find-entity.ts';
import type { Asking } from './table-row.ts';

/** Estimates start this many years ahead. */
const yearsAhead = 4;
/** Years of revenue segments that the field profile returns. */
const segmentYears = 10;

/** `rp_entity_id` is the only type that the specification shows (section 4.5). */
const identifier = z.strictObject({ type: z.enum(['rp_entity_id']), value: z.string().min(1) });
const period = z.enum(['annual', 'quarter']);

// Company screener (section 4.4).

/** Filters such as `price_more_than`, and the field of a row that each compares with. */
const bounds = {
  market_cap: 'market_cap',
  price: 'price',
  beta: 'beta',
  volume: 'volume',
  dividend: 'last_annual_dividend',
} as const;
const boundNames = Object.keys(bounds).flatMap((name) => [`${name}_more_than`, `${name}_lower_than`]);
const optional = <Type extends z.ZodType>(names: readonly string[], type: Type) =>
  Object.fromEntries(names.map((name) => [name, type.optional()]));

export const screenerBody = z.strictObject({
  filters: z.strictObject({
    ...optional(boundNames, z.number()),
    ...optional(['sector', 'industry', 'country', 'exchange'], z.string()),
    ...optional(['is_actively_trading', 'is_etf'], z.boolean()),
  }),
  limit: z.int().min(1).max(1000).default(1000),
});

export function screen({ filters, limit }: z.output<typeof screenerBody>) {
  const conditions = Object.entries(filters);
  const results = data.screener.filter((row) => conditions.every(([name, value]) => meets(row, name, value)));
  return { results: results.slice(0, limit) };
}

function meets(row: (typeof data.screener)[number], name: string, wanted: unknown): boolean {
  const [, field, side] = /^(.*)_(more|lower)_than$/.exec(name) ?? [];
  if (field !== undefined) {
    const value = row[bounds[field as keyof typeof bounds]];
    return side === 'more' ? value > Number(wanted) : value < Number(wanted);
  }
  const own = name === 'exchange' ? [row.exchange, row.exchange_short_name] : [row[name as keyof typeof row]];
  return own.some((value) => String(value).toLowerCase() === String(wanted).toLowerCase());
}

// Series of a company: parallel `fields` and rows of `values`. All companies have the same figures.

/** Revenue by product segment (section 4.5). */
export const segmentsBody = z.strictObject({ identifier, period });

/** The spec profile answers one value per field: the latest period. The field profile answers one row for each period. */
export function segments(asked: z.output<typeof segmentsBody>, asking: Asking) {
  const { now, services } = asking;
  const past = periods(asked.period, new Date(now).getUTCFullYear() - 1, segmentYears);
  const rows = past.map((one) => [one.year, one.name, 'USD', data.segments[asked.period]]);
  const fields = ['FISCAL_YEAR', 'PERIOD', 'REPORTED_CURRENCY', 'PRODUCT_SEGMENTS'];
  return companySeries(
    asked.identifier.value,
    fields,
    services.settings.profile === 'field' ? rows : (rows[0] ?? []),
    asking,
  );
}

/** Analyst estimates (section 4.12). */
export const estimatesBody = z.object({
  identifier,
  period: period.default('annual'),
  limit: z.int().min(1).max(200).default(20),
});

/** The period furthest in the future comes first. */
export function estimates(asked: z.output<typeof estimatesBody>, asking: Asking) {
  const last = new Date(asking.now).getUTCFullYear() + yearsAhead;
  const rows = periods(asked.period, last, asked.limit)
    .slice(0, asked.limit)
    .map(({ year, name, end }) => [year, name, end, 'USD', ...data.estimates[asked.period]]);
  const fields = ['FISCAL_YEAR', 'PERIOD', 'PERIOD_END_DATE', 'CURRENCY', ...data.estimates.fields];
  return companySeries(asked.identifier.value, fields, rows, asking);
}

/** The years or quarters of a number of years, latest first. Every fiscal year is the calendar year. */
function periods(basis: z.output<typeof period>, lastYear: number, years: number) {
  return Array.from({ length: years }, (_, index) => lastYear - index).flatMap((year) =>
    basis === 'annual'
      ? [{ year, name: 'FY', end: `${year}-12-31` }]
      : ['12-31', '09-30', '06-30', '03-31'].map((end, index) => ({
          year,
          name: `Q${4 - index}`,
          end: `${year}-${end}`,
        })),
  );
}

function companySeries(id: string, fields: readonly string[], values: unknown[], asking: Asking) {
  const company = companyOf(id, asking);
  const results = { rp_entity_id: id, target_identifier_id: company?.ticker ?? null, fields };
  return { results: { ...results, values: company === undefined ? [] : values } };
}

function companyOf(id: string, { errors }: Asking) {
  const company = companies.find((one) => one.id === id);
  if (company === undefined) errors.push(`No company has the rp_entity_id ${id}.`);
  return company;
}

/** Entity sentiment (section 4.6). */
export const sentimentBody = z.strictObject({
  identifier: z.union(
    [identifier, z.array(z.union([identifier, z.string().min(1)])).min(1)],
    'Input should be one type and its value, or a list of entities',
  ),
  timestamp: timestampRange,
});

/** For a list of entities, whose answer is not shown, `results` has one object for each entity. */
export function sentiment(asked: z.output<typeof sentimentBody>, { context, errors, now, services }: Asking) {
  const days = pastDays(asked.timestamp, now);
  const rows = days.map(({ date, weekday }) => ({ date, ...data.sentiment[weekday] }));
  const series = [asked.identifier].flat().map((entity) => {
    const id = typeof entity === 'string' ? entity : entity.value;
    const name = entityName(id, context.user, services) ?? null;
    if (name === null) errors.push(`No entity has the rp_entity_id ${id}.`);
    return { name, id, values: name === null ? [] : rows };
  });
  return { results: Array.isArray(asked.identifier) ? series : series[0] };
}

/** Daily prices of a security or a currency pair (section 4.12). */
export const pricesBody = z
  .object({
    identifier: z.discriminatedUnion('type', [
      identifier.extend({ type: z.literal('rp_entity_id') }),
      z.strictObject({
        type: z.literal('currency_pair'),
        value: z.string().regex(/^[A-Z]{6}$/, 'Input should be two ISO 4217 codes, such as EURUSD'),
      }),
    ]),
    ...dateFields,
  })
  .refine((body) => inOrder(body.start_date, body.end_date), { path: ['end_date'], error: backwards });

/** One row for each working day, oldest first. The fixture has one row for each weekday. */
export function prices(asked: z.output<typeof pricesBody>, { errors, now }: Asking) {
  const { type, value } = asked.identifier;
  const isPair = type === 'currency_pair';
  const security = isPair ? undefined : [...companies, ...etfs].find(({ id }) => id === value);
  const listed = security !== undefined && security.ticker !== '' && security.status === 'Active';
  const week = new Map(Object.entries(data.prices)).get(isPair ? value : listed ? 'security' : '');
  if (week === undefined) errors.push(`Prices are not available for ${value}.`);
  const days = pastDays(rangeOf(asked, now, { before: 31, after: 0 }), now);
  return {
    results: {
      ...(isPair ? {} : { rp_entity_id: value }),
      target_identifier_id: isPair ? value : (security?.ticker ?? null),
      fields: ['DATE', 'OPEN', 'HIGH', 'LOW', 'CLOSE', 'VOLUME'],
      values: days.flatMap(({ date, weekday }) => {
        const row = week?.[weekday - 1];
        return row === undefined ? [] : [[date, ...row]];
      }),
    },
  };
}

/** Neither method nor request is shown (section 4.14). */
export const subsidiariesBody = z.union(
  [z.object({ identifier }), z.object({ rp_entity_id: z.string().min(1) })],
  'Input should carry an identifier with a type and a value, or an rp_entity_id',
);

/** The same hierarchy for every company, named after it. */
export function subsidiaries(asked: z.output<typeof subsidiariesBody>, asking: Asking) {
  const company = companyOf('identifier' in asked ? asked.identifier.value : asked.rp_entity_id, asking);
  if (company === undefined) return { results: [] };
  const top = { rp_entity_id: company.id, company_name: company.name };
  const below = (name: string) => {
    const company_name = `${company.name.split(/[ ,]/)[0]} ${name}`;
    return { rp_entity_id: entityId('SUBS', company_name), company_name };
  };
  const results = data.subsidiaries.map(({ name, country, parent, depth }) => ({
    ...below(name),
    country,
    immediate_parent: parent === null ? top : below(parent),
    ultimate_parent: top,
    hierarchy_depth: depth,
  }));
  return { results };
}

const oneOrMore = z.union([z.string(), z.array(z.string()).min(1)]).optional();
/** The request is not shown: `values`, or the name of the identifier, with one or several (section 4.14). */
const issuersBody = (kind: 'cusip' | 'isin') =>
  z
    .object({ values: oneOrMore, [kind]: oneOrMore, [`${kind}s`]: oneOrMore })
    .transform((body) => Object.values(body).flatMap((value) => value ?? []))
    .refine((values) => values.length > 0, { path: [kind], error: 'Field required' });
export const cusipsBody = issuersBody('cusip');
export const isinsBody = issuersBody('isin');

/** The profiles of the companies that issue securities with these CUSIPs or ISINs. */
export const issuersBy =
  (kind: 'cusip' | 'isin') =>
  (values: string[], { errors }: Asking) => {
    const results = values.flatMap((value) => {
      const written = value.trim().toUpperCase();
      const company = companies.find((one) => one[`${kind}_values`].includes(written));
      if (company === undefined) errors.push(`No company issues ${value}.`);
      return company === undefined ? [] : [{ [kind]: written, rp_entity_id: company.id, ...company }];
    });
    return { results };
  };
