import { z } from 'zod';
import { isRecord } from '#shared/operations/is-record.ts';
import { valueAt } from '#shared/operations/value-at.ts';
import { inEnglish } from '#shared/sentences/english.ts';
import { rule } from '#shared/spoken/rule.ts';
import { said } from '#shared/spoken/said.ts';
import { lenientNumber, lenientString } from '../schemas/lenient.ts';
import { rows, structuredAnswer } from './answers.ts';
import { list, lists } from './declare-answer.ts';
import { operation } from './define.ts';
import { texts } from './fields.ts';

const { say } = inEnglish;

const categories = ['earnings-call', 'conference-call', 'ipos-calendar', 'delisted-company'] as const;

/** Corporate event (specification 2.10). */
const event = z.looseObject({
  event_datetime: lenientString,
  ticker: lenientString,
  company_name: lenientString,
  exchange: lenientString,
  fiscal_year: lenientNumber,
  fiscal_period: lenientString,
  rp_collection_id: lenientString,
  rp_entity_id: lenientString,
});

const asks = (body: Readonly<Record<string, unknown>>, name: string, value: string) => {
  const list = body[name];
  return Array.isArray(list) && list.includes(value);
};

/** `POST /v1/events-calendar/query`, corporate events (specification 4.11). */
export const eventsCalendarOperation = operation({
  area: 'structured-data',
  section: '4.11',
  host: 'base',
  method: 'POST',
  path: '/v1/events-calendar/query',
  body: z.looseObject({
    categories: z
      .array(z.enum(categories, rule('event-category')))
      .meta({ description: say('operation-field.event-kinds') })
      .optional(),
    countries: texts(say('operation-field.event-countries'), ['US', 'GB']).optional(),
    exchanges: texts(say('operation-field.exchanges'), ['NASDAQ', 'NYSE']).optional(),
  }),
  answer: lists([
    list(
      'results',
      [
        'event_datetime',
        'category',
        'ticker',
        'company_name',
        'exchange',
        'country',
        'fiscal_year',
        'fiscal_period',
        'rp_entity_id',
        'rp_collection_id',
      ],
      { also: { at: 'events_unmapped', order: 'event_datetime' } },
    ),
  ]),
  response: structuredAnswer(rows(event)).extend({ events_unmapped: rows(event) }),
  notShown: [say('operation-gap.days-and-pages'), say('operation-gap.event-fields')],
  explain: ({ status }) => (status === 403 ? said('input.noEventCategory') : undefined),
  remarks: ({ body, value }) => {
    const unmapped = isRecord(value) && Array.isArray(value.events_unmapped) ? value.events_unmapped : [];
    const countries = Array.isArray(body.countries) ? body.countries : [];
    const wantsListings = asks(body, 'categories', 'ipos-calendar');
    return [
      ...(unmapped.length > 0 ? [said('remark.unmapped', { count: unmapped.length })] : []),
      ...(valueAt(value, 'pagination.has_more') === true ? [said('remark.moreEvents')] : []),
      ...(wantsListings && countries.length > 0 && !countries.includes('US')
        ? [said('remark.listingsWithoutUs')]
        : []),
      ...(wantsListings ? [said('remark.listings')] : []),
      ...(Array.isArray(body.exchanges) && body.exchanges.length > 0 ? [said('remark.exchanges')] : []),
    ];
  },
  example: { body: { categories: ['earnings-call', 'conference-call'], countries: ['US'] } },
});
