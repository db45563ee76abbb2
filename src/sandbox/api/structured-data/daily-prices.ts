import { z } from 'zod';
import { type PriceDay, pairPrices, type Span, securityPrices } from '../../data/prices.ts';
import { tradedOn } from '../../data/trading-days.ts';
import { readJson } from '../../http/read-json.ts';
import type { Route } from '../../http/router.ts';
import { validate } from '../../http/validate.ts';
import type { Services } from '../../services.ts';
import { type DateRange, dateFields, dateRangeOf } from '../date-range.ts';
import { structuredReply } from '../response-parts.ts';

const body = z.object({
  identifier: z.discriminatedUnion('type', [
    z.strictObject({ type: z.literal('rp_entity_id'), value: z.string().min(1) }),
    z.strictObject({
      type: z.literal('currency_pair'),
      value: z.string().regex(/^[A-Z]{6}$/, 'Input should be two ISO 4217 codes, such as EURUSD'),
    }),
  ]),
  ...dateFields,
});

const fields = ['DATE', 'OPEN', 'HIGH', 'LOW', 'CLOSE', 'VOLUME'];

/** Days answered where the request names none. */
const usualDays = 31;

/**
 * `POST /v1/price/daily/query` (section 4.12): parallel `fields` and `values`, one row a trading day, oldest first. A pair is
 * named by `target_identifier_id` only.
 */
export function dailyPrices(services: Services): Route {
  return {
    method: 'POST',
    path: '/v1/price/daily/query',
    async handle(context) {
      const asked = validate(body, await readJson(context), 'body');
      const range = dateRangeOf(asked);
      const { identifier } = asked;
      const pair = identifier.type === 'currency_pair';
      const security = pair ? undefined : services.catalog.security(identifier.value);
      const span = spanOf(range, services.clock.now());
      const days = pair
        ? pairPrices(identifier.value, span)
        : security === undefined || security.ticker === ''
          ? undefined
          : tradedDays(security, span);
      const target = pair ? identifier.value : (security?.ticker ?? null);
      const results = {
        ...(pair ? {} : { rp_entity_id: identifier.value }),
        target_identifier_id: target,
        fields,
        values: (days ?? []).map(rowOf),
      };
      const errors = days === undefined ? [`Prices are not available for ${identifier.value}.`] : [];
      return structuredReply(results, context, services, errors);
    },
  };
}

/** Nothing is known of days to come; without a range the last month is answered. */
function spanOf({ start, end }: DateRange, now: number): Span {
  const until = Math.min(end === undefined ? now : Date.parse(end), now);
  return { from: start === undefined ? until - usualDays * 24 * 60 * 60 * 1000 : Date.parse(start), until };
}

function tradedDays({ id, name }: { id: string; name: string }, span: Span): PriceDay[] {
  return securityPrices(id, span).filter((day) => tradedOn(name, day.date));
}

function rowOf({ date, open, high, low, close, volume }: PriceDay): unknown[] {
  return [date, open, high, low, close, volume];
}
