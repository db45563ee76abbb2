import { z } from 'zod';
import data from '../data/calendars.json' with { type: 'json' };
import { entityId } from '../enrich/annotate/gazetteer.ts';
import { Problem } from '../http/problem.ts';
import { backwards, type DateRange, dateFields, dayOf, inOrder, rangeOf } from './date-range.ts';
import { calendarDate, countryCode } from './fields.ts';
import { type Asking, allows } from './table-row.ts';

const dayMs = 24 * 60 * 60 * 1000;
/** The calendars start on this day, and end this many days after today. */
const firstDay = '2018-01-01';
const daysAhead = 400;
/** Most releases in an answer: the earliest (sections 4.10, 8). */
const mostReleases = 2000;

/** A row of the fixture: it recurs on the same day of every month, of some months, or of one year. */
interface Recurring {
  day: number;
  /** UTC, such as `12:30`. */
  time: string;
  months?: readonly number[];
  year?: number;
}

/** Every time a row recurs in a range of days, oldest first. */
function* occurrences(row: Recurring, range: DateRange, now: number): Generator<Date> {
  const start = range.start > firstDay ? range.start : firstDay;
  const latest = dayOf(now + daysAhead * dayMs);
  const end = range.end < latest ? range.end : latest;
  const [hour, minute] = row.time.split(':').map(Number);
  for (let month = 0; ; month += 1) {
    const date = new Date(Date.UTC(Number(start.slice(0, 4)), month, row.day, hour, minute));
    const day = dayOf(date.getTime());
    if (day > end) return;
    const recurs = row.months?.includes(date.getUTCMonth() + 1) ?? true;
    if (day >= start && recurs && date.getUTCFullYear() === (row.year ?? date.getUTCFullYear())) yield date;
  }
}

function earlier(left: { event_datetime: string }, right: { event_datetime: string }): number {
  return left.event_datetime < right.event_datetime ? -1 : left.event_datetime > right.event_datetime ? 1 : 0;
}

// Economic calendar (sections 2.9, 4.10).

const releases: readonly (Recurring & Omit<(typeof data.releases)[number], 'months'>)[] = data.releases;
/** Section 4.10 names four of the twelve; the other eight are the sandbox's own. */
const economicCategories = [...new Set(releases.map(({ category }) => category))];
const economy = z
  .string()
  .regex(/^([A-Z]{2}|EMU)$/, 'Input should be an ISO 3166-1 alpha-2 code or EMU')
  .transform((code) => (code === 'UK' ? 'GB' : code));
const category = z.enum(economicCategories, `Input should be one of: ${economicCategories.join(', ')}`);

export const releasesBody = z
  .strictObject({
    countries: z.array(economy).optional(),
    categories: z.array(category).optional(),
    impacts: z.array(z.enum(['HIGH', 'MEDIUM', 'LOW', 'NONE'])).optional(),
    start_date: calendarDate,
    end_date: calendarDate,
  })
  .refine((body) => inOrder(body.start_date, body.end_date), { path: ['end_date'], error: backwards });

/** Earliest first, in one answer. */
export function economicReleases(asked: z.output<typeof releasesBody>, { now }: Asking) {
  const range = { start: asked.start_date, end: asked.end_date };
  const countries = data.economies.filter((country) => allows(asked.countries, country));
  const results = releases
    .filter((row) => allows(asked.categories, row.category) && allows(asked.impacts, row.impact))
    .flatMap((row) => [...occurrences(row, range, now)].map((date) => releaseOn(date, row, now)))
    .flatMap((release) => countries.map((country) => ({ ...release, country })))
    .toSorted(earlier);
  return { results: results.slice(0, mostReleases) };
}

/** A release that is still to come has no actual figure and nothing that follows from it. */
function releaseOn(
  date: Date,
  { day, time, months, actual, ...row }: (typeof releases)[number],
  now: number,
) {
  const covered = row.period_type === 'QUARTER' ? 3 : 1;
  const period = Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - covered, 1);
  const fields = { event_datetime: date.toISOString(), period_date: dayOf(period), ...row };
  if (date.getTime() <= now) return { ...fields, actual };
  return { ...fields, revised: null, surprise: null, ratio_deviation: null, is_better_than_expected: null };
}

// Events calendar of companies (sections 2.10, 4.11).

const events: readonly (Recurring & Omit<(typeof data.events)[number], 'months' | 'year'>)[] = data.events;
const eventCategories = ['earnings-call', 'conference-call', 'ipos-calendar', 'delisted-company'] as const;

/** The names of dates and pages are not shown: these are the sandbox's own. */
export const eventsBody = z
  .object({
    categories: z.array(z.enum(eventCategories)).optional(),
    countries: z.array(countryCode).optional(),
    exchanges: z.array(z.string()).optional(),
    ...dateFields,
    page: z.int().min(1).default(1),
    page_size: z.int().min(1).max(1000).default(100),
  })
  .refine((body) => inOrder(body.start_date, body.end_date), { path: ['end_date'], error: backwards })
  .prefault({});

/**
 * Earliest first. IPOs come on the first page, beyond its size. Companies without `rp_entity_id` are in
 * `events_unmapped`.
 */
export function corporateEvents(asked: z.output<typeof eventsBody>, { now, services }: Asking) {
  const { countries, exchanges, page, page_size } = asked;
  const served = eventCategories.filter(
    (one) =>
      allows(asked.categories, one) &&
      (one !== 'ipos-calendar' || (services.settings.ipoCalendar && allows(countries, 'US'))),
  );
  if (served.length === 0) {
    const message = 'No category of the request can be served to the organization.';
    throw new Problem(403, 'NO_CATEGORY_TO_SERVE', message);
  }
  const range = rangeOf(asked, now, { before: 30, after: 30 });
  const found = events
    .filter((row) => served.some((one) => one === row.category) && allows(countries, row.country))
    .filter((row) => !row.category.endsWith('-call') || allows(exchanges, row.exchange))
    .flatMap((row) => [...occurrences(row, range, now)].map((date) => eventOn(date, row)))
    .filter((event) => event.category !== 'delisted-company' || event.event_datetime >= '2025')
    .toSorted(earlier);
  const first = (page - 1) * page_size;
  const paged = found.filter((event) => event.category !== 'ipos-calendar');
  const onPage = new Set(paged.slice(first, first + page_size));
  const shown = found.filter(
    (event) => onPage.has(event) || (page === 1 && event.category === 'ipos-calendar'),
  );
  return {
    results: shown.filter((event) => event.rp_entity_id !== undefined),
    events_unmapped: shown.filter((event) => event.rp_entity_id === undefined),
    pagination: { page, page_size, has_more: first + page_size < paged.length },
  };
}

/** A call is about the quarter before it. */
function eventOn(date: Date, { day, time, months, year, ...row }: (typeof events)[number]) {
  const event = { ...row, event_datetime: date.toISOString() };
  if (!row.category.endsWith('-call')) return event;
  const quarter = Math.floor(date.getUTCMonth() / 3);
  return {
    ...event,
    fiscal_year: date.getUTCFullYear() - (quarter === 0 ? 1 : 0),
    fiscal_period: `Q${quarter === 0 ? 4 : quarter}`,
    rp_collection_id: entityId('EVNT', `${row.ticker}:${row.category}:${event.event_datetime}`),
  };
}
