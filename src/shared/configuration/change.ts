import { z } from 'zod';

/** One thing that applying a configuration does, or would do. */
export const configurationChangeSchema = z.object({
  action: z.enum(['add', 'change', 'remove', 'keep']),
  kind: z.enum(['profile', 'folder', 'tag', 'bandwidthSchedule', 'network', 'preferences', 'activeProfile']),
  /** Name of the profile, path of the folder, name of the tag; empty for what there is one of. */
  name: z.string(),
  /** Of a change: the field as the file calls it, and what it was and is to be, as the file would say it. */
  field: z.string().optional(),
  before: z.unknown().optional(),
  after: z.unknown().optional(),
  /** Of a tag: the profile whose service is to have it. */
  profile: z.string().optional(),
});
export type ConfigurationChange = z.infer<typeof configurationChangeSchema>;
