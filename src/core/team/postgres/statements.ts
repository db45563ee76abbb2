import { z } from 'zod';
import { contentIdSchema } from '#shared/ids/ids.ts';

/** One call of a function of `sluice_v1`: its text, and what its answer may be. */
export interface Statement<T> {
  /** Of the function. */
  readonly name: string;
  readonly text: string;
  readonly answer: z.ZodType<T>;
}

const problem = z.object({
  problem: z.enum(['unknown', 'restored', 'replaced', 'stale', 'lapsed', 'too-old', 'stranger', 'unproven']),
  writes: z.number().int().optional(),
});
export type Problem = z.output<typeof problem>;

export const member = z.object({ agent: z.string(), name: z.string(), person: z.string().optional() });
// A bigint: its length is bounded, because BigInt takes seconds for millions of digits.
const seq = z
  .string()
  .regex(/^\d{1,19}$/)
  .transform(BigInt);
const count = z.number().int().nonnegative();
/** Milliseconds, limited to `most`, so that no answer of a database makes Sluice wait for weeks. */
const atMost = (most: number) => count.transform((ms) => Math.min(ms, most));
/** Time until the next request to the team. */
const wait = atMost(60_000);
/** Time until the service accepts requests again. Sluice asks the team again before it ends. */
const hold = atMost(60 * 60_000);
/** Age, at most a century: a date minus this age remains a date. */
const age = atMost(100 * 365 * 24 * 60 * 60_000);
const epoch = z.number().int();
/** As `createProofs` makes it; null where nobody signed. */
const proof = z.string().nullable();
/**
 * Somebody asked this agent, or the whole team, to send nothing for now. `by` is the name of their machine.
 */
const pause = z.object({ by: z.string(), ageMs: age, ofAll: z.boolean() });
export type Pause = z.output<typeof pause>;

/** What each renewal says of the team. */
const standing = { oldest: z.number().int(), restored: z.boolean() };
/** And to this agent; `replay`: it has to tell its claims again, of the time since so many ms ago. */
const standingOfAgent = {
  ...standing,
  paused: pause.nullable(),
  replay: z.object({ lostMs: age }).nullable(),
};
export type StandingOfAgent = z.output<z.ZodObject<typeof standingOfAgent>>;

export function call<T>(name: string, parameters: number, answer: z.ZodType<T>): Statement<T> {
  const values = Array.from({ length: parameters }, (_, index) => `$${index + 1}`).join(', ');
  return { name, text: `SELECT sluice_v1.${name}(${values})`, answer };
}

/** Part of each answer that the database keeps (docs/adr/0050). The schemas of the answers drop it. */
export const kept = z.object({ token: z.string() });

/** A write of an agent's life: agent, incarnation, number and acknowledged number come first (0002). */
export const framed = <T>(name: string, more: number, answer: z.ZodType<T>) =>
  // Nearly always there is no problem, and a schema that fails costs more than one that fits.
  asWrite(call(name, 4 + more, z.union([answer, problem])));

const writes = new Set<string>();
function asWrite<T>(statement: Statement<T>): Statement<T> {
  writes.add(statement.text);
  return statement;
}

/** Whether the answer to a statement proves that the database can be written. */
export const isWrite = (text: string): boolean => writes.has(text);

/** Whether the team is set up by a Sluice that knows nothing of these functions any more. */
export const isNewer = `SELECT to_regnamespace('sluice') IS NOT NULL AND to_regnamespace('sluice_v1') IS NULL`;

/** Writes that share a round trip; the function `together` knows them by name. */
export const batched: ReadonlySet<string> = new Set(['claim', 'write_claim', 'let_go', 'take', 'give_back']);

/** Every question to the team's database. */
export const statements = {
  writes: call('writes', 1, z.object({ writes: count })),
  join: framed('join_team', 6, z.object({ kind: z.literal('joined'), schema: count, ...standingOfAgent })),
  renew: framed('renew', 1, z.object({ kind: z.literal('renewed'), ...standingOfAgent })),
  pause: framed('pause', 2, z.object({ kind: z.enum(['written', 'nobody']), ...standingOfAgent })),
  pauseAs: call('pause_as', 3, z.object({ kind: z.enum(['written', 'nobody']) })),
  leave: framed('leave_team', 2, z.object({ kind: z.literal('left') })),
  claim: framed(
    'claim',
    7,
    z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('ours'), epoch }),
      z.object({ kind: z.literal('adopt'), epoch, contentId: contentIdSchema, proof }),
      z.object({ kind: z.literal('held'), by: member, lookAgainMs: wait }),
      z.object({
        kind: z.literal('landed'),
        by: member,
        contentId: contentIdSchema,
        proof,
        scope: z.string(),
        ageMs: age,
      }),
    ]),
  ),
  letGo: framed(
    'let_go',
    3,
    z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('last'), contentId: contentIdSchema, proof, size: count }),
      z.object({
        kind: z.literal('kept'),
        contentId: contentIdSchema.nullable(),
        by: member,
        upload: z
          .string()
          .nullish()
          .transform((upload) => upload ?? undefined),
      }),
      z.object({ kind: z.literal('none') }),
    ]),
  ),
  forgetGone: framed('forget_gone', 3, z.object({ kind: z.literal('forgotten') })),
  othersWith: call('others_with', 3, z.object({ others: z.array(member) })),
  recordLanded: framed('record_landed', 5, z.object({ kind: z.enum(['written', 'fenced']) })),
  stranded: call(
    'stranded',
    2,
    z.object({
      total: count,
      bytes: count,
      files: z.array(
        z.object({
          sha256: z.string(),
          size: count,
          fileName: z.string().nullable(),
          contentId: contentIdSchema.nullable(),
          proof,
          epoch,
          by: member,
          seenMs: age,
        }),
      ),
    }),
  ),
  writeClaim: framed('write_claim', 7, z.object({ kind: z.enum(['written', 'fenced']) })),
  replay: framed(
    'replay',
    3,
    z.object({
      kind: z.literal('replayed'),
      epochs: z.array(epoch.nullable()),
      twice: z.array(count),
      // A database that was not upgraded yet does not say.
      restoring: z.boolean().default(false),
    }),
  ),
  namedByOthers: call(
    'named_by_others',
    3,
    z.union([problem, z.object({ named: z.array(contentIdSchema) })]),
  ),
  toldByOthers: call('told_by_others', 3, z.object({ named: z.array(contentIdSchema) })),
  take: framed(
    'take',
    3,
    z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('ours') }),
      /** `waitMs`, of places: when to look again, by how many wait. */
      z.object({ kind: z.literal('held'), by: member.nullable(), waitMs: wait.optional() }),
    ]),
  ),
  /** Several of those in `batched`. */
  together: framed('together', 1, z.object({ kind: z.literal('together'), answers: z.array(z.unknown()) })),
  giveBack: framed('give_back', 1, z.object({ kind: z.literal('written') })),
  exchange: call(
    'exchange',
    12,
    z.union([
      problem,
      z.object({
        kind: z.literal('granted'),
        granted: count,
        waitMs: wait,
        heldMs: hold,
        head: seq,
        paused: pause.nullable(),
      }),
    ]),
  ),
  recall: call(
    'recall',
    5,
    z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('answer'), answer: z.string(), ageMs: age }),
      z.object({ kind: z.literal('ask') }),
      z.object({ kind: z.literal('wait'), waitMs: wait }),
    ]),
  ),
  tell: call('tell', 4, z.object({ kind: z.literal('told') })),
  feed: call(
    'feed',
    2,
    z.object({
      team: z.string(),
      head: seq,
      entries: z.array(
        z.object({
          seq,
          scope: z.string(),
          sha256: z.string(),
          contentId: contentIdSchema,
          proof,
          by: member,
          ageMs: age,
          fileName: z.string().nullable(),
          size: count,
        }),
      ),
    }),
  ),
  /** What there is to know of the server and of this connection; of PostgreSQL itself. */
  server: {
    name: 'server',
    text: `SELECT jsonb_build_object('version', current_setting('server_version'),
      'left', current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
        - (SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'client backend'),
      'encrypted', (SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()))`,
    answer: z.object({ version: z.string(), left: z.number().int(), encrypted: z.boolean() }),
  },
  releaseAgent: call(
    'release_agent',
    1,
    z.discriminatedUnion('kind', [
      z.object({ kind: z.enum(['unknown', 'alive']) }),
      z.object({ kind: z.literal('released'), claims: count, slots: count }),
    ]),
  ),
  status: call(
    'status',
    0,
    z.object({
      schema: count,
      ...standing,
      places: count,
      placesTaken: count,
      perMinute: count,
      reserve: count,
      budgetOf: z.enum(['key', 'team']),
      /** Requests in 60 s of all keys together, and how many of them the service counts now. */
      permitted: count,
      used: count,
      /** Documents that the team has sent so far, and claims that are open. */
      landed: count,
      sending: count,
      /** Of the whole team; an agent's own is with it. */
      paused: pause.nullable(),
      agents: z.array(
        member.extend({
          version: z.string(),
          protocol: z.number().int(),
          alive: z.boolean(),
          seenMs: age,
          /** Uploads that wait or are under way there, by its last renewal. */
          queue: count,
          used: count,
          sending: count,
          paused: pause.nullable(),
        }),
      ),
    }),
  ),
} as const;
