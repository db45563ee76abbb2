import { z } from 'zod';
import { checkSchema } from './agent.ts';
import { call, shownProfileId } from './define.ts';
import { teamHealthSchema, teamPauseSchema } from './health.ts';

const count = z.number().int().nonnegative();
const done = z.object({ done: z.literal(true) });

/** A machine of the team, as people know it. */
export const teamMemberSchema = z.object({
  agent: z.string(),
  name: z.string(),
  /** Who sits at it, where that is known. */
  person: z.string().optional(),
});

export const teamMachineSchema = teamMemberSchema.extend({
  version: z.string(),
  /** Whether its lease holds: it runs, and reaches the team. */
  alive: z.boolean(),
  /** When the team last heard of it, milliseconds since the epoch. */
  seenAt: z.number(),
  /** Uploads that wait or are under way there, by its own last word. */
  queue: count,
  /** Requests of the last minute. */
  used: count,
  /** Claims that are open. */
  sending: count,
  /** Its own; that of the whole team is the team's. */
  paused: teamPauseSchema.nullable(),
});
export type TeamMachine = z.infer<typeof teamMachineSchema>;

/** A file that only a machine has which is gone. */
const strandedFileSchema = z.object({
  /** Null where that machine told none. */
  fileName: z.string().nullable(),
  size: count,
  by: teamMemberSchema,
  /** Milliseconds since the epoch. */
  seenAt: z.number(),
});

/** What the team's database knows, as people see it. */
export const teamSchema = z.object({
  /** The agent of this machine. */
  self: z.string().nullable(),
  paused: teamPauseSchema.nullable(),
  places: count,
  placesTaken: count,
  /** Requests in a minute: permitted, and of the last one. */
  permitted: count,
  used: count,
  /** Documents sent so far. */
  landed: count,
  machines: z.array(teamMachineSchema),
  /**
   * Files sent with this key that nobody else can send, the first hundred of them. Only the agent that
   * belongs to the team knows of them; nothing else is told.
   */
  stranded: z.object({ total: count, bytes: count, files: z.array(strandedFileSchema) }),
});
export type TeamShown = z.infer<typeof teamSchema>;

/** Absolute path of a file with a company's own authority; null: none, left out: the one in force. */
const certificates = z.string().min(1).nullable().optional();

/**
 * Reading and pausing the team of the profile in force, and which one that is. Of a password never more than
 * whether it is there.
 */
export const teamCalls = {
  'team.show': call(
    z.object({}),
    z.object({
      /** Null where the profile has no team. */
      setting: z
        .object({
          /** Without a password, as `postgres://user@host:port/database`. */
          address: z.string(),
          /** What the others call this machine. */
          machine: z.string(),
          /** Its password is kept by the keychain; else PostgreSQL's passfile is asked. */
          passwordKept: z.boolean(),
        })
        .nullable(),
      /** What keeps this machine from its team; null while nothing does, or no team is set. */
      trouble: teamHealthSchema
        .pick({ code: true, since: true })
        .extend({ why: teamHealthSchema.shape.why.unwrap() })
        .nullable(),
      /** Null while it cannot be asked. */
      team: teamSchema.nullable(),
    }),
  ),
  /**
   * `whom`: the agent of one machine; null for the whole team. Whoever is paused hears of it within seconds.
   */
  'team.pause': call(z.object({ whom: z.string().nullable(), paused: z.boolean() }), done),
  /** Asks a team's database without joining it. The password in force is taken where none is given. */
  'team.test': call(
    z.object({ address: z.string(), certificates, password: z.string().optional() }),
    z.object({ ok: z.boolean(), checks: z.array(checkSchema) }),
  ),
  /** A password goes to the keychain, bound to this address, and never comes out again. */
  'team.join': call(
    z.object({
      address: z.string(),
      machine: z.string().nullable(),
      certificates,
      password: z.string().optional(),
      shownProfileId,
    }),
    done,
  ),
  'team.leave': call(z.object({ shownProfileId }), done),
};
