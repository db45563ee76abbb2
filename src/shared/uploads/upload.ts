import { z } from 'zod';
import { shapeOf } from '../settings/fields.ts';

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
export const uploadOptionsSchema = z.object(shapeOf('upload'));
export type UploadOptions = z.infer<typeof uploadOptionsSchema>;

/** The values of what no one chose. */
export const uploadDefaults = uploadOptionsSchema.parse({});

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
