import { seededRandom } from '../random.ts';
import { between, hash, rounded } from './invent.ts';

/** One trading day. */
export interface PriceDay {
  /** YYYY-MM-DD */
  date: string;
  open: number;
  high: number;
  low: number;
  close: number;
  volume: number;
}

const dayMs = 24 * 60 * 60 * 1000;
/** 2015-01-01: the first day with prices. */
const firstDay = Date.UTC(2015, 0, 1) / dayMs;

/** The days wanted, milliseconds since 1970; both included. */
export interface Span {
  from: number;
  until: number;
}

/** How a walk goes: where it starts, how far a day carries it, and how many digits are quoted. */
interface Walk {
  key: string;
  start: number;
  /** Largest usual change a day, as a share. */
  step: number;
  digits: number;
  volume: number;
}

/** The price a security's walk starts at and is drawn back to. */
export function usualPrice(id: string): number {
  return between(`${id}:price`, 15, 220);
}

/**
 * Daily prices of a security or fund; Saturdays and Sundays have none. The same day always has the same
 * price.
 */
export function securityPrices(id: string, span: Span): PriceDay[] {
  const start = usualPrice(id);
  return walk(
    { key: `${id}:walk`, start, step: 0.035, digits: 2, volume: between(`${id}:volume`, 4e5, 4e7) },
    span,
  );
}

/**
 * US dollars for one unit of each currency at the start; a pair is priced from the two walks of its halves.
 */
const dollars: Record<string, number> = {
  USD: 1,
  EUR: 1.21,
  GBP: 1.55,
  CHF: 1.0,
  JPY: 0.0083,
  CAD: 0.86,
  AUD: 0.81,
  NZD: 0.78,
  SEK: 0.128,
  NOK: 0.134,
  CNY: 0.161,
  HKD: 0.129,
  SGD: 0.75,
  INR: 0.0158,
};

/** Daily prices of a currency pair such as `EURUSD`; undefined where there are none. */
export function pairPrices(pair: string, span: Span): PriceDay[] | undefined {
  const base = currencyWalk(pair.slice(0, 3), span);
  const quote = currencyWalk(pair.slice(3), span);
  if (base === undefined || quote === undefined || pair.slice(0, 3) === pair.slice(3)) return undefined;
  return base.map((day, index) => {
    const other = quote[index] ?? day;
    const ratio = (left: number, right: number) => rounded(left / right, 5);
    const open = ratio(day.open, other.open);
    const close = ratio(day.close, other.close);
    const spread = Math.max(open, close) * 0.002;
    return {
      date: day.date,
      open,
      high: rounded(Math.max(open, close) + spread, 5),
      low: rounded(Math.min(open, close) - spread, 5),
      close,
      volume: 0,
    };
  });
}

function currencyWalk(currency: string, span: Span): PriceDay[] | undefined {
  const start = dollars[currency];
  if (start === undefined) return undefined;
  const step = currency === 'USD' ? 0 : 0.009;
  return walk({ key: `currency:${currency}`, start, step, digits: 8, volume: 0 }, span);
}

/** Walks from the first day on, whatever is wanted, and keeps the days of the span. */
function walk({ key, start, step, digits, volume }: Walk, { from, until }: Span): PriceDay[] {
  const random = seededRandom(hash(key));
  const days: PriceDay[] = [];
  let close = start;
  const last = Math.floor(until / dayMs);
  for (let day = firstDay; day <= last; day += 1) {
    // 1970-01-01 was a Thursday: 2 and 3 days later came a Saturday and a Sunday.
    if (day % 7 === 2 || day % 7 === 3) continue;
    const open = close * (1 + (random() - 0.5) * step * 0.4);
    // Drawn back towards the start, so that decades neither ruin nor inflate anything.
    const pull = Math.log(start / close) * 0.002;
    close = open * (1 + (random() + random() - 1) * step + pull);
    const reach = random() * step * 0.4;
    const traded = Math.round(volume * (0.5 + random()));
    if ((day + 1) * dayMs <= from) continue;
    days.push({
      date: new Date(day * dayMs).toISOString().slice(0, 10),
      open: rounded(open, digits),
      high: rounded(Math.max(open, close) * (1 + reach), digits),
      low: rounded(Math.min(open, close) * (1 - reach), digits),
      close: rounded(close, digits),
      volume: traded,
    });
  }
  return days;
}
