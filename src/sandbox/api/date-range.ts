import { z } from 'zod';
import { calendarDate } from './fields.ts';

const dayMs = 24 * 60 * 60 * 1000;

/** First and last day, YYYY-MM-DD. Both are included. */
export interface DateRange {
  start: string;
  end: string;
}

export const backwards = 'The end must not be before the start';

/** Whether the end is not before the start. An open side is always in order. */
export function inOrder(start = '', end = '9'): boolean {
  return start <= end;
}

/** `timestamp: { start, end }` as entity sentiment has it. */
export const timestampRange = z
  .strictObject({ start: calendarDate, end: calendarDate })
  .refine(({ start, end }) => inOrder(start, end), { path: ['end'], error: backwards });

/**
 * The days of a body where the specification does not show the fields: `timestamp: { start, end }`, or
 * `start_date` and `end_date` as the economic calendar has them.
 */
export const dateFields = {
  timestamp: z
    .object({ start: calendarDate.optional(), end: calendarDate.optional() })
    .refine(({ start, end }) => inOrder(start, end), { path: ['end'], error: backwards })
    .optional(),
  start_date: calendarDate.optional(),
  end_date: calendarDate.optional(),
};

/** The range of a body with `dateFields`. An open side is this many days from today, or before the end. */
export function rangeOf(
  { timestamp, start_date, end_date }: z.output<z.ZodObject<typeof dateFields>>,
  now: number,
  days: { before: number; after: number },
): DateRange {
  const end = timestamp?.end ?? end_date ?? dayOf(now + days.after * dayMs);
  const latest = Math.min(Date.parse(end), now);
  return { start: timestamp?.start ?? start_date ?? dayOf(latest - days.before * dayMs), end };
}

/** The day of a time in milliseconds, YYYY-MM-DD. */
export function dayOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}

/** The days of a range from 2015 until today, each with its weekday: 0 is Sunday. */
export function pastDays({ start, end }: DateRange, now: number): { date: string; weekday: number }[] {
  const days: { date: string; weekday: number }[] = [];
  const last = Math.min(Date.parse(end), now);
  for (let time = Math.max(Date.parse(start), Date.UTC(2015)); time <= last; time += dayMs) {
    days.push({ date: dayOf(time), weekday: new Date(time).getUTCDay() });
  }
  return days;
}
