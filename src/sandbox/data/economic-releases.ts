import type { Indicator } from './economic-indicators.ts';
import { chance, rounded } from './invent.ts';

/** A release of the economic calendar (section 2.9); figures are in full units. */
export interface Release {
  event_datetime: string;
  country: string;
  name: string;
  category: string;
  impact: string;
  actual?: number;
  consensus: number | null;
  previous: number;
  revised: number | null;
  surprise: number | null;
  surprise_unit: 'pp' | '%';
  ratio_deviation: number | null;
  is_better_than_expected: boolean | null;
  period_date: string;
  period_type: string;
}

const dayMs = 24 * 60 * 60 * 1000;
/** Releases there are: from 2018 to so many days after today. */
const firstDay = Date.UTC(2018, 0, 1);
const daysAhead = 400;
/** Forecasts are made so long before a release. */
const forecastDays = 45;

/** One publication: when, and the period it covers, numbered so that the one before is `number − 1`. */
interface Publication {
  at: number;
  number: number;
  periodDate: string;
}

/**
 * Releases of one figure in one economy between two days, both included.
 *
 * @param now what is published at it or before has an `actual`
 */
export function releasesOf(
  indicator: Indicator,
  country: string,
  start: number,
  end: number,
  now: number,
): Release[] {
  const from = Math.max(start, firstDay);
  const until = Math.min(end + dayMs - 1, now + daysAhead * dayMs);
  return publications(indicator, from, until).map((one) => releaseOf(indicator, country, one, now));
}

function publications(indicator: Indicator, from: number, until: number): Publication[] {
  return indicator.every === 'week' ? weekly(indicator, from, until) : periodic(indicator, from, until);
}

function weekly({ day, hour }: Indicator, from: number, until: number): Publication[] {
  const found: Publication[] = [];
  // 1970-01-05 was a Monday; `day` 1 is Monday.
  const offset = (3 + day) * dayMs + hour * 60 * 60 * 1000;
  for (let number = Math.ceil((from - offset) / (7 * dayMs)); ; number += 1) {
    const at = offset + number * 7 * dayMs;
    if (at > until) return found;
    found.push({ at, number, periodDate: dateOf(at - 7 * dayMs) });
  }
}

/** Monthly and quarterly: published in the month after the period. Months are counted from 1970. */
function periodic({ every, day, hour }: Indicator, from: number, until: number): Publication[] {
  const months = every === 'month' ? 1 : 3;
  const found: Publication[] = [];
  const first = new Date(from);
  const start = Math.floor(((first.getUTCFullYear() - 1970) * 12 + first.getUTCMonth()) / months) - 1;
  for (let number = start; ; number += 1) {
    const at = workingTime(Date.UTC(1970, (number + 1) * months, day, hour));
    if (at > until) return found;
    if (at >= from) found.push({ at, number, periodDate: dateOf(Date.UTC(1970, number * months, 1)) });
  }
}

/** Nothing is published at a weekend but on the Monday after. 1970-01-01 was a Thursday. */
function workingTime(time: number): number {
  const weekday = Math.floor(time / dayMs) % 7;
  return time + (weekday === 2 ? 2 : weekday === 3 ? 1 : 0) * dayMs;
}

function dateOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}

function releaseOf(indicator: Indicator, country: string, one: Publication, now: number): Release {
  const published = one.at <= now;
  const actual = figureOf(indicator, country, one.number);
  const previous = figureOf(indicator, country, one.number - 1);
  const key = `${country}:${indicator.name}:${one.number}`;
  const foreseen = indicator.forecast && one.at <= now + forecastDays * dayMs;
  const error = (chance(`${key}:error`) - 0.5) * indicator.spread * 0.6;
  const consensus = foreseen ? rounded(actual - error, indicator.digits) : null;
  const revision = (chance(`${key}:revision`) - 0.5) * indicator.spread * 0.2;
  const revised =
    published && chance(`${key}:revised`) < 0.2 ? rounded(previous + revision, indicator.digits) : null;
  return {
    event_datetime: new Date(one.at).toISOString(),
    country,
    name: indicator.name,
    category: indicator.category,
    impact: indicator.impact,
    ...(published ? { actual } : {}),
    consensus,
    previous,
    revised,
    ...surpriseOf(indicator, published ? actual : undefined, consensus),
    period_date: one.periodDate,
    period_type: indicator.every.toUpperCase(),
  };
}

/**
 * The surprise and what goes with it (section 4.10, rule 4): percentage points for a figure that is a
 * percentage, otherwise percent of the consensus.
 */
export function surpriseOf(
  { percentage, higherIsBetter, digits }: Pick<Indicator, 'percentage' | 'higherIsBetter' | 'digits'>,
  actual: number | undefined,
  consensus: number | null,
): Pick<Release, 'surprise' | 'surprise_unit' | 'ratio_deviation' | 'is_better_than_expected'> {
  const unit = percentage ? 'pp' : '%';
  if (actual === undefined || consensus === null) {
    return { surprise: null, surprise_unit: unit, ratio_deviation: null, is_better_than_expected: null };
  }
  const difference = actual - consensus;
  const share = consensus === 0 ? null : difference / consensus;
  const percent = share === null ? null : rounded(share * 100, 2);
  return {
    surprise: percentage ? rounded(difference, digits) : percent,
    surprise_unit: unit,
    ratio_deviation: share === null ? null : rounded(share, 4),
    is_better_than_expected: higherIsBetter ? difference > 0 : difference < 0,
  };
}

/** A figure swings around its level over years, with noise; each economy has a level of its own. */
function figureOf({ name, level, spread, digits }: Indicator, country: string, number: number): number {
  const own = level * (0.7 + chance(`${country}:${name}:level`) * 0.6);
  const swing = Math.sin(number / 9 + chance(`${country}:${name}:phase`) * 6) * 0.5;
  const noise = (chance(`${country}:${name}:${number}`) - 0.5) * 0.8;
  return rounded(own + (swing + noise) * spread, digits);
}
