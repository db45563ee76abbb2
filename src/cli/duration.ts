import { invalid } from './invalid.ts';

/** Milliseconds of a time such as `90s`, `10m`, `1h30m` or `2d`; a number alone is seconds. */
export function duration(value: string): number {
  const parts =
    /^(?:(\d+)d)?(?:(\d+)h)?(?:(\d+)m)?(?:(\d+(?:\.\d+)?)s?)?$/i.exec(value.trim())?.slice(1) ?? [];
  const [days = 0, hours = 0, minutes = 0, seconds = 0] = parts.map((part) => Number(part ?? 0));
  const milliseconds = Math.round((((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1000);
  if (milliseconds > 0 && milliseconds <= longestTimer) return milliseconds;
  throw invalid('cli.option.duration');
}

/** Milliseconds that a timer of Node takes, rounded down to days. */
const longestTimer = 24 * 24 * 60 * 60 * 1000;
