import { z } from 'zod';
import { networkSettingsSchema } from './network-settings.ts';

const off = z.literal('off').optional();

/**
 * What an administrator set for everybody on a machine, agent and app alike (docs/configuration.md). What is
 * left out is allowed; a key that is not known here is a mistake, and no policy with a mistake is followed in
 * part.
 */
export const policySchema = z.strictObject({
  version: z.literal(1),
  /** Told beside whatever is locked: why, or whom to ask. */
  reason: z.string().trim().min(1).max(500).optional(),
  /** Origins that may be asked and nothing else; `loopback` is every address of this machine. */
  addresses: z
    .array(z.string().regex(/^(?:loopback|https?:\/\/[^\s/?#@]+\/?)$/))
    .min(1)
    .optional(),
  /** Nothing is shared with the organization. */
  sharing: off,
  /** No file is moved to the trash or deleted after its upload. */
  deleteAfterUpload: off,
  /** No document is deleted because its file was. */
  deleteDocuments: off,
  /** At most these. */
  limits: z
    .strictObject({
      requestsPerMinute: z.number().int().positive().optional(),
      uploadsAtOnce: z.number().int().min(1).max(64).optional(),
      /** Bytes a second. */
      uploadBandwidth: z.number().int().positive().optional(),
    })
    .optional(),
  /** How hosts are reached, for everybody: what is set here, settings do not change. */
  network: z
    .strictObject({
      proxy: networkSettingsSchema.shape.proxy.unwrap().optional(),
      exceptions: z.string().optional(),
      certificates: z.string().min(1).optional(),
    })
    .optional(),
  /** The app neither looks for newer versions nor offers them. */
  updates: off,
});

export type Policy = z.infer<typeof policySchema>;
