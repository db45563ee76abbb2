import { z } from 'zod';
import { dateTime } from '../fields.ts';

const mode = z.enum(['INCLUDE', 'EXCLUDE']).default('INCLUDE');

/** `{ mode, values }`, or the values alone. */
const valueFilter = z.union(
  [
    z.object({ mode, values: z.array(z.string()) }),
    z.array(z.string()).transform((values) => ({ mode: 'INCLUDE' as const, values })),
  ],
  'Input should be an object with mode and values, or an array of values',
);

const documentType = z.union([
  z.string(),
  z.object({ type: z.string(), subtypes: z.array(z.string()).optional() }),
]);
const sets = z.strictObject({
  any_of: z.array(z.string()).optional(),
  all_of: z.array(z.string()).optional(),
  none_of: z.array(z.string()).optional(),
});

/**
 * The filters of section 4.13, rule 7, and of service-behaviour.md, "Searches". A filter nobody names is
 * refused: to ignore it would answer what was not asked.
 */
export const filtersSchema = z.strictObject({
  timestamp: z.object({ start: dateTime.optional(), end: dateTime.optional() }).optional(),
  source: valueFilter.optional(),
  category: valueFilter.optional(),
  tier: valueFilter.optional(),
  document: valueFilter.optional(),
  document_type: z
    .union([
      z.object({ mode, values: z.array(documentType) }),
      z.array(documentType).transform((values) => ({ mode: 'INCLUDE' as const, values })),
    ])
    .optional(),
  sections: valueFilter.optional(),
  authors: valueFilter.optional(),
  speakers: valueFilter.optional(),
  chunk: z.object({ from: z.int().min(1).optional(), to: z.int().min(1).optional() }).optional(),
  tag: sets.optional(),
  entity: sets.optional(),
  keyword: sets.optional(),
  watchlists: z
    .array(
      z.object({
        entities: z.array(z.string()).min(1),
        scope: z.enum(['all', 'headline', 'body']).default('all'),
      }),
    )
    .optional(),
});

export type Filters = z.output<typeof filtersSchema>;
export type ValueFilter = NonNullable<Filters['source']>;
export type SetFilter = NonNullable<Filters['entity']>;
