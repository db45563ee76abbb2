import { z } from 'zod';

/** A date-time of ISO 8601 (a zone may be missing and then means UTC), or a plain date. */
export const dateTime = z.string().refine(isDateTime, 'Input should be a valid ISO 8601 date-time');

/** A calendar date, `YYYY-MM-DD`, that exists. */
export const calendarDate = z.iso.date();

/** ISO 3166-1 alpha-2, as sections 4.2 and 8 write it. */
export const countryCode = z.string().regex(/^[A-Z]{2}$/, 'String should match pattern ^[A-Z]{2}$');

/** The processing steps of section 2.7. */
export const enrichmentList = z.array(z.enum(['reporting_entities', 'translation']));

const shape = /^\d{4}-\d\d-\d\d([T ]\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)?)?$/;

function isDateTime(text: string): boolean {
  return (
    shape.test(text) &&
    z.iso.date().safeParse(text.slice(0, 10)).success &&
    !Number.isNaN(parseDateTime(text))
  );
}

/** Milliseconds since 1970 of a `dateTime`. */
export function parseDateTime(text: string): number {
  const zoned = /(Z|[+-]\d\d:?\d\d)$/.test(text) && text.length > 10;
  return Date.parse(zoned || text.length === 10 ? text : `${text}Z`);
}
