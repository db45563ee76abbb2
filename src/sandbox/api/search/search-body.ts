import { z } from 'zod';
import { Problem } from '../../http/problem.ts';
import { dateTime } from '../fields.ts';

const mode = z.enum(['INCLUDE', 'EXCLUDE']).default('INCLUDE');
/** `{ mode, values }`, or only the values. */
const valuesOf = <Value extends z.ZodType>(value: Value) =>
  z.union(
    [
      z.object({ mode, values: z.array(value) }),
      z.array(value).transform((values) => ({ mode: 'INCLUDE' as const, values })),
    ],
    'Input should be an object with mode and values, or an array of values',
  );
const values = valuesOf(z.string()).optional();
const strings = z.array(z.string()).optional();
const sets = z.strictObject({ any_of: strings, all_of: strings, none_of: strings }).optional();
const scope = z.enum(['all', 'headline', 'body']).default('all');
const position = z.int().min(1).optional();

/** Filters of section 4.13, rule 7, and of service-behaviour.md, "Searches". Other filters are refused. */
const filtersSchema = z.strictObject({
  timestamp: z.object({ start: dateTime.optional(), end: dateTime.optional() }).optional(),
  source: values,
  category: values,
  tier: values,
  document: values,
  document_type: valuesOf(
    z.union([z.string(), z.object({ type: z.string(), subtypes: strings })]),
  ).optional(),
  sections: values,
  authors: values,
  speakers: values,
  chunk: z.object({ from: position, to: position }).optional(),
  tag: sets,
  entity: sets,
  keyword: sets,
  watchlists: z.array(z.object({ entities: z.array(z.string()).min(1), scope })).optional(),
});
export type Filters = z.output<typeof filtersSchema>;
export type ValueFilter = Filters['source'];
export type SetFilter = Filters['entity'];
export type Scope = z.output<typeof scope>;

const web = z.object({ mode: z.enum(['INCLUDE', 'ONLY']) });
const switched = { enabled: z.boolean().default(true) };

const querySchema = z
  .object({
    search_mode: z.enum(['fast', 'smart']).default('fast'),
    text: z.string().optional(),
    texts: z.array(z.string()).max(5, 'At most 5 texts').optional(),
    context: z.string().optional(),
    auto_enrich_filters: z.boolean().default(true),
    include_audit: z.boolean().default(false),
    filters: filtersSchema.default({}),
    entity_categories: z
      .array(z.enum(['places', 'companies', 'organizations', 'people', 'products', 'concepts']))
      .optional(),
    max_chunks: z
      .union(
        [
          z
            .int()
            .positive()
            .transform((value) => ({ value, per_entity: false })),
          z.strictObject({ value: z.int().positive(), per_entity: z.boolean().default(false) }),
        ],
        'Input should be a positive number, or an object with a value',
      )
      .default({ value: 50, per_entity: false }),
    ranking_params: z
      .looseObject({
        content_diversification: z.looseObject(switched).optional(),
        reranker: z.looseObject({ ...switched, text: z.string().optional() }).optional(),
      })
      .optional(),
    external_search: z
      .union([z.object({ web }).transform((given) => given.web.mode), web.transform((given) => given.mode)])
      .optional(),
    entities: z
      .array(
        z.union([
          z.string(),
          z.object({ value: z.string() }).transform(({ value }) => value),
          z.object({ id: z.string() }).transform(({ id }) => id),
        ]),
      )
      .default([]),
    group_by: z.array(z.enum(['source', 'tier', 'package'])).optional(),
  })
  .refine(({ text, texts }) => text === undefined || texts === undefined, {
    path: ['texts'],
    error: 'query.text and query.texts are mutually exclusive',
  })
  .refine(
    ({ texts = [], ranking_params }) =>
      texts.length < 2 || ranking_params?.reranker?.enabled !== true || ranking_params.reranker.text,
    {
      path: ['ranking_params', 'reranker', 'text'],
      error: 'With several texts ranking_params.reranker.text must describe the overall intent',
    },
  );

/**
 * The body of every operation of the search family (section 4.13). The specification writes some names with
 * `query.` before them and some without, so every field may be in `query` or beside it.
 */
export const searchBody = z
  .looseObject({ query: z.looseObject({}) })
  .transform(({ query, ...beside }) => ({ query: { ...beside, ...query } }))
  .pipe(z.object({ query: querySchema }))
  .transform(({ query }) => {
    const other = Object.keys(query.filters).find((name) => name !== 'timestamp' && name !== 'source');
    if (query.search_mode === 'fast' || other === undefined) return query;
    // Rule 1: this refusal is a 400.
    const message = `Smart mode allows only the timestamp and source filters, not ${other}.`;
    throw new Problem(400, 'FILTER_NOT_ALLOWED', message);
  });
export type SearchQuery = z.output<typeof searchBody>;

/** Volume takes no ranking parameters. */
export const volumeBody = searchBody.refine((query) => query.ranking_params === undefined, {
  path: ['query', 'ranking_params'],
  error: 'Volume takes no ranking parameters',
});

/** The entities are in `entities` or in the `watchlists` filter: the specification shows neither name. */
export const watchlistBody = searchBody.refine(
  ({ entities, filters }) => entities.length > 0 || (filters.watchlists ?? []).length > 0,
  { path: ['query', 'entities'], error: 'A watchlist search needs entities' },
);
