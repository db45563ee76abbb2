import type { Language } from './define-messages.ts';

/** How a day is written: `31.12.2026` in German, `31/12/2026` in English. */
const marks: Readonly<Record<Language, string>> = { en: '/', de: '.' };

/** A day `YYYY-MM-DD` as the language writes it; empty for what is none. */
export function writtenDay(language: Language, day: string): string {
  const [, year, month, date] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(day) ?? [];
  return year === undefined ? '' : [date, month, year].join(marks[language]);
}

/** The day that was typed, `YYYY-MM-DD`; undefined where it is none. A year of two digits is of this century. */
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
