import { z } from 'zod';
import { invalid, Problem } from '../../http/problem.ts';
import { validate } from '../../http/validate.ts';
import { type Filters, filtersSchema } from './filters-schema.ts';

/** Filters that smart mode allows (section 4.13, rule 1). */
const smartFilters = new Set(['timestamp', 'source']);

const mode = z.enum(['INCLUDE', 'ONLY']);
const chunkBudget = z.union(
  [z.int().positive(), z.strictObject({ value: z.int().positive(), per_entity: z.boolean().optional() })],
  'Input should be a positive number, or an object with a value',
);

/**
 * What stands in `query`, or beside it: the specification writes some names with and some without `query.`
 * before them.
 */
const querySchema = z.object({
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
  max_chunks: chunkBudget.optional(),
  ranking_params: z
    .looseObject({
      content_diversification: z.looseObject({ enabled: z.boolean().default(true) }).optional(),
      reranker: z.looseObject({ enabled: z.boolean().default(true), text: z.string().optional() }).optional(),
    })
    .optional(),
  external_search: z
    .union([z.object({ web: z.object({ mode }) }), z.object({ mode })])
    .transform((given) => ('web' in given ? given.web.mode : given.mode))
    .optional(),
  entities: z
    .array(z.union([z.string(), z.object({ value: z.string() }), z.object({ id: z.string() })]))
    .optional(),
  group_by: z.array(z.enum(['source', 'tier', 'package'])).optional(),
});

const outer = z.looseObject({ query: z.looseObject({}) });

/** A search as it is run. */
export interface SearchQuery extends Omit<z.output<typeof querySchema>, 'filters' | 'entities'> {
  filters: Filters;
  /** Ids of a watchlist request, in order. */
  entities: string[];
}

/**
 * Reads the body of any operation of the search family (section 4.13).
 *
 * @throws Problem 422 for what is malformed or excludes itself, 400 for a filter smart mode does not take
 */
export function readSearch(body: unknown): SearchQuery {
  const { query: inner, ...beside } = validate(outer, body, 'body');
  const query = validateQuery({ ...beside, ...inner });
  if (query.text !== undefined && query.texts !== undefined) {
    refuse('texts', 'query.text and query.texts are mutually exclusive', query.texts);
  }
  const reranker = query.ranking_params?.reranker;
  if ((query.texts?.length ?? 0) > 1 && reranker?.enabled === true && !reranker.text) {
    const msg = 'With several texts ranking_params.reranker.text must describe the overall intent';
    throw invalid({
      loc: ['body', 'ranking_params', 'reranker', 'text'],
      msg,
      type: 'missing',
      input: reranker,
    });
  }
  if (query.search_mode === 'smart') {
    const other = Object.keys(query.filters).find((name) => !smartFilters.has(name));
    if (other !== undefined) {
      const message = `Smart mode allows only the timestamp and source filters, not ${other}.`;
      throw new Problem(400, 'FILTER_NOT_ALLOWED', message);
    }
  }
  const entities = (query.entities ?? []).map((one) =>
    typeof one === 'string' ? one : 'value' in one ? one.value : one.id,
  );
  return { ...query, entities };
}

/** The texts searched for; none means that the filters alone decide. */
export function textsOf({ text, texts }: SearchQuery): string[] {
  return texts ?? (text === undefined || text.trim() === '' ? [] : [text]);
}

function validateQuery(value: unknown): z.output<typeof querySchema> {
  // Every place a fault is shown at begins with the query, where the specification has nearly all of these.
  return validate(z.object({ query: querySchema }), { query: value }, 'body').query;
}

function refuse(name: string, msg: string, input: unknown): never {
  throw invalid({ loc: ['body', 'query', name], msg, type: 'value_error', input });
}
