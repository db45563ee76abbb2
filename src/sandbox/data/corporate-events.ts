import { entityId } from '../enrich/annotate/gazetteer.ts';
import type { Company } from './companies.ts';
import { fiscalPeriods } from './fiscal-periods.ts';
import { between, chance, choose } from './invent.ts';
import { firstTradingDay, lastTradingDay, tradedOn } from './trading-days.ts';

/** The categories of the corporate calendar (section 4.11). */
export const eventCategories = [
  'earnings-call',
  'conference-call',
  'ipos-calendar',
  'delisted-company',
] as const;
export type EventCategory = (typeof eventCategories)[number];

/** An event of the corporate calendar (section 2.10), with the country it is filtered by. */
export interface CorporateEvent {
  category: EventCategory;
  event_datetime: string;
  ticker: string;
  company_name: string;
  exchange: string;
  country: string;
  fiscal_year?: number;
  fiscal_period?: string;
  rp_collection_id?: string;
  rp_entity_id?: string;
}

const dayMs = 24 * 60 * 60 * 1000;
const weekMs = 7 * dayMs;
/** Delistings are known from here on (section 4.11). */
const firstDelisting = Date.UTC(2025, 0, 1);
/** Listings are known from here on. */
const firstListing = Date.UTC(2018, 0, 1);
/** The calendar reaches so far ahead. */
const daysAhead = 180;

/** Earnings and conference calls of a company over the years, oldest first. */
export function callsOf(company: Company, firstYear: number, now: number): CorporateEvent[] {
  if (company.ticker === '') return [];
  const lastYear = new Date(now + daysAhead * dayMs).getUTCFullYear();
  return fiscalPeriods('quarter', firstYear, lastYear).flatMap(({ fiscalYear, period, endsAt }) => {
    const key = `${company.id}:${fiscalYear}:${period}`;
    const earnings = workingDay(endsAt + (18 + Math.floor(chance(key) * 20)) * dayMs);
    const conference = workingDay(earnings + (15 + Math.floor(chance(`${key}:c`) * 20)) * dayMs);
    const call = (category: EventCategory, at: number): CorporateEvent => ({
      category,
      event_datetime: new Date(at).toISOString(),
      ticker: company.ticker,
      company_name: company.name,
      exchange: exchangeOf(company),
      country: company.country,
      fiscal_year: fiscalYear,
      fiscal_period: period,
      rp_collection_id: entityId('EVNT', `${key}:${category}`),
      rp_entity_id: company.id,
    });
    const hour = between(`${key}:hour`, 12, 22) * 60 * 60 * 1000;
    const atHalfHour = Math.round(hour / 1_800_000) * 1_800_000;
    return [
      call('earnings-call', earnings + atHalfHour),
      ...(chance(`${key}:has`) < 0.4 ? [call('conference-call', conference + atHalfHour)] : []),
    ].filter(
      (event) =>
        tradedOn(company.name, event.event_datetime.slice(0, 10)) &&
        Date.parse(event.event_datetime) <= now + daysAhead * dayMs,
    );
  });
}

/**
 * One listing to come a week, on Thursdays; midnight UTC, because only the date is meaningful (section 2.10).
 */
export function listings(
  start: number,
  end: number,
  now: number,
  traded: readonly Company[],
): CorporateEvent[] {
  const found: CorporateEvent[] = [];
  const until = Math.min(end, now + daysAhead * dayMs);
  // 1970-01-01 was a Thursday.
  for (let week = Math.ceil(Math.max(start, firstListing) / weekMs); week * weekMs <= until; week += 1) {
    const { name, ticker } = inventedCompany(`ipo:${week}`);
    const event = { category: 'ipos-calendar', country: 'US' } as const;
    const event_datetime = new Date(week * weekMs).toISOString();
    const exchange = choose(`ipo:${week}:exchange`, ['NASDAQ', 'NYSE']);
    // One that trades by now has an id; a newcomer has none.
    const known = traded.find((one) => firstTradingDay(one.name) === event_datetime.slice(0, 10));
    found.push(
      known === undefined
        ? { ...event, event_datetime, ticker, company_name: name, exchange }
        : {
            ...event,
            event_datetime,
            ticker: known.ticker,
            company_name: known.name,
            exchange,
            rp_entity_id: known.id,
          },
    );
  }
  return found;
}

/** Delistings in the United States: those of the catalog, and one invented company every third week. */
export function delistings(
  start: number,
  end: number,
  now: number,
  all: readonly Company[],
): CorporateEvent[] {
  const from = Math.max(start, firstDelisting);
  const until = Math.min(end, now + 30 * dayMs);
  const event = { category: 'delisted-company', country: 'US' } as const;
  const known = all.flatMap((company) => {
    const day = lastTradingDay(company.name);
    const at = day === undefined ? Number.NaN : Date.parse(day);
    if (!(company.country === 'US' && at >= from && at <= until)) return [];
    const { name, ticker, id } = company;
    const event_datetime = new Date(at).toISOString();
    return [
      {
        ...event,
        event_datetime,
        ticker,
        company_name: name,
        exchange: exchangeOf(company),
        rp_entity_id: id,
      },
    ];
  });
  const invented: CorporateEvent[] = [];
  for (let number = Math.ceil(from / (3 * weekMs)); number * 3 * weekMs <= until; number += 1) {
    const { name, ticker } = inventedCompany(`delisted:${number}`);
    const event_datetime = new Date(number * 3 * weekMs).toISOString();
    const exchange = choose(`delisted:${number}:exchange`, ['NASDAQ', 'NYSE']);
    invented.push({ ...event, event_datetime, ticker, company_name: name, exchange });
  }
  return [...known, ...invented];
}

function inventedCompany(key: string): { name: string; ticker: string } {
  const first = choose(`${key}:first`, [
    'Amber',
    'Cobalt',
    'Drift',
    'Fern',
    'Garnet',
    'Marlow',
    'Osprey',
    'Vesper',
  ]);
  const second = choose(`${key}:second`, [
    'Bay',
    'Circuit',
    'Genomics',
    'Harbor',
    'Labs',
    'Orchard',
    'Systems',
  ]);
  const name = `${first} ${second}${choose(`${key}:form`, [', Inc.', ' Corp.', ' Holdings, Inc.'])}`;
  return { name, ticker: `${first.slice(0, 2)}${second.slice(0, 2)}`.toUpperCase() };
}

function exchangeOf(company: Company): string {
  return company.listing_values[0]?.split(':')[0] ?? '';
}

/** The day itself, or the Monday after a weekend. */
function workingDay(time: number): number {
  const day = Math.floor(time / dayMs);
  const shift = day % 7 === 2 ? 2 : day % 7 === 3 ? 1 : 0;
  return (day + shift) * dayMs;
}
