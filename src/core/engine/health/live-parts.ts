import { z } from 'zod';
import { folderHealthSchema } from '#shared/bridge/folders.ts';
import { serviceHealthSchema, teamHealthSchema } from '#shared/bridge/health.ts';

/** A pause, like `Hold` of the service's client; ms since the epoch. */
const holdSchema = z.object({
  by: z.enum(['service', 'storage', 'team']),
  host: z.string().optional(),
  since: z.number(),
  until: z.number(),
});

/**
 * What only the process that runs the queue knows for certain; it reports this to the processes beside it.
 */
export const livePartsSchema = z.object({
  /** Why a profile has no usable key, by profile; null if it has one. */
  keys: z.record(z.string(), z.string().nullable()),
  /** By profile. */
  services: z.record(z.string(), serviceHealthSchema),
  /** By profile; without profiles that have no team. */
  teams: z.record(z.string(), teamHealthSchema).default({}),
  /** Pauses that the service, its storage or the team asked for; by profile. */
  holds: z.record(z.string(), z.array(holdSchema)).default({}),
  /** Progress of the collecting after a lost ledger, as a sentence, by profile. */
  rebuilding: z.record(z.string(), z.string().nullable()),
  /** By watch folder; `since` is when the folder's state began, ms since the epoch. */
  folders: z.record(z.string(), z.object({ health: folderHealthSchema, since: z.number() })),
  /** Parts that should progress and do not; `since` is milliseconds since the epoch. */
  stands: z
    .array(
      z.object({ part: z.enum(['watching', 'queue']), profileId: z.string().nullable(), since: z.number() }),
    )
    .default([]),
  /** Work that keeps failing unexpectedly: at most one entry per profile, and one without a profile. */
  failing: z
    .array(
      z.object({
        work: z.enum([
          ...['uploads', 'documents', 'finishing', 'slots', 'rebuild'],
          ...['service', 'team', 'bandwidth', 'notes', 'watching', 'start'],
        ] as const),
        profileId: z.string().nullable(),
        since: z.number(),
        /** The message of its last error. */
        detail: z.string(),
      }),
    )
    .default([]),
  /** Notices from the start, such as settings that were set aside, or a rebuilt ledger. */
  notices: z.array(z.object({ code: z.string(), detail: z.string().nullable() })),
});
export type LiveParts = z.infer<typeof livePartsSchema>;
