import { z } from 'zod';
import { invalid } from '../http/problem.ts';
import { calendarDate } from './fields.ts';

/** Days from and to, both included, YYYY-MM-DD; undefined where a side is open. */
export interface DateRange {
  start: string | undefined;
  end: string | undefined;
}

const timestamp = z.object({ start: calendarDate.optional(), end: calendarDate.optional() });

/**
 * The ways a body may name its days where the specification does not show the field: `timestamp: { start, end
 * }` (as entity sentiment has it) or `start_date` and `end_date` (as the economic calendar has it).
 */
export const dateFields = {
  timestamp: timestamp.optional(),
  start_date: calendarDate.optional(),
  end_date: calendarDate.optional(),
};

/** The days of a body that has `dateFields`. */
export function dateRangeOf(body: {
  timestamp?: { start?: string | undefined; end?: string | undefined } | undefined;
  start_date?: string | undefined;
  end_date?: string | undefined;
}): DateRange {
  const range = {
    start: body.timestamp?.start ?? body.start_date,
    end: body.timestamp?.end ?? body.end_date,
  };
  refuseBackwards(range, body.timestamp === undefined ? ['end_date'] : ['timestamp', 'end']);
  return range;
}

/** @throws Problem 422 when the end lies before the start */
export function refuseBackwards({ start, end }: DateRange, loc: readonly string[]): void {
  if (start === undefined || end === undefined || start <= end) return;
  const msg = 'The end must not be before the start';
  throw invalid({ loc: ['body', ...loc], msg, type: 'value_error', input: end });
}

/** Whether a day lies in the range. */
export function isWithin(day: string, { start, end }: DateRange): boolean {
  return (start === undefined || day >= start) && (end === undefined || day <= end);
}
