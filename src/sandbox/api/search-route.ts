import { z } from 'zod';
import { invalid, Problem } from '../http/problem.ts';
import { readJson } from '../http/read-json.ts';
import { jsonReply } from '../http/reply.ts';
import type { Route } from '../http/router.ts';
import { validate } from '../http/validate.ts';
import type { Services } from '../services.ts';
import { isoTime } from './document-record.ts';

const searchBody = z.object({
  search_mode: z.enum(['fast', 'smart']).default('fast'),
  query: z.object({
    text: z.string().optional(),
    texts: z.array(z.string()).max(5).optional(),
    filters: z
      .looseObject({
        document: z.object({ mode: z.enum(['INCLUDE', 'EXCLUDE']), values: z.array(z.string()) }).optional(),
        tag: z.object({ any_of: z.array(z.string()) }).optional(),
        category: z.object({ mode: z.enum(['INCLUDE', 'EXCLUDE']), values: z.array(z.string()) }).optional(),
      })
      .default({}),
    max_chunks: z.int().positive().optional(),
  }),
});

/** Filters that smart mode allows (section 4.13, rule 1). */
const smartFilters = new Set(['timestamp', 'source']);

/** `POST /v1/search`: a full-text search over the documents that are indexed (section 4.13, the simple part). */
export function searchRoute({ chunks, documents, tags }: Services): Route {
  return {
    method: 'POST',
    path: '/v1/search',
    async handle(context) {
      const { query, search_mode: mode } = validate(searchBody, await readJson(context), 'body');
      if (query.text !== undefined && query.texts !== undefined) {
        const msg = 'query.text and query.texts are mutually exclusive';
        throw invalid({ loc: ['body', 'query', 'texts'], msg, type: 'value_error', input: query.texts });
      }
      if (mode === 'smart' && Object.keys(query.filters).some((name) => !smartFilters.has(name))) {
        throw new Problem(
          400,
          'FILTER_NOT_ALLOWED',
          'Smart mode allows only the timestamp and source filters.',
        );
      }
      const words = query.text ?? query.texts?.join(' ') ?? '';
      const results = new Map<string, { chunks: unknown[] } & Record<string, unknown>>();
      for (const hit of chunks.search(words, context.user, query.max_chunks ?? 50)) {
        const row = documents.find(hit.document_id);
        if (row === undefined || !wanted(row.id)) continue;
        const known = results.get(row.id) ?? {
          id: row.id,
          headline: row.title ?? row.file_name,
          timestamp: isoTime(row.published_at ?? row.created_at),
          source: { id: 'sandbox', name: 'My files' },
          document_type: 'my_files',
          chunks: [],
        };
        const { cnum, text, relevance, sentiment } = hit;
        known.chunks.push({ cnum, text, relevance, sentiment, detections: [] });
        results.set(row.id, known);
      }
      return jsonReply({ results: [...results.values()], usage: { api_query_units: 1 } });

      function wanted(id: string): boolean {
        const { category, document, tag } = query.filters;
        // The sandbox holds one category only.
        if (category !== undefined && category.values.includes('my_files') !== (category.mode === 'INCLUDE'))
          return false;
        if (document !== undefined && document.values.includes(id) !== (document.mode === 'INCLUDE'))
          return false;
        return tag === undefined || tags.ofDocument(id).some(({ name }) => tag.any_of.includes(name));
      }
    },
  };
}
