import { z } from 'zod';
import { isSameCountry } from '#shared/operations/countries.ts';
import { isRecord } from '#shared/operations/is-record.ts';
import { rowsOf } from '#shared/operations/read-answer.ts';
import { inEnglish } from '#shared/sentences/english.ts';
import { rule } from '#shared/spoken/rule.ts';
import { type Said, said } from '#shared/spoken/said.ts';
import { acceptedValues } from './accepted-values.ts';
import { openAnswer } from './answers.ts';
import { list, lists } from './declare-answer.ts';
import { operation, type Refusal } from './define.ts';
import { day } from './fields.ts';

const { say } = inEnglish;

/** The four categories that are named; the other eight are not shown (specification 4.10). */
export const namedCategories = ['inflation', 'labor-market', 'central-banks', 'bond-auctions'] as const;
/** A response is capped at so many releases, the earliest are kept (specification 4.10, rule 3). */
const mostReleases = 2_000;

const bothDates = rule('both-days');

const category = z
  .string()
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, rule('hyphens'))
  .meta({ examples: [...namedCategories] });

const calendarCountry = z
  .string()
  .regex(/^([A-Z]{2}|EMU)$/, rule('country-or-euro'))
  .meta({ examples: ['US', 'GB', 'DE', 'EMU'] });

const taught = ({ answer, body }: Refusal) => acceptedValues(answer, 'categories', body.categories);

/** The field that holds the releases is not shown: `results` has been seen. */
const answer = lists([
  list(
    ['results', '', '*'],
    [
      'event_datetime',
      'country',
      'name',
      'category',
      'impact',
      'actual',
      'consensus',
      'previous',
      'revised',
      'surprise',
      'surprise_unit',
      'ratio_deviation',
      'is_better_than_expected',
      'period_date',
      'period_type',
    ],
  ),
]);

/** `POST /v1/economic-calendar/query` (specification 4.10). */
export const economicCalendarOperation = operation({
  area: 'structured-data',
  section: '4.10',
  host: 'base',
  method: 'POST',
  path: '/v1/economic-calendar/query',
  body: z.looseObject({
    start_date: day(say('operation-field.first-day-inclusive'), bothDates),
    end_date: day(say('operation-field.last-day-inclusive'), bothDates),
    countries: z
      .array(calendarCountry)
      .meta({ description: say('operation-field.countries-and-euro') })
      .optional(),
    categories: z
      .array(category)
      .meta({ description: say('operation-field.indicators') })
      .optional(),
    impacts: z
      .array(z.enum(['HIGH', 'MEDIUM', 'LOW', 'NONE'], rule('impact')))
      .meta({ description: say('operation-field.impact') })
      .optional(),
  }),
  complete: true,
  answer,
  response: openAnswer,
  notShown: [say('operation-gap.categories'), say('operation-gap.around-releases')],
  learns: { field: 'categories', from: taught },
  explain: (refusal) => {
    if (refusal.status !== 422) return undefined;
    const accepted = taught(refusal);
    return accepted.length === 0 ? undefined : said('input.categories', { list: accepted.join(', ') });
  },
  remarks: ({ body, value }) => {
    const releases = rowsOf(answer, value);
    const units = new Set(releases.map((one) => (isRecord(one) ? one.surprise_unit : undefined)));
    return [
      ...(releases.length === mostReleases ? [said('remark.mostReleases')] : []),
      ...absent(body.countries, releases),
      ...(Array.isArray(body.countries) && body.countries.includes('UK') ? [said('remark.ukIsGb')] : []),
      ...(units.has('pp') && units.has('%') ? [said('remark.surpriseUnits')] : []),
    ];
  },
  example: {
    body: { start_date: '2026-09-01', end_date: '2026-09-30', countries: ['US'], categories: ['inflation'] },
  },
});

/**
 * Countries that were asked for and have no release, UK found under GB. Silent where releases do not say
 * their country.
 */
function absent(asked: unknown, releases: readonly unknown[]): Said[] {
  const answered = releases
    .map((one) => (isRecord(one) ? one.country : undefined))
    .filter((country) => typeof country === 'string');
  if (!Array.isArray(asked) || answered.length === 0 || releases.length >= mostReleases) return [];
  const missing = asked.filter((country) => !answered.some((other) => isSameCountry(String(country), other)));
  return missing.length === 0 ? [] : [said('remark.noRelease', { list: missing.join(', ') })];
}
