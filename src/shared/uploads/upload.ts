import { z } from 'zod';
import { enrichmentSchema, publishedSourceSchema } from '../settings/watch-folder.ts';

export const uploadStates = [
  'queued',
  'claiming',
  'enriching',
  'reserved',
  'putting',
  'verifying',
  'processing',
  'completed',
  'duplicate',
  'attention',
  'cancelling',
  'cancelled',
] as const;
export const uploadStateSchema = z.enum(uploadStates);
export type UploadState = z.infer<typeof uploadStateSchema>;

/** What goes with a file: sent with enrich, or deciding what becomes of it. Journaled with the upload. */
export const uploadOptionsSchema = z.object({
  /** Names of tags; an id that an earlier version stored is known by looking it up. */
  tags: z.array(z.string()).default([]),
  share: z.boolean().default(false),
  enrichments: z.array(enrichmentSchema).default([]),
  noIndex: z.boolean().default(false),
  noStore: z.boolean().default(false),
  /** ISO 8601; wins over `publishedFrom`. */
  published: z.string().nullable().default(null),
  publishedFrom: z.array(publishedSourceSchema).default([]),
  duplicates: z.enum(['skip', 'upload', 'add-tags']).default('skip'),
  changed: z.enum(['new-document', 'replace', 'ask']).default('new-document'),
  /** What a person answered when the folder asked about new content; stands above `changed` of the folder. */
  answer: z.enum(['new-document', 'replace']).optional(),
});
export type UploadOptions = z.infer<typeof uploadOptionsSchema>;

export const uploadSchema = z.object({
  id: z.number().int(),
  profileId: z.string(),
  folderId: z.string().nullable(),
  path: z.string(),
  fileName: z.string(),
  size: z.number(),
  sha256: z.string().nullable(),
  state: uploadStateSchema,
  lane: z.number().int(),
  paused: z.boolean(),
  attempts: z.number().int(),
  /** Milliseconds since the epoch; 0 means now. */
  notBefore: z.number(),
  contentId: z.string().nullable(),
  duplicateOf: z.number().int().nullable(),
  replaces: z.number().int().nullable(),
  code: z.string().nullable(),
  detail: z.string().nullable(),
  requestId: z.string().nullable(),
  remoteStatus: z.string().nullable(),
  remoteError: z.string().nullable(),
  options: uploadOptionsSchema,
  createdAt: z.number(),
  updatedAt: z.number(),
  landedAt: z.number().nullable(),
  finishedAt: z.number().nullable(),
  /**
   * Since when its document does not get on, milliseconds since the epoch; `code` and `detail` say what is
   * the matter.
   */
  stuckSince: z.number().nullable(),
  /** The machine of the team that has the same bytes or is sending them, as people call it. */
  remoteMachine: z.string().optional(),
  /** Who sits at it. */
  remotePerson: z.string().optional(),
  /** The document that machine made of them. */
  remoteContentId: z.string().optional(),
});
export type Upload = z.infer<typeof uploadSchema>;
