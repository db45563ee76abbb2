import { z } from 'zod';
import { profileIdSchema } from '../ids/ids.ts';
import { keyReferenceSchema } from './key-reference.ts';
import { teamSettingsSchema } from './team-settings.ts';

/** One connection to a content service. */
export const profileSchema = z.object({
  id: profileIdSchema,
  name: z.string().min(1),
  /** Main address of the service, without a trailing slash. */
  baseUrl: z.string().url(),
  /** Address of the workflow endpoints; null means the same as `baseUrl`. */
  agentsUrl: z.string().url().nullable().default(null),
  /**
   * `insecureSentence` as a person typed it, who accepted that these addresses are not https; null where
   * nobody did.
   */
  insecureAccepted: z.string().nullable().default(null),
  /**
   * Requests a minute and uploads at once that the service allows a key; see service-behaviour.md, "Limits".
   */
  requestsPerMinute: z.number().int().positive().default(500),
  uploadsAtOnce: z.number().int().min(1).max(64).default(10),
  /** Bytes a second for PUTs; null means no limit. */
  uploadBandwidth: z.number().int().positive().nullable().default(null),
  /** Where the agent finds the key, where a configuration file says so; never the key. */
  keyFrom: keyReferenceSchema.optional(),
  /** The database shared with other machines of the same subscription; left out where this one is alone. */
  team: teamSettingsSchema.optional(),
});

export type Profile = z.infer<typeof profileSchema>;
