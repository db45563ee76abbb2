import { z } from 'zod';
import { batchIdSchema } from '#shared/ids/ids.ts';
import { isRecord } from '#shared/operations/is-record.ts';
import { inEnglish } from '#shared/sentences/english.ts';
import { rule } from '#shared/spoken/rule.ts';
import { said } from '#shared/spoken/said.ts';
import { lenientString } from '../schemas/lenient.ts';
import { openAnswer, rows } from './answers.ts';
import { list, lists } from './declare-answer.ts';
import { operation } from './define.ts';
import { flag, open } from './fields.ts';
import { noRanking, searchRules, watchlistChunks } from './search-rules.ts';
import { rankingParameters, searchMode, searchQuery } from './search-schema.ts';

const { say } = inEnglish;

const common = { area: 'search', section: '4.13', host: 'base', method: 'POST' } as const;
const cost = say('operation-cost.query-units');
const shapes = say('operation-gap.both-shapes');

const request = {
  search_mode: searchMode.optional(),
  query: searchQuery.optional(),
  include_audit: flag(say('operation-field.sub-queries')).optional(),
};

/**
 * A result (service-behaviour.md, "Searches"); the specification shows no more than `text_locations` of its
 * chunks.
 */
const found = z.looseObject({ id: lenientString, headline: lenientString, timestamp: lenientString });
/** A result and its chunks (service-behaviour.md, "Searches"). */
const chunks = list('chunks', ['cnum', 'relevance', 'sentiment', 'detections.name', 'text']);
const documentColumns = ['id', 'timestamp', 'document_type', 'source.name', 'headline'];
const documents = (at: string) => list(at, documentColumns, { id: 'id', lists: [chunks] });
const counts = ['documents', 'chunks', 'sentiment'];
/** Pages of the web, of searches that look there too (specification 4.13, rule 8). */
const external = list('external_results.*', ['url', 'title', 'source.name', 'timestamp', 'snippet']);
/** A query of a batch is answered as a search, or says why not. */
const batch = lists(
  [
    list('results', ['index', 'custom_id', 'status', 'error'], {
      by: ['index', 'custom_id'],
      lists: [documents('response.results')],
    }),
  ],
  { columns: ['batch_id', 'status', 'created_at', 'estimated_completion_time', 'completed_at'] },
);
const volumeGroup = z.enum(['source', 'tier', 'package'], rule('volume-groups'));
const chunksForm = z.union([z.int(), z.looseObject({ value: z.int() })]).meta({
  description: say('operation-field.max-chunks'),
});
const scope = z.enum(['all', 'headline', 'body'], rule('watchlist-scope'));

/** The watchlists filter: each has a scope; the rest of it is not shown. */
const watchlists = z
  .union([z.array(z.looseObject({ scope: scope.optional() })), z.looseObject({ scope: scope.optional() })], {
    error: rule('watchlist-scope'),
  })
  .optional();

const coMentions = (kind: 'entities' | 'topics') =>
  operation({
    ...common,
    path: `/v1/search/co-mentions/${kind}`,
    cost,
    body: z.looseObject({
      ...request,
      query: searchQuery
        .extend({
          entity_categories: z
            .array(
              z.enum(
                ['places', 'companies', 'organizations', 'people', 'products', 'concepts'],
                rule('entity-categories'),
              ),
            )
            .meta({ description: say('operation-field.entity-categories') })
            .optional(),
        })
        .optional(),
    }),
    answer: lists([list(['results.*', 'results', '*'], ['id', 'name', ...counts], { id: 'id' })], {
      record: 'results',
    }),
    response: openAnswer,
    rules: searchRules,
    notShown: [shapes],
    example: { body: { query: { text: 'supply chain' } } },
  });

/** The search family (specification 4.13). */
export const searchOperations = {
  'search.query': operation({
    ...common,
    path: '/v1/search',
    cost,
    body: z.looseObject({ ...request, ranking_params: rankingParameters.optional() }),
    answer: lists([documents('results'), external]),
    response: z.looseObject({ results: rows(found) }),
    rules: searchRules,
    notShown: [shapes, say('operation-gap.open-filters')],
    remarks: ({ body: { query, ranking_params: ranking } }) =>
      isRecord(query) &&
      Array.isArray(query.texts) &&
      query.texts.length > 1 &&
      !(isRecord(ranking) && isRecord(ranking.reranker))
        ? [said('remark.reranker')]
        : [],
    example: {
      body: {
        search_mode: 'fast',
        query: { text: 'revenue', filters: { category: { mode: 'INCLUDE', values: ['my_files'] } } },
      },
    },
  }),
  'search.watchlist': operation({
    ...common,
    path: '/v1/search/watchlist',
    cost,
    body: z.looseObject({
      ...request,
      query: searchQuery
        .extend({
          filters: (searchQuery.shape.filters.unwrap() as z.ZodObject).extend({ watchlists }).optional(),
          max_chunks: chunksForm.optional(),
        })
        .optional(),
      max_chunks: chunksForm.optional(),
      ranking_params: rankingParameters.optional(),
    }),
    answer: lists([
      list('results', ['rp_entity_id', 'name', 'category'], { lists: [documents('documents')] }),
      external,
    ]),
    response: openAnswer,
    rules: [...searchRules, watchlistChunks],
    notShown: [shapes, say('operation-gap.entities-field'), say('operation-gap.watchlists-filter')],
    example: {
      body: {
        query: { text: 'guidance' },
        entities: ['DB4425'],
        max_chunks: { value: 5, per_entity: true },
      },
    },
  }),
  'search.volume': operation({
    ...common,
    path: '/v1/search/volume',
    cost,
    body: z.looseObject({
      ...request,
      group_by: z
        .array(volumeGroup)
        .meta({ description: say('operation-field.volume-groups') })
        .optional(),
    }),
    answer: lists(
      [list('results.volume', ['date', ...counts]), list('results.groups.*', ['id', 'name', ...counts])],
      { record: 'results' },
    ),
    response: openAnswer,
    rules: [...searchRules, noRanking],
    notShown: [shapes],
    example: { body: { query: { text: 'earnings' } } },
  }),
  'search.co-mentions.entities': coMentions('entities'),
  'search.co-mentions.topics': coMentions('topics'),
  'search.batches.create': operation({
    ...common,
    path: '/v1/search/batches',
    kind: 'batch',
    effect: 'changes',
    cost: say('operation-cost.half'),
    body: open,
    answer: batch,
    response: z.looseObject({
      batch_id: batchIdSchema.optional().catch(undefined),
      presigned_url: lenientString,
    }),
    notShown: [say('operation-gap.request-fields'), say('operation-gap.jsonl-line')],
    remarks: () => [said('remark.batchFile')],
  }),
  'search.batches.get': operation({
    ...common,
    method: 'GET',
    path: '/v1/search/batches/{batch_id}',
    params: z.looseObject({ batch_id: batchIdSchema.meta({ description: say('operation-field.batch-id') }) }),
    answer: batch,
    response: z.looseObject({ estimated_completion_time: lenientString }),
    notShown: [say('operation-gap.batch-fields')],
  }),
};
