import { printable, visibleIn } from '#shared/spoken/printable.ts';
import type { Paint } from './paint.ts';

export { printable };

const units = ['B', 'kB', 'MB', 'GB', 'TB'] as const;
const numbers = new Intl.NumberFormat('en-US');

/** Bytes for people, decimal units: `0 B`, `1.2 MB`, `214 kB`. */
export function formatBytes(bytes: number): string {
  let value = bytes;
  let unit = 0;
  // 999.5 and not 1000, so that rounding never shows `1000 kB`.
  while (value >= 999.5 && unit < units.length - 1) {
    value /= 1000;
    unit += 1;
  }
  return `${unit > 0 && value < 9.95 ? value.toFixed(1) : Math.round(value)} ${units[unit]}`;
}

export function formatRate(bytesPerSecond: number): string {
  return `${formatBytes(bytesPerSecond)}/s`;
}

/** Seconds for people: `0.4 s`, `12 s`, `3 min 05 s`, `2 h 10 min`, `3 days`. */
export function formatSeconds(seconds: number): string {
  if (seconds < 9.95) return `${Math.round(seconds * 10) / 10} s`;
  const whole = Math.round(seconds);
  if (whole < 60) return `${whole} s`;
  if (whole < 3600) return `${Math.floor(whole / 60)} min ${String(whole % 60).padStart(2, '0')} s`;
  if (whole < 172_800) return `${Math.floor(whole / 3600)} h ${Math.floor((whole % 3600) / 60)} min`;
  return `${Math.round(whole / 86_400)} days`;
}

/** `1,030`. */
export function formatCount(count: number): string {
  return numbers.format(count);
}

/** `1 file`, `1,030 files`. */
export function plural(count: number, one: string, many = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`;
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
