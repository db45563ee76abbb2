import { localeOf } from './locale-of.ts';

const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;

/** Numbers, sizes, dates and times as the language writes them. */
export function createFormat(language: string) {
  const locale = localeOf(language);
  const number = new Intl.NumberFormat(locale);
  const decimal = new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0 });
  const dateTime = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });
  const date = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' });
  const exact = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'medium' });
  const time = new Intl.DateTimeFormat(locale, { timeStyle: 'short' });
  const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto', style: 'short' });

  /** Decimal units, as file managers show them: 1.5 MB is 1,500,000 bytes. */
  function size(bytes: number): string {
    const step = bytes < 1000 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3));
    const value = bytes / 1000 ** step;
    if (step === 0) return `${number.format(Math.round(bytes))} B`;
    const maximumFractionDigits = value >= 100 ? 0 : 1;
    const unit = units[step] ?? 'byte';
    return new Intl.NumberFormat(locale, {
      style: 'unit',
      unit,
      unitDisplay: 'short',
      maximumFractionDigits,
    }).format(value);
  }

  function unit(value: number, name: 'second' | 'minute' | 'hour' | 'day'): string {
    return new Intl.NumberFormat(locale, { style: 'unit', unit: name, unitDisplay: 'short' }).format(value);
  }

  /** Seconds, in the one or two largest units: "1 hr 20 min". */
  function duration(seconds: number): string {
    const whole = Math.max(0, Math.round(seconds));
    if (whole < 60) return unit(whole, 'second');
    const minutes = Math.round(whole / 60);
    if (minutes < 60) return unit(minutes, 'minute');
    const hours = Math.floor(minutes / 60);
    if (hours >= 48) return unit(Math.round(hours / 24), 'day');
    return minutes % 60 === 0
      ? unit(hours, 'hour')
      : `${unit(hours, 'hour')} ${unit(minutes % 60, 'minute')}`;
  }

  /** Milliseconds since the epoch, as a distance from `now`. */
  function ago(at: number, now: number = Date.now()): string {
    const seconds = Math.round((at - now) / 1000);
    if (Math.abs(seconds) < 60) return relative.format(0, 'second');
    if (Math.abs(seconds) < 3600) return relative.format(Math.round(seconds / 60), 'minute');
    if (Math.abs(seconds) < 86_400) return relative.format(Math.round(seconds / 3600), 'hour');
    return relative.format(Math.round(seconds / 86_400), 'day');
  }

  /**
   * A time that is not long ago, as a clock and, where it was not today, the day: `14:02`, `yesterday 14:02`,
   * `2 Jan 2026, 14:02`.
   */
  function lately(at: number, now: number = Date.now()): string {
    const days = Math.round((startOfDay(at) - startOfDay(now)) / 86_400_000);
    if (days === 0) return time.format(at);
    return days === -1 ? `${relative.format(-1, 'day')} ${time.format(at)}` : dateTime.format(at);
  }

  return {
    number: (value: number) => number.format(value),
    /** Two digits after the point: relevance, sentiment. */
    decimal: (value: number) => decimal.format(value),
    percent: (share: number) => percent.format(share),
    size,
    rate: (bytesPerSecond: number) => `${size(bytesPerSecond)}/s`,
    duration,
    ago,
    lately,
    dateTime: (at: number) => dateTime.format(at),
    /** The day alone. */
    date: (at: number) => date.format(at),
    exactTime: (at: number) => exact.format(at),
    time: (at: number) => time.format(at),
  };
}

function startOfDay(at: number): number {
  return new Date(at).setHours(0, 0, 0, 0);
}

export type Format = ReturnType<typeof createFormat>;
