import { z } from 'zod';
import { enrichmentSchema } from '../settings/watch-folder.ts';
import { call } from './define.ts';

/** What the service says of a document, tag or connector: known fields typed in core, all fields passed on. */
const record = z.looseObject({});
const documentRecord = z.looseObject({
  id: z.string(),
  status: z.string().nullish(),
  file_name: z.string().nullish(),
});
const tagRecord = z.looseObject({ id: z.string(), name: z.string() });
const contentId = z.string().regex(/^[A-F0-9]{32}$/, 'A content id is 32 characters, 0-9 and A-F.');

export const connectorTypeSchema = z.enum(['email', 'investment_research', 'document_library']);

export const serviceCalls = {
  /** One page of what the service holds; `source: 'ledger'` when the service has no list and Sluice's own history answered. */
  'documents.list': call(
    z.object({
      search: z.string().optional(),
      tags: z.array(z.string()).optional(),
      connectorId: z.string().optional(),
      page: z.number().int().min(1).default(1),
      pageSize: z.number().int().min(1).max(100).default(50),
    }),
    z.object({ source: z.enum(['service', 'ledger']), documents: z.array(documentRecord) }),
  ),
  'documents.show': call(z.object({ contentId }), documentRecord),
  /** Adds and removes tags by id: reads the current set first, because PATCH replaces it. */
  'documents.tag': call(
    z.object({ contentId, add: z.array(z.string()).default([]), remove: z.array(z.string()).default([]) }),
    z.object({ tags: z.array(z.string()) }),
  ),
  'documents.share': call(z.object({ contentId, share: z.boolean() }), z.object({ shared: z.boolean() })),
  'documents.delete': call(z.object({ contentId }), z.object({ deleted: z.boolean() })),
  /** Downloads to `path`; without one returns the bytes' place in the cache. */
  'documents.original': call(
    z.object({ contentId, path: z.string().optional() }),
    z.object({ path: z.string(), bytes: z.number() }),
  ),
  'documents.annotated': call(
    z.object({ contentId, path: z.string().optional() }),
    z.object({ path: z.string(), bytes: z.number() }),
  ),
  'tags.list': call(z.object({ prefix: z.string().optional() }), z.array(tagRecord)),
  'tags.create': call(z.object({ name: z.string().min(1) }), tagRecord),
  'connectors.list': call(z.object({ archived: z.boolean().optional() }), z.array(record)),
  'connectors.show': call(z.object({ connectorId: z.string() }), record),
  'connectors.create': call(
    z.object({
      type: connectorTypeSchema,
      label: z.string().min(1),
      description: z.string().optional(),
      share: z.boolean().default(false),
      enrichments: z.array(enrichmentSchema).default([]),
      allowedEmails: z.array(z.string()).optional(),
      /** Broker credentials pass through once; they are never stored or logged (S2). */
      broker: z.object({ userId: z.string(), password: z.string() }).optional(),
    }),
    record,
  ),
  /** Full replace (interface section 4.7): what is not given is taken from the connector as it is. */
  'connectors.update': call(
    z.object({
      connectorId: z.string(),
      label: z.string().min(1).optional(),
      description: z.string().optional(),
      share: z.boolean().optional(),
      allowedEmails: z.array(z.string()).optional(),
    }),
    record,
  ),
  'connectors.sync': call(
    z.object({
      connectorId: z.string(),
      dateLimit: z
        .string()
        .regex(/^\d{4}-\d\d-\d\d$/)
        .optional(),
    }),
    record,
  ),
  /** Stops collecting; documents stay. Idempotent. */
  'connectors.archive': call(z.object({ connectorId: z.string() }), record),
  /** Deletes the connector and all its files, in the background of the service. */
  'connectors.delete': call(z.object({ connectorId: z.string() }), z.object({ accepted: z.boolean() })),
};

/** A page never says where a file is to be written: what it asks for goes to the cache, and its host takes it from there. */
export const pageServiceCalls = {
  'documents.original': call(z.object({ contentId }), serviceCalls['documents.original'].output),
  'documents.annotated': call(z.object({ contentId }), serviceCalls['documents.annotated'].output),
};
