import { z } from 'zod';
import { connectorIdSchema, contentIdSchema, folderIdSchema } from '../ids/ids.ts';
import { uploadSchema } from '../uploads/upload.ts';
import { call, shownProfileId } from './define.ts';
import { uploadEventSchema } from './uploads.ts';

/**
 * Where a document stands, in Sluice's words:
 * - `waiting`: the service has not begun · `processing`: it is at work · `completed` and `failed`: it has
 *   ended
 * - `removing`: it is being deleted · `expired`: it was a `no_store` one and its 24 hours are over
 * - `gone`: the service does not have it any more, and not because of Sluice
 */
export const documentStatuses = [
  'waiting',
  'processing',
  'completed',
  'failed',
  'removing',
  'expired',
  'gone',
] as const;
export const documentStatusSchema = z.enum(documentStatuses);
export type DocumentStatus = z.infer<typeof documentStatusSchema>;

/** Which documents of the active profile: every given part must hold; none given means all. */
export const documentFilterSchema = z.object({
  contentIds: z.array(contentIdSchema).optional(),
  /** Part of the file name, case ignored, or the beginning of a content id. */
  search: z.string().optional(),
  statuses: z.array(documentStatusSchema).optional(),
  /** Id of a watch folder; null for what was uploaded by hand. */
  folderId: folderIdSchema.nullable().optional(),
  connectorId: connectorIdSchema.optional(),
  /** Names; a document must carry all of them. */
  tags: z.array(z.string()).optional(),
  shared: z.boolean().optional(),
  noIndex: z.boolean().optional(),
  noStore: z.boolean().optional(),
  /** Of a team: from which machine it was sent, and who sits at it. */
  machine: z.string().optional(),
  person: z.string().optional(),
  /** Code of the catalog, or the service's own error code. */
  error: z.string().optional(),
  /**
   * Which of its times (`uploaded` when left out) lies within the two below; milliseconds since the epoch,
   * the second excluded.
   */
  dated: z.enum(['uploaded', 'published', 'completed']).optional(),
  after: z.number().optional(),
  before: z.number().optional(),
});
export type DocumentFilter = z.input<typeof documentFilterSchema>;

export const documentSortKeys = [
  'file',
  'status',
  'source',
  'tags',
  'shared',
  'flags',
  'size',
  'uploaded',
  'published',
  'completed',
  'contentId',
  'error',
  'machine',
  'person',
] as const;
export const documentSortSchema = z.object({
  by: z.enum(documentSortKeys).default('uploaded'),
  descending: z.boolean().default(true),
});
export type DocumentSort = z.infer<typeof documentSortSchema>;

const tag = z.object({
  /** Id, or the name where only that is known. */
  id: z.string(),
  name: z.string(),
});

export const documentRowSchema = z.object({
  contentId: z.string(),
  /** The upload that made it, where Sluice did. */
  uploadId: z.number().int().nullable(),
  fileName: z.string(),
  folderId: z.string().nullable(),
  connectorId: z.string().nullable(),
  /** The service's word for the way it came. */
  origin: z.string().nullable(),
  status: documentStatusSchema,
  remoteStatus: z.string().nullable(),
  remoteError: z.string().nullable(),
  code: z.string().nullable(),
  tags: z.array(tag),
  /** Null where nobody said. */
  shared: z.boolean().nullable(),
  noIndex: z.boolean().nullable(),
  noStore: z.boolean().nullable(),
  /** Bytes. */
  size: z.number().nullable(),
  /** Milliseconds since the epoch. */
  uploadedAt: z.number(),
  publishedAt: z.number().nullable(),
  completedAt: z.number().nullable(),
  /** When the service deletes a `no_store` document. */
  expiresAt: z.number().nullable(),
  /** When the service last said something about it. */
  checkedAt: z.number().nullable(),
  /** Of a team: the machine that sent it, as people call it, and who sits at it. */
  machine: z.string().optional(),
  person: z.string().optional(),
});
export type DocumentRow = z.infer<typeof documentRowSchema>;

/** How far what Sluice knows is in step with the service's list. */
export const mirrorSchema = z.object({
  /** `unavailable`: the service has no list; what Sluice uploaded is all there is to show. */
  state: z.enum(['idle', 'running', 'unavailable', 'failed']),
  /** Documents read by the pass that runs now, or by the last one. */
  read: z.number().int(),
  /** When the last pass over everything ended, milliseconds since the epoch; null when none ever did. */
  completeAt: z.number().nullable(),
  /** When the list was last looked at. */
  checkedAt: z.number().nullable(),
  /** Why the last look failed. */
  code: z.string().nullable(),
});
export type Mirror = z.infer<typeof mirrorSchema>;

export const documentJobKinds = ['tag', 'share', 'unshare', 'retry', 'delete'] as const;

export const documentJobSchema = z.object({
  id: z.number().int(),
  kind: z.enum(documentJobKinds),
  /** `interrupted`: Sluice ended before it did; it goes on when somebody says so. */
  state: z.enum(['running', 'interrupted', 'cancelled', 'done']),
  /** Tags by name. */
  add: z.array(z.string()),
  remove: z.array(z.string()),
  total: z.number().int(),
  done: z.number().int(),
  failed: z.number().int(),
  createdAt: z.number(),
  finishedAt: z.number().nullable(),
});
export type DocumentJob = z.infer<typeof documentJobSchema>;

export const listedJobSchema = documentJobSchema.extend({
  /**
   * Of one that runs: until when it waits for the request budget, milliseconds since the epoch; null while it
   * goes on.
   */
  waitsUntil: z.number().nullable(),
});
export type ListedJob = z.infer<typeof listedJobSchema>;

export const documentJobItemSchema = z.object({
  contentId: z.string(),
  fileName: z.string(),
  outcome: z.enum(['waiting', 'done', 'failed']),
  code: z.string().nullable(),
  detail: z.string().nullable(),
});
export type DocumentJobItem = z.infer<typeof documentJobItemSchema>;

const jobId = z.object({ jobId: z.number().int() });
const filter = documentFilterSchema.default({});
const exported = z.object({ path: z.string(), bytes: z.number(), count: z.number().int() });
const exportInput = z.object({
  filter,
  sort: documentSortSchema.prefault({}),
  format: z.enum(['csv', 'json']),
});

export const documentCalls = {
  /** One page of what Sluice knows, from its own ledger: no request to the service. */
  'documents.query': call(
    z.object({
      filter,
      sort: documentSortSchema.prefault({}),
      offset: z.number().int().nonnegative().default(0),
      limit: z.number().int().min(1).max(1000).default(200),
    }),
    z.object({ total: z.number().int(), rows: z.array(documentRowSchema) }),
  ),
  /** What Sluice knows of one document, the upload that made it and what happened to that. */
  'documents.detail': call(
    z.object({ contentId: contentIdSchema }),
    z.object({
      document: documentRowSchema.nullable(),
      upload: uploadSchema.nullable(),
      events: z.array(uploadEventSchema),
    }),
  ),
  /** Who of the team sent documents of the profile; nobody where there is no team. */
  'documents.senders': call(
    z.object({}),
    z.object({ machines: z.array(z.string()), persons: z.array(z.string()) }),
  ),
  'documents.mirror': call(z.object({}), mirrorSchema),
  /**
   * Begins to bring Sluice into step with the service's list, and answers at once. `full` also finds what was
   * deleted.
   */
  'documents.refresh': call(z.object({ full: z.boolean().default(false) }), mirrorSchema),
  /** Begins a job over every document of the filter, and answers at once. Tags by name. */
  'documents.change': call(
    z.object({
      kind: z.enum(documentJobKinds),
      filter,
      add: z.array(z.string()).default([]),
      remove: z.array(z.string()).default([]),
      shownProfileId,
    }),
    documentJobSchema,
  ),
  /**
   * Jobs that are under way or have not been put away, newest first; with null those of every profile, one
   * profile after the other.
   */
  'documents.jobs': call(z.object({ profileId: z.null().optional() }), z.array(listedJobSchema)),
  'documents.jobItems': call(
    jobId.extend({
      outcome: documentJobItemSchema.shape.outcome.optional(),
      offset: z.number().int().nonnegative().default(0),
      limit: z.number().int().min(1).max(1000).default(200),
    }),
    z.object({ total: z.number().int(), items: z.array(documentJobItemSchema) }),
  ),
  'documents.cancelJob': call(jobId, documentJobSchema),
  /** What failed or was not done yet is done again. */
  'documents.repeatJob': call(jobId, documentJobSchema),
  /** Puts a job away that does not run. */
  'documents.dismissJob': call(jobId, z.object({ dismissed: z.boolean() })),
  /** Writes every document of the filter to a file: to `path`, else to a place among Sluice's own files. */
  'documents.export': call(exportInput.extend({ path: z.string().optional() }), exported),
};

/** A page never says where a file is to be written. */
export const pageDocumentCalls = {
  'documents.export': call(exportInput, exported),
};

export const documentEvents = {
  /** Rows changed, or how far they are in step with the service. */
  'documents.changed': z.object({}),
  'jobs.changed': z.object({ jobId: z.number().int() }),
};

export const documentExportInput = exportInput;
