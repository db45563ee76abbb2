import { z } from 'zod';
import { connectorIdSchema, contentIdSchema } from '../ids/ids.ts';
import { connectorCalls } from './connectors.ts';
import { call } from './define.ts';
import { originalTable } from './original-tables.ts';
import { originalKinds } from './original.ts';
import { tagCalls } from './tags.ts';
import { teamMemberSchema } from './team.ts';

/** What the service says of a document: known fields typed in core, all fields passed on. */
const documentRecord = z.looseObject({
  id: z.string(),
  status: z.string().nullish(),
  file_name: z.string().nullish(),
  /** Of a team, and Sluice's own: the machine that sent it, and who sits at it. */
  machine: z.string().optional(),
  person: z.string().optional(),
});
const contentId = contentIdSchema;

export const serviceCalls = {
  /**
   * One page of what the service holds; `source: 'ledger'` when the service has no list and Sluice's own
   * history answered: always where it is asked who of a team sent them, which the service does not know.
   */
  'documents.list': call(
    z.object({
      search: z.string().optional(),
      tags: z.array(z.string()).optional(),
      connectorId: connectorIdSchema.optional(),
      machine: z.string().optional(),
      person: z.string().optional(),
      page: z.number().int().min(1).default(1),
      pageSize: z.number().int().min(1).max(100).default(50),
    }),
    z.object({ source: z.enum(['service', 'ledger']), documents: z.array(documentRecord) }),
  ),
  'documents.show': call(z.object({ contentId }), documentRecord),
  /**
   * Adds and removes tags by name: reads the current set first, because PATCH replaces it. Answers the names
   * it has then.
   */
  'documents.tag': call(
    z.object({ contentId, add: z.array(z.string()).default([]), remove: z.array(z.string()).default([]) }),
    z.object({ tags: z.array(z.string()) }),
  ),
  'documents.share': call(z.object({ contentId, share: z.boolean() }), z.object({ shared: z.boolean() })),
  /** Which other machines of a team have the file of a document too; `isKnown`: it could be asked. */
  'documents.holders': call(
    z.object({ contentId }),
    z.object({ others: z.array(teamMemberSchema), isKnown: z.boolean() }),
  ),
  'documents.delete': call(z.object({ contentId }), z.object({ deleted: z.boolean() })),
  /** Downloads to `path`; without one returns the bytes' place in the cache. */
  'documents.original': call(
    z.object({ contentId, path: z.string().optional() }),
    z.object({ path: z.string(), bytes: z.number() }),
  ),
  /**
   * What a document was made from, as it is shown: a PDF as it is, of anything else a page that loads and
   * runs nothing. The copy that is here is taken first, then the person's own file while it has the same
   * bytes.
   */
  'documents.openOriginal': call(
    z.object({ contentId }),
    z.object({ kind: z.enum(originalKinds), path: z.string(), bytes: z.number() }),
  ),
  /** The tables of an original that is on this machine, cell by cell. Asks the service for nothing. */
  'documents.originalTables': call(
    z.object({ contentId }),
    z.object({ tables: z.array(originalTable).readonly() }),
  ),
  'documents.annotated': call(
    z.object({ contentId, path: z.string().optional() }),
    z.object({ path: z.string(), bytes: z.number() }),
  ),
  ...tagCalls,
  ...connectorCalls,
};

/**
 * A page never says where a file is to be written: what it asks for goes to the cache, and its host takes it
 * from there.
 */
export const pageServiceCalls = {
  'documents.original': call(z.object({ contentId }), serviceCalls['documents.original'].output),
  'documents.annotated': call(z.object({ contentId }), serviceCalls['documents.annotated'].output),
};
