import { z } from 'zod';
import {
  type CorporateEvent,
  callsOf,
  delistings,
  eventCategories,
  listings,
} from '../../data/corporate-events.ts';
import { economicCategories, economicIndicators, economies } from '../../data/economic-indicators.ts';
import { releasesOf } from '../../data/economic-releases.ts';
import { Problem } from '../../http/problem.ts';
import type { Route } from '../../http/router.ts';
import type { Services } from '../../services.ts';
import { allows, dataRoute } from '../data-route.ts';
import { type DateRange, dateFields, dateRangeOf, isWithin, refuseBackwards } from '../date-range.ts';
import { calendarDate, countryCode } from '../fields.ts';

/** A response holds at most so many releases, the earliest (sections 4.10, 8). */
const mostReleases = 2000;
const dayMs = 24 * 60 * 60 * 1000;
/** Days before and after today whose corporate events are answered where the request names none. */
const usualDays = 30;

const economy = z
  .string()
  .regex(/^([A-Z]{2}|EMU)$/, 'Input should be an ISO 3166-1 alpha-2 code or EMU')
  .transform((code) => (code === 'UK' ? 'GB' : code));
const category = z.enum(economicCategories, `Input should be one of: ${economicCategories.join(', ')}`);

const releasesBody = z.strictObject({
  countries: z.array(economy).optional(),
  categories: z.array(category).optional(),
  impacts: z.array(z.enum(['HIGH', 'MEDIUM', 'LOW', 'NONE'])).optional(),
  start_date: calendarDate,
  end_date: calendarDate,
});

/** The names of dates and pages are not shown: these are the sandbox's own. */
const eventsBody = z.object({
  categories: z.array(z.enum(eventCategories)).optional(),
  countries: z.array(countryCode).optional(),
  exchanges: z.array(z.string()).optional(),
  ...dateFields,
  page: z.int().min(1).default(1),
  page_size: z.int().min(1).max(1000).default(100),
});
type EventsBody = z.output<typeof eventsBody>;

export function calendarRoutes(services: Services): Route[] {
  return [
    // Sections 2.9 and 4.10: both days included, earliest first, no pagination.
    ...dataRoute(services, {
      path: '/v1/economic-calendar/query',
      takes: releasesBody,
      answer(asked, { now }) {
        refuseBackwards({ start: asked.start_date, end: asked.end_date }, ['end_date']);
        const start = Date.parse(asked.start_date);
        const end = Date.parse(asked.end_date);
        const indicators = economicIndicators.filter(
          (one) => allows(asked.categories, one.category) && allows(asked.impacts, one.impact),
        );
        const releases = economies
          .filter((code) => allows(asked.countries, code))
          .flatMap((code) => indicators.flatMap((one) => releasesOf(one, code, start, end, now)))
          .toSorted((left, right) => (left.event_datetime < right.event_datetime ? -1 : 1));
        return { results: releases.slice(0, mostReleases) };
      },
    }),
    // Sections 2.10 and 4.11: earliest first. IPOs come on the first page, beyond its size. What has no
    // `rp_entity_id` arrives in `events_unmapped`.
    ...dataRoute(services, {
      path: '/v1/events-calendar/query',
      takes: eventsBody,
      mayBeEmpty: true,
      answer(asked, { now }) {
        const { page, page_size } = asked;
        const found = eventsOf(asked, now, services);
        const paged = found.filter((event) => event.category !== 'ipos-calendar');
        const first = (page - 1) * page_size;
        const shown = [
          ...(page === 1 ? found.filter((event) => event.category === 'ipos-calendar') : []),
          ...paged.slice(first, first + page_size),
        ].toSorted(earlier);
        return {
          results: shown.filter((event) => event.rp_entity_id !== undefined),
          events_unmapped: shown.filter((event) => event.rp_entity_id === undefined),
          pagination: { page, page_size, has_more: first + page_size < paged.length },
        };
      },
    }),
  ];
}

/** The events that meet the filters, earliest first. `exchanges` applies to transcript events only. */
function eventsOf(asked: EventsBody, now: number, { catalog, settings }: Services): CorporateEvent[] {
  const { categories, countries, exchanges } = asked;
  // What the organization lacks and what the countries exclude is left out (section 4.11).
  const served = eventCategories.filter(
    (one) =>
      allows(categories, one) &&
      (one !== 'ipos-calendar' || (settings.ipoCalendar && allows(countries, 'US'))),
  );
  if (served.length === 0) {
    const message = 'No category of the request can be served to the organization.';
    throw new Problem(403, 'NO_CATEGORY_TO_SERVE', message);
  }
  const range = withDefault(dateRangeOf(asked), now);
  const from = Date.parse(range.start);
  const until = Date.parse(range.end);
  const firstYear = Math.max(new Date(from).getUTCFullYear() - 1, 2015);
  return [
    ...catalog.companies.flatMap((company) => callsOf(company, firstYear, now)),
    ...listings(from, until, now, catalog.companies),
    ...delistings(from, until, now, catalog.companies),
  ]
    .filter(
      ({ category, event_datetime }) =>
        served.includes(category) && isWithin(event_datetime.slice(0, 10), range),
    )
    .toSorted(earlier)
    .filter(
      ({ category, country, exchange }) =>
        allows(countries, country) && (!category.endsWith('-call') || allows(exchanges, exchange)),
    );
}

function withDefault({ start, end }: DateRange, now: number): { start: string; end: string } {
  const day = (offset: number) => new Date(now + offset * dayMs).toISOString().slice(0, 10);
  return { start: start ?? day(-usualDays), end: end ?? day(usualDays) };
}

function earlier(left: CorporateEvent, right: CorporateEvent): number {
  return left.event_datetime < right.event_datetime ? -1 : left.event_datetime > right.event_datetime ? 1 : 0;
}
