import { printable, visibleIn } from '#shared/spoken/printable.ts';
import type { Sentences } from '#shared/sentences/sentences.ts';
import type { Paint } from './paint.ts';

export { printable };

const units = ['B', 'kB', 'MB', 'GB', 'TB'] as const;

/** Numbers, sizes and times as they stand in sentences of one language. */
export interface Format {
  /** `1,030`. */
  readonly count: (count: number) => string;
  /** Bytes for people, decimal units: `0 B`, `1.2 MB`, `214 kB`. */
  readonly bytes: (bytes: number) => string;
  readonly rate: (bytesPerSecond: number) => string;
  /** Seconds for people: `0.4 s`, `12 s`, `3 min 05 s`, `10 min`, `2 h 10 min`, `3 days`. */
  readonly seconds: (seconds: number) => string;
}

export function createFormat({ language, say }: Pick<Sentences, 'language' | 'say'>): Format {
  const numbers = new Intl.NumberFormat(language);
  const tenths = new Intl.NumberFormat(language, { minimumFractionDigits: 1, maximumFractionDigits: 1 });

  function bytes(size: number): string {
    let value = size;
    let unit = 0;
    // 999.5 and not 1000, so that rounding never shows `1000 kB`.
    while (value >= 999.5 && unit < units.length - 1) {
      value /= 1000;
      unit += 1;
    }
    return `${unit > 0 && value < 9.95 ? tenths.format(value) : Math.round(value)} ${units[unit]}`;
  }

  function seconds(length: number): string {
    if (length < 9.95) return `${numbers.format(Math.round(length * 10) / 10)} s`;
    const whole = Math.round(length);
    if (whole < 60) return `${whole} s`;
    const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor((whole % 3600) / 60), whole % 60];
    if (hours === 0) return `${minutes} min${rest === 0 ? '' : ` ${String(rest).padStart(2, '0')} s`}`;
    if (hours < 48) return `${hours} h${minutes === 0 ? '' : ` ${minutes} min`}`;
    return say('cli.format.days', { count: Math.round(whole / 86_400) });
  }

  return {
    count: (count) => numbers.format(count),
    bytes,
    rate: (bytesPerSecond) => `${bytes(bytesPerSecond)}/s`,
    seconds,
  };
}

/** Milliseconds since the epoch as local time: `2026-01-31 12:00:05`; null as `-`. */
export function formatTime(time: number | null): string {
  if (time === null) return '-';
  const date = new Date(time);
  const two = (value: number) => String(value).padStart(2, '0');
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return `${day} ${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`;
}

/** Text of which the lines (and, painted by us, the colours) are ours, and the rest may be anybody's. */
export function printableLines(text: string, paintedWith: Pick<Paint, 'codes'>): string {
  const kept = paintedWith.codes;
  if (kept === null) return eachLine(text);
  return text
    .split(kept)
    .map((part, index) => (index % 2 === 1 ? part : eachLine(part)))
    .join('');
}

function eachLine(text: string): string {
  return text.split(/\r?\n/).map(printable).join('\n');
}

/** One line of JSON in which nothing steers the terminal it is shown on; it says the same. */
export function jsonLine(value: unknown): string {
  // Inside of JSON such characters stand in texts only.
  return visibleIn(
    JSON.stringify(value) ?? 'null',
    (character) => `\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`,
  );
}

/** As `formatTime`; of today the time is enough. */
export function clockTime(time: number, now: number): string {
  const [day, clock] = formatTime(time).split(' ');
  return formatTime(now).startsWith(day ?? '') ? (clock ?? '') : formatTime(time);
}
