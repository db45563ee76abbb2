import { z } from 'zod';
import { call } from './define.ts';
import { documentFilterSchema, documentStatusSchema } from './documents.ts';

/** Documents that are gone through at once; of more, the newest. */
export const mostDocumentsAcross = 2_000;

/** A look at the entities of many documents, kept while Sluice runs. */
export const gatheringSchema = z.object({
  gatheringId: z.string(),
  /** `stopped`: nothing can be read before a person acts (`code`); what was read stays. */
  state: z.enum(['running', 'done', 'cancelled', 'stopped']),
  code: z.string().nullable(),
  /** Documents that were chosen and are gone through. */
  total: z.number().int(),
  /** Documents beyond the most that are gone through. */
  leftOut: z.number().int(),
  read: z.number().int(),
  /** Documents that could not be read. */
  unread: z.number().int(),
  /**
   * Of the documents read: where mentions were found by name, where only the document's own count was there,
   * where nothing was.
   */
  byName: z.number().int(),
  stated: z.number().int(),
  withoutEntities: z.number().int(),
  entities: z.number().int(),
  mentions: z.number().int(),
  /** Those with most entities first; empty for unknown. */
  types: z.array(z.object({ type: z.string(), entities: z.number().int() })),
});
export type Gathering = z.infer<typeof gatheringSchema>;

export const acrossSortKeys = [
  'name',
  'type',
  'documents',
  'mentions',
  'sentiment',
  'relevance',
  'first',
  'last',
] as const;

const query = z.object({
  /** Part of a name or an id, case ignored. */
  text: z.string().default(''),
  /** Null takes all. */
  type: z.string().nullable().default(null),
  sort: z
    .object({ by: z.enum(acrossSortKeys).default('mentions'), descending: z.boolean().default(true) })
    .prefault({}),
});
export type AcrossQuery = z.output<typeof query>;

const entity = z.object({
  /** Names the row; not for people. */
  key: z.string(),
  id: z.string().nullable(),
  name: z.string(),
  type: z.string(),
  /** Documents it is in. */
  documents: z.number().int(),
  mentions: z.number().int(),
  /** −1…1: each document's, weighed by its mentions there; null where no document says. */
  sentiment: z.number().nullable(),
  /** Mean of the documents that say one. */
  relevance: z.number().nullable(),
  /** Dates of the oldest and the newest document: published, else uploaded. Milliseconds since the epoch. */
  firstAt: z.number(),
  lastAt: z.number(),
});
export type AcrossEntity = z.infer<typeof entity>;

const document = z.object({
  contentId: z.string(),
  fileName: z.string(),
  at: z.number(),
  mentions: z.number().int(),
  relevance: z.number().nullable(),
  sentiment: z.number().nullable(),
});
export type AcrossDocument = z.infer<typeof document>;

const unread = z.object({
  contentId: z.string(),
  fileName: z.string(),
  /** Where the document stands; anything but `completed` is the reason. */
  status: documentStatusSchema,
  /** Code of the catalog, where it was tried. */
  code: z.string().nullable(),
  detail: z.string().nullable(),
});
export type UnreadDocument = z.infer<typeof unread>;

const one = z.object({ gatheringId: z.string() });
const window = {
  offset: z.number().int().nonnegative().default(0),
  limit: z.number().int().min(1).max(1000).default(200),
};
const exported = z.object({ path: z.string(), bytes: z.number(), count: z.number().int() });
export const acrossExportInput = one.extend({ ...query.shape, format: z.enum(['csv', 'json']) });

/**
 * Entities over many documents. Annotated documents are fetched in the background, and from the cache where
 * they are there.
 */
export const acrossCalls = {
  /**
   * Begins to go through the documents of a filter, or goes back to where that is already done. `anew` begins
   * in any case.
   */
  'across.open': call(
    z.object({ filter: documentFilterSchema.default({}), anew: z.boolean().default(false) }),
    gatheringSchema,
  ),
  'across.state': call(one, gatheringSchema),
  /** `at`: line of the entity with the key `wanted`, -1 where it is not among them. */
  'across.entities': call(
    one.extend({ ...query.shape, ...window, wanted: z.string().optional() }),
    z.object({ total: z.number().int(), rows: z.array(entity), at: z.number().int() }),
  ),
  /** The documents an entity is in, those that name it most first. */
  'across.documents': call(
    one.extend({ entity: z.string(), ...window }),
    z.object({ total: z.number().int(), rows: z.array(document) }),
  ),
  'across.unread': call(one.extend(window), z.object({ total: z.number().int(), rows: z.array(unread) })),
  'across.cancel': call(one, gatheringSchema),
  /** Reads what is not read yet, and what could not be read. */
  'across.resume': call(one, gatheringSchema),
  /** Writes the entities of a query to a file: to `path`, else to a place among Sluice's own files. */
  'across.export': call(acrossExportInput.extend({ path: z.string().optional() }), exported),
};

/** A page never says where a file is to be written. */
export const pageAcrossCalls = { 'across.export': call(acrossExportInput, exported) };

export const acrossEvents = {
  /** More documents were read, or it ended. */
  'across.changed': z.object({ gatheringId: z.string() }),
};
