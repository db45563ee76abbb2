import { z } from 'zod';
import { AppError } from '#shared/errors/app-error.ts';
import type { SentenceKey } from '#shared/sentences/sentence-key.ts';
import type { Say, SentenceValues } from '#shared/sentences/sentences.ts';
import { byteCount } from '#shared/settings/byte-count.ts';
import { type Enrichment, enrichmentSchema } from '#shared/settings/fields.ts';
import { invalid } from './invalid.ts';

/** For options that may be given several times. */
export function collect(value: string, before: readonly string[] = []): string[] {
  return [...before, value];
}

/** `a,b` → `['a', 'b']`; the empty text is the empty list. */
export function list(value: string): string[] {
  return value
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

export function enrichmentList(value: string): Enrichment[] {
  return list(value).map((name) => {
    const parsed = enrichmentSchema.safeParse(name);
    if (parsed.success) return parsed.data;
    throw invalid('cli.option.enrichments', { known: enrichmentSchema.options.join(', ') });
  });
}

/** A whole number of at least `least`, and of at most `most`. */
export function wholeNumber(least: number, most = Number.MAX_SAFE_INTEGER): (value: string) => number {
  return (value) => {
    const number = Number(value);
    if (/^\d+$/.test(value) && number >= least && number <= most) return number;
    throw number > Number.MAX_SAFE_INTEGER || most < Number.MAX_SAFE_INTEGER
      ? invalid('cli.option.wholeNumberTo', { least, most })
      : invalid('cli.option.wholeNumber', { least });
  };
}

/** Seconds or days; fractions allowed. */
export function positiveNumber(value: string): number {
  const number = Number(value);
  if (value.trim() !== '' && Number.isFinite(number) && number >= 0) return number;
  throw invalid('cli.option.number');
}

/** Bytes: `500`, `20k`, `1.5MB`; decimal units. */
export function byteSize(value: string): number {
  const bytes = byteCount(value);
  if (bytes === undefined) throw invalid('cli.option.size');
  return bytes;
}

/** An ISO 8601 date or date-time that the calendar has, unchanged. */
export function isoDate(value: string): string {
  const isDay = z.iso.date().safeParse(value.slice(0, 10)).success;
  const isEnd = value.length === 10 || (value[10] === 'T' && value.length > 11);
  if (isDay && isEnd && !Number.isNaN(Date.parse(value))) return value;
  throw invalid('cli.option.date');
}

/** A wrong combination of options: exit code 2. */
export function usage(key: SentenceKey, values?: SentenceValues): AppError {
  return new AppError('USAGE', { said: (say) => say(key, values) });
}

/** Several things have the name that was given: the sentence lists the ids that tell them apart. */
export function severalNamed(key: SentenceKey, name: string, ids: readonly string[]): AppError {
  const either = (say: Say) => ids.reduce((first, second) => say('cli.usage.or', { first, second }));
  return new AppError('USAGE', { said: (say) => say(key, { name, ids: either(say) }) });
}

/** Ids of uploads from the command line. */
export function uploadIds(values: readonly string[]): number[] {
  return values.map((value) => {
    if (!/^\d+$/.test(value)) throw usage('cli.usage.uploadId', { value });
    return Number(value);
  });
}
