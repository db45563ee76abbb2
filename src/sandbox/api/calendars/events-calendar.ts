import { z } from 'zod';
import {
  type CorporateEvent,
  callsOf,
  delistings,
  type EventCategory,
  eventCategories,
  listings,
} from '../../data/corporate-events.ts';
import { Problem } from '../../http/problem.ts';
import { readJson } from '../../http/read-json.ts';
import { jsonReply } from '../../http/reply.ts';
import type { Route } from '../../http/router.ts';
import { validate } from '../../http/validate.ts';
import type { Services } from '../../services.ts';
import { type DateRange, dateFields, dateRangeOf, isWithin } from '../date-range.ts';
import { responseMetadata } from '../response-parts.ts';

/** The names of dates and pages are not shown: these are the sandbox's own. */
const body = z.object({
  categories: z.array(z.enum(eventCategories)).optional(),
  countries: z.array(z.string().regex(/^[A-Z]{2}$/, 'String should match pattern ^[A-Z]{2}$')).optional(),
  exchanges: z.array(z.string()).optional(),
  ...dateFields,
  page: z.int().min(1).default(1),
  page_size: z.int().min(1).max(1000).default(100),
});

const dayMs = 24 * 60 * 60 * 1000;
/** Days before and after today that are answered where the request names none. */
const usualDays = 30;

/**
 * `POST /v1/events-calendar/query` (sections 2.10, 4.11), earliest first. IPOs come on the first page, beyond its size. What has
 * no `rp_entity_id` arrives in `events_unmapped`.
 */
export function eventsCalendar(services: Services): Route {
  return {
    method: 'POST',
    path: '/v1/events-calendar/query',
    async handle(context) {
      const asked = validate(body, (await readJson(context)) ?? {}, 'body');
      const served = servedCategories(asked.categories, asked.countries, services);
      if (served.length === 0) {
        throw new Problem(
          403,
          'NO_CATEGORY_TO_SERVE',
          'No category of the request can be served to the organization.',
        );
      }
      const all = eventsOf(served, withDefault(dateRangeOf(asked), services.clock.now()), services).filter(
        (event) =>
          wanted(asked.countries, event.country) &&
          (!isCall(event) || wanted(asked.exchanges, event.exchange)),
      );
      const paged = all.filter((event) => event.category !== 'ipos-calendar');
      const first = (asked.page - 1) * asked.page_size;
      const page = [
        ...(asked.page === 1 ? all.filter((event) => event.category === 'ipos-calendar') : []),
        ...paged.slice(first, first + asked.page_size),
      ].toSorted(earlier);
      return jsonReply({
        results: page.filter((event) => event.rp_entity_id !== undefined),
        events_unmapped: page.filter((event) => event.rp_entity_id === undefined),
        pagination: {
          page: asked.page,
          page_size: asked.page_size,
          has_more: first + asked.page_size < paged.length,
        },
        errors: [],
        metadata: responseMetadata(context, services),
      });
    },
  };
}

/** What the organization lacks and what the countries exclude is left out (section 4.11). */
function servedCategories(
  asked: readonly EventCategory[] | undefined,
  countries: readonly string[] | undefined,
  { settings }: Services,
): EventCategory[] {
  const categories = asked === undefined || asked.length === 0 ? eventCategories : asked;
  const listingsServed = settings.ipoCalendar && wanted(countries, 'US');
  return categories.filter((category) => category !== 'ipos-calendar' || listingsServed);
}

function eventsOf(
  categories: readonly EventCategory[],
  { start, end }: { start: string; end: string },
  { catalog, clock }: Services,
): CorporateEvent[] {
  const now = clock.now();
  const from = Date.parse(start);
  const until = Date.parse(end);
  const firstYear = Math.max(new Date(from).getUTCFullYear() - 1, 2015);
  return [
    ...catalog.companies.flatMap((company) => callsOf(company, firstYear, now)),
    ...listings(from, until, now, catalog.companies),
    ...delistings(from, until, now, catalog.companies),
  ]
    .filter((event) => categories.includes(event.category))
    .filter((event) => isWithin(event.event_datetime.slice(0, 10), { start, end }))
    .toSorted(earlier);
}

function withDefault({ start, end }: DateRange, now: number): { start: string; end: string } {
  const day = (offset: number) => new Date(now + offset * dayMs).toISOString().slice(0, 10);
  return { start: start ?? day(-usualDays), end: end ?? day(usualDays) };
}

/** `exchanges` applies to transcript events only. */
function isCall({ category }: CorporateEvent): boolean {
  return category === 'earnings-call' || category === 'conference-call';
}

function wanted(list: readonly string[] | undefined, value: string): boolean {
  return list === undefined || list.length === 0 || list.includes(value);
}

function earlier(left: CorporateEvent, right: CorporateEvent): number {
  return left.event_datetime < right.event_datetime ? -1 : left.event_datetime > right.event_datetime ? 1 : 0;
}
