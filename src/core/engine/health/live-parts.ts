import { z } from 'zod';
import { folderHealthSchema } from '#shared/bridge/folders.ts';
import { serviceHealthSchema } from '#shared/bridge/health.ts';

/** What only the process that runs the queue knows, as it is told to those beside it. */
export const livePartsSchema = z.object({
  /** By profile. */
  services: z.record(z.string(), serviceHealthSchema),
  /** How far a profile's collecting after a lost ledger is, in words; by profile. */
  rebuilding: z.record(z.string(), z.string().nullable()),
  /** By watch folder; `since` is when it came to be so, ms since the epoch. */
  folders: z.record(z.string(), z.object({ health: folderHealthSchema, since: z.number() })),
  /** What was found at the start: settings set aside, ledger rebuilt. */
  notices: z.array(z.object({ code: z.string(), message: z.string(), detail: z.string().nullable() })),
});
export type LiveParts = z.infer<typeof livePartsSchema>;
