import { z } from 'zod';
import { profileSchema } from '../settings/profile.ts';
import { saidSchema } from '../spoken/said-schema.ts';
import { call } from './define.ts';
import { healthSchema } from './health.ts';

export const progressSchema = z.object({
  uploadId: z.number().int(),
  path: z.string(),
  sentBytes: z.number(),
  size: z.number(),
});

export const statusSchema = z.object({
  profile: profileSchema.nullable(),
  /** The process that has this data folder, and what it does; null while none does. */
  agent: z
    .object({
      /** Process id, host name and start, RFC 3339; null where it did not leave its name. */
      process: z.number().int().nullable(),
      host: z.string().nullable(),
      since: z.string().nullable(),
      engine: z.enum(['watch', 'uploads', 'none']),
    })
    .nullable(),
  keyPresent: z.boolean(),
  paused: z.boolean(),
  health: healthSchema,
  counts: z.record(z.string(), z.number().int()),
  /** Uploads under way now. */
  active: z.array(progressSchema),
  /** Smoothed; bytes a second, seconds left or null when unknown. */
  bytesPerSecond: z.number(),
  secondsLeft: z.number().nullable(),
  budget: z.object({
    limit: z.number(),
    used: z.number(),
    heldForMs: z.number(),
    /** While all of it is used: when the next request goes, milliseconds since the epoch. */
    waitsUntil: z.number().nullable(),
  }),
  /** Slots at the service that nobody will fill and that are still to be deleted. */
  abandonedSlots: z.number().int(),
});
export type AgentStatus = z.infer<typeof statusSchema>;

export const checkSchema = z.object({
  name: z.string(),
  ok: z.boolean(),
  /** From the catalog of errors, when it is not well. */
  code: z.string().optional(),
  /** A sentence in English: what was found, and what to do when it is not well. */
  message: z.string(),
  /** Name and message for the person's language. */
  title: saidSchema.optional(),
  said: saidSchema.optional(),
});

export const agentCalls = {
  'agent.status': call(z.object({}), statusSchema),
  'agent.pause': call(z.object({}), z.object({ paused: z.boolean() })),
  'agent.resume': call(z.object({}), z.object({ paused: z.boolean() })),
  /** Live checks: addresses, key, each permission, folders, watch limits, disk, ledger. */
  'agent.doctor': call(z.object({}), z.object({ ok: z.boolean(), checks: z.array(checkSchema) })),
};
