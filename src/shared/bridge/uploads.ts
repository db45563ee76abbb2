import { z } from 'zod';
import { contentIdSchema, folderIdSchema, profileIdSchema } from '../ids/ids.ts';
import { questionChoices } from '../uploads/bulk-commands.ts';
import { uploadOptionsSchema, uploadSchema, uploadStateSchema } from '../uploads/upload.ts';
import { call, shownProfileId } from './define.ts';

/** Which uploads: every given part must hold; none given means all of the profile in force. */
export const uploadFilterSchema = z.object({
  /** Of this profile; null means of every profile, left out means of the one in force. */
  profileId: profileIdSchema.nullable().optional(),
  ids: z.array(z.number().int()).optional(),
  states: z.array(uploadStateSchema).optional(),
  folderId: folderIdSchema.nullable().optional(),
  code: z.string().optional(),
  contentId: contentIdSchema.optional(),
  /** Part of the path, case ignored. */
  search: z.string().optional(),
  /** Of a team: the machine that has the same bytes, and who sits at it. */
  machine: z.string().optional(),
  person: z.string().optional(),
  createdAfter: z.number().optional(),
  createdBefore: z.number().optional(),
});
export type UploadFilter = z.input<typeof uploadFilterSchema>;

export const uploadEventSchema = z.object({
  at: z.number(),
  kind: z.string(),
  detail: z.record(z.string(), z.unknown()).nullable(),
});
export type UploadEvent = z.infer<typeof uploadEventSchema>;

const changed = z.object({
  count: z.number().int(),
  /**
   * Of the ids that were given, how many belong to another profile and were left alone; absent when none
   * does.
   */
  elsewhere: z.number().int().optional(),
});
const resolved = changed.extend({
  /**
   * How many of these uploads wait for a person with a code that this answer does not fit, by code: they were
   * left alone.
   */
  left: z.record(z.string(), z.number().int()),
});

const exportInput = z.object({ filter: uploadFilterSchema.default({}), format: z.enum(['csv', 'json']) });
const exported = z.object({ path: z.string(), bytes: z.number(), count: z.number().int() });

export const uploadCalls = {
  /** Files and folders named by a person; folders are walked. Shares one way in with watch folders. */
  'uploads.add': call(
    z.object({ paths: z.array(z.string()).min(1), options: uploadOptionsSchema, shownProfileId }),
    z.object({
      ids: z.array(z.number().int()),
      refused: z.array(z.object({ path: z.string(), code: z.string(), message: z.string() })),
    }),
  ),
  'uploads.list': call(
    z.object({
      filter: uploadFilterSchema.default({}),
      order: z.enum(['newest', 'oldest', 'queue']).default('newest'),
      offset: z.number().int().nonnegative().default(0),
      limit: z.number().int().min(1).max(1000).default(100),
    }),
    z.object({ total: z.number().int(), rows: z.array(uploadSchema) }),
  ),
  'uploads.show': call(
    z.object({ id: z.number().int() }),
    z.object({ upload: uploadSchema, events: z.array(uploadEventSchema) }),
  ),
  /** Counts by state, over the filter. */
  'uploads.counts': call(
    z.object({ filter: uploadFilterSchema.default({}) }),
    z.partialRecord(uploadStateSchema, z.number().int()),
  ),
  /**
   * A manual retry clears every wait, and starts failed and cancelled ones anew. What another try cannot help
   * is left alone unless one id or the code names it; what somebody deleted at the service, unless ids or the
   * code do.
   */
  'uploads.retry': call(z.object({ filter: uploadFilterSchema }), resolved),
  'uploads.cancel': call(z.object({ filter: uploadFilterSchema }), changed),
  'uploads.pause': call(z.object({ filter: uploadFilterSchema }), changed),
  'uploads.resume': call(z.object({ filter: uploadFilterSchema }), changed),
  'uploads.moveToTop': call(z.object({ filter: uploadFilterSchema }), changed),
  /**
   * Answers the question that uploads stand at; touches only those whose question has this answer
   * (`questions`).
   */
  'uploads.resolve': call(
    z.object({ filter: uploadFilterSchema, choice: z.enum(questionChoices) }),
    resolved,
  ),
  /**
   * Writes every upload of the filter to a file, oldest first: to `path`, else to a place among Sluice's own
   * files.
   */
  'uploads.export': call(exportInput.extend({ path: z.string().optional() }), exported),
};

/** A page never says where a file is to be written. */
export const pageUploadCalls = { 'uploads.export': call(exportInput, exported) };

export const uploadExportInput = exportInput;
