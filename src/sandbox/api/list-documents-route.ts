import { z } from 'zod';
import { jsonReply } from '../http/reply.ts';
import type { Route } from '../http/router.ts';
import { validate } from '../http/validate.ts';
import type { Services } from '../services.ts';
import { listDocuments } from '../store/list-documents.ts';
import { connectorTypeFromName } from './connector-record.ts';
import { documentRecord } from './document-record.ts';
import { dateTime, parseDateTime } from './fields.ts';

const listQuery = z.object({
  origin: z.string().optional(),
  from_date: dateTime.optional(),
  ownership: z.enum(['all', 'owned', 'shared']).default('all'),
  owner: z.string().optional(),
  file_name: z.string().optional(),
  tags: z.array(z.string()),
  connector: z.string().optional(),
  rp_collection_id: z.string().optional(),
  page: z.coerce.number().int().min(1).default(1),
  page_size: z.coerce.number().int().min(1).max(100).default(50),
  sort_by: z
    .enum(['created_at', 'updated_at', 'file_name', 'raw_size', 'content_type', 'status'])
    .default('created_at'),
  sort_order: z.enum(['asc', 'desc']).default('desc'),
});

/**
 * `GET /contents/v1/documents`: pages without a total or a cursor (service-behaviour.md, "List documents").
 */
export function listDocumentsRoute(services: Services): Route {
  return {
    method: 'GET',
    path: '/contents/v1/documents',
    handle({ query, user, fault }) {
      const given = { ...Object.fromEntries(query), tags: query.getAll('tags') };
      const asked = validate(listQuery, given, 'query');
      const rows = listDocuments(
        services.database,
        {
          user,
          origin: asked.origin === undefined ? undefined : connectorTypeFromName(asked.origin),
          from: asked.from_date === undefined ? undefined : parseDateTime(asked.from_date),
          ownership: asked.ownership,
          owner: asked.owner,
          fileName: asked.file_name,
          tags: asked.tags,
          connector: asked.connector,
          collection: asked.rp_collection_id,
          sortBy: asked.sort_by,
          descending: asked.sort_order === 'desc',
          limit: asked.page_size,
          offset: Math.max((asked.page - 1) * asked.page_size + (fault?.by ?? 0), 0),
        },
        services.clock.now(),
      );
      return jsonReply({ results: rows.map((row) => documentRecord(row, services)) });
    },
  };
}
