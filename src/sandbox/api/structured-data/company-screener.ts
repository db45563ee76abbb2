import { z } from 'zod';
import { betaOf, type Company, type Etf, sharesOf } from '../../data/companies.ts';
import type { Catalog } from '../../data/catalog.ts';
import { between, rounded } from '../../data/invent.ts';
import { securityPrices } from '../../data/prices.ts';

/** Names the specification shows, and the others of its criteria named the same way. */
const bounds = {
  market_cap: 'market_cap',
  price: 'price',
  beta: 'beta',
  volume: 'volume',
  dividend: 'last_annual_dividend',
} as const;
const texts = ['sector', 'industry', 'country', 'exchange'] as const;
const flags = ['is_actively_trading', 'is_etf'] as const;

const boundNames = Object.keys(bounds).flatMap((name) => [`${name}_more_than`, `${name}_lower_than`]);
const filtersSchema = z.strictObject({
  ...Object.fromEntries(boundNames.map((name) => [name, z.number().optional()])),
  ...Object.fromEntries(texts.map((name) => [name, z.string().optional()])),
  ...Object.fromEntries(flags.map((name) => [name, z.boolean().optional()])),
});

export const screenerBody = z.strictObject({
  filters: filtersSchema,
  limit: z.int().min(1).max(1000).default(1000),
});

/** Long enough to hold a trading day. */
const lastDaysMs = 4 * 24 * 60 * 60 * 1000;

type ScreenerRow = Record<string, string | number | boolean>;

/** Listed companies and ETFs that meet every filter (section 4.4), largest market capitalization first. */
export function screenerRows(
  filters: z.output<typeof filtersSchema>,
  { companies, etfs }: Catalog,
  now: number,
): ScreenerRow[] {
  return [...companies.filter((one) => one.ticker !== ''), ...etfs]
    .map((one) => screenerRow(one, now))
    .filter((row) => Object.entries(filters).every(([name, value]) => meets(row, name, value)))
    .toSorted((left, right) => Number(right.market_cap) - Number(left.market_cap));
}

function meets(row: ScreenerRow, name: string, wanted: unknown): boolean {
  if (wanted === undefined) return true;
  const bound = /^(.*)_(more|lower)_than$/.exec(name);
  if (bound !== null) {
    const value = Number(row[bounds[bound[1] as keyof typeof bounds]]);
    return bound[2] === 'more' ? value > Number(wanted) : value < Number(wanted);
  }
  if (typeof wanted === 'boolean') return row[name] === wanted;
  const values = name === 'exchange' ? [row.exchange, row.exchange_short_name] : [row[name]];
  return values.some((value) => String(value).toLowerCase() === String(wanted).toLowerCase());
}

/** A screener result (section 2.4). */
function screenerRow(one: Company | Etf, now: number): ScreenerRow {
  const isEtf = 'type' in one === false;
  const day = securityPrices(one.id, { from: now - lastDaysMs, until: now }).at(-1);
  const price = day?.close ?? 0;
  const shares = isEtf ? Math.round(between(`${one.id}:shares`, 5, 400)) * 1e6 : sharesOf(one as Company);
  const exchange = one.listing_values[0]?.split(':')[0] ?? '';
  return {
    rp_entity_id: one.id,
    symbol: one.ticker,
    company_name: one.name,
    market_cap: Math.round(price * shares),
    sector: one.sector,
    industry: one.industry,
    beta: betaOf(one.id),
    price,
    last_annual_dividend: rounded(price * between(`${one.id}:dividend`, 0, 0.04), 2),
    volume: day?.volume ?? 0,
    exchange: exchangeNames[exchange] ?? exchange,
    exchange_short_name: exchange,
    country: one.country,
    is_etf: isEtf,
    is_actively_trading: one.status === 'Active',
  };
}

const exchangeNames: Record<string, string> = {
  NASDAQ: 'Nasdaq Stock Market',
  NYSE: 'New York Stock Exchange',
  NYSEARCA: 'NYSE Arca',
  LSE: 'London Stock Exchange',
  XETRA: 'Deutsche Börse Xetra',
  SIX: 'SIX Swiss Exchange',
  AMS: 'Euronext Amsterdam',
  PAR: 'Euronext Paris',
  TSE: 'Tokyo Stock Exchange',
  TSX: 'Toronto Stock Exchange',
  TWSE: 'Taiwan Stock Exchange',
  KRX: 'Korea Exchange',
};
