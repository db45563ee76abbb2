import { z } from 'zod';
import { folderHealthSchema } from '#shared/bridge/folders.ts';
import { serviceHealthSchema, teamHealthSchema } from '#shared/bridge/health.ts';

/** A pause, as `Hold` of the service's client; ms since the epoch. */
const holdSchema = z.object({
  by: z.enum(['service', 'storage', 'team']),
  host: z.string().optional(),
  since: z.number(),
  until: z.number(),
});

/** What only the process that runs the queue knows for certain, as it is told to those beside it. */
export const livePartsSchema = z.object({
  /** Why requests would go without a key, by profile; null where there is one. */
  keys: z.record(z.string(), z.string().nullable()),
  /** By profile. */
  services: z.record(z.string(), serviceHealthSchema),
  /** By profile; none of one whose machine is alone. */
  teams: z.record(z.string(), teamHealthSchema).default({}),
  /** Pauses that the service, its storage or the team asked for; by profile. */
  holds: z.record(z.string(), z.array(holdSchema)).default({}),
  /** How far a profile's collecting after a lost ledger is, in words; by profile. */
  rebuilding: z.record(z.string(), z.string().nullable()),
  /** By watch folder; `since` is when it came to be so, ms since the epoch. */
  folders: z.record(z.string(), z.object({ health: folderHealthSchema, since: z.number() })),
  /** Parts that do not go on though they should; `since` is milliseconds since the epoch. */
  stands: z
    .array(
      z.object({ part: z.enum(['watching', 'queue']), profileId: z.string().nullable(), since: z.number() }),
    )
    .default([]),
  /** Work that keeps failing unexpectedly; at most one for each profile, and one of none. */
  failing: z
    .array(
      z.object({
        work: z.enum([
          ...['uploads', 'documents', 'finishing', 'slots', 'rebuild'],
          ...['service', 'team', 'bandwidth', 'notes', 'watching'],
        ] as const),
        profileId: z.string().nullable(),
        since: z.number(),
        /** What it threw last, in its words. */
        detail: z.string(),
      }),
    )
    .default([]),
  /** What was found at the start: settings set aside, ledger rebuilt. */
  notices: z.array(z.object({ code: z.string(), detail: z.string().nullable() })),
});
export type LiveParts = z.infer<typeof livePartsSchema>;
