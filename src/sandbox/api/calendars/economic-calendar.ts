import { z } from 'zod';
import { economicCategories, economicIndicators, economies } from '../../data/economic-indicators.ts';
import { releasesOf } from '../../data/economic-releases.ts';
import { readJson } from '../../http/read-json.ts';
import type { Route } from '../../http/router.ts';
import { validate } from '../../http/validate.ts';
import type { Services } from '../../services.ts';
import { refuseBackwards } from '../date-range.ts';
import { calendarDate } from '../fields.ts';
import { structuredReply } from '../response-parts.ts';

/** A response holds at most so many releases, the earliest (sections 4.10, 8). */
const mostReleases = 2000;

const country = z
  .string()
  .regex(/^([A-Z]{2}|EMU)$/, 'Input should be an ISO 3166-1 alpha-2 code or EMU')
  .transform((code) => (code === 'UK' ? 'GB' : code));
const category = z.enum(economicCategories, `Input should be one of: ${economicCategories.join(', ')}`);

const body = z.strictObject({
  countries: z.array(country).optional(),
  categories: z.array(category).optional(),
  impacts: z.array(z.enum(['HIGH', 'MEDIUM', 'LOW', 'NONE'])).optional(),
  start_date: calendarDate,
  end_date: calendarDate,
});

/** `POST /v1/economic-calendar/query` (sections 2.9, 4.10): both days included, earliest first, no pagination. */
export function economicCalendar(services: Services): Route {
  const indicators = economicIndicators();
  return {
    method: 'POST',
    path: '/v1/economic-calendar/query',
    async handle(context) {
      const asked = validate(body, await readJson(context), 'body');
      refuseBackwards({ start: asked.start_date, end: asked.end_date }, ['end_date']);
      const start = Date.parse(asked.start_date);
      const end = Date.parse(asked.end_date);
      const now = services.clock.now();
      const wanted = indicators.filter(
        (one) => includes(asked.categories, one.category) && includes(asked.impacts, one.impact),
      );
      const releases = economies
        .filter((code) => includes(asked.countries, code))
        .flatMap((code) => wanted.flatMap((one) => releasesOf(one, code, start, end, now)))
        .toSorted((left, right) => (left.event_datetime < right.event_datetime ? -1 : 1));
      return structuredReply(releases.slice(0, mostReleases), context, services);
    },
  };
}

/** A list that is missing or empty restricts nothing. */
function includes<Value>(list: readonly Value[] | undefined, value: Value): boolean {
  return list === undefined || list.length === 0 || list.includes(value);
}
