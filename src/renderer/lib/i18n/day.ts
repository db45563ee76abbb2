import { localeOf } from './locale-of.ts';

/** A day `YYYY-MM-DD` as the language writes it: `31.12.2026`, `31/12/2026`; empty for what is none. */
export function writtenDay(language: string, day: string): string {
  if (!/^\d{4}-\d\d-\d\d$/.test(day)) return '';
  const time = new Date(`${day}T00:00:00Z`);
  if (Number.isNaN(time.getTime())) return '';
  return time.toLocaleDateString(localeOf(language), {
    day: '2-digit',
    month: '2-digit',
    year: 'numeric',
    timeZone: 'UTC',
  });
}

/**
 * The day that was typed, `YYYY-MM-DD`; undefined where it is none. A year of two digits is of this century.
 */
export function typedDay(text: string): string | undefined {
  const wanted = text.trim();
  const inOrder = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(wanted);
  const asWritten = /^(\d{1,2})[./](\d{1,2})[./](\d{4}|\d\d)$/.exec(wanted);
  const [year, month, date] = inOrder
    ? [inOrder[1], inOrder[2], inOrder[3]]
    : [asWritten?.[3], asWritten?.[2], asWritten?.[1]];
  if (year === undefined || month === undefined || date === undefined) return undefined;
  const day = [year.padStart(4, '20'), month.padStart(2, '0'), date.padStart(2, '0')].join('-');
  const time = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(time.getTime()) && time.toISOString().startsWith(day) ? day : undefined;
}
