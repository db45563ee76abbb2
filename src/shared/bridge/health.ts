import { z } from 'zod';
import { isWithoutConnection } from '../errors/no-connection.ts';
import { folderIdSchema, profileIdSchema } from '../ids/ids.ts';
import { saidSchema } from '../spoken/said-schema.ts';

/** How the background work of a profile does with its service; see the governor in core. */
export const serviceHealthSchema = z.object({
  /** `open`: background work waits. `probing`: one request finds out whether it may go on. */
  state: z.enum(['closed', 'open', 'probing']),
  /** Why it waits, from the catalog of errors; null while closed. */
  code: z.string().nullable(),
  /** What exactly, as in `Upload.detail`. */
  detail: z.string().nullable(),
  /** Milliseconds since the epoch; null while closed. */
  since: z.number().nullable(),
  nextProbeAt: z.number().nullable(),
  /** When the service last answered this process; null before the first time. */
  lastSuccessAt: z.number().nullable(),
  /** When it first did since it last could not be reached; null while it cannot, or was not asked yet. */
  reachableSince: z.number().nullable().default(null),
  /** It does not end by itself: somebody has to act. */
  needsPerson: z.boolean(),
});
export type ServiceHealth = z.infer<typeof serviceHealthSchema>;

/** Somebody of a team asked a machine, or all, to send nothing for now. */
export const teamPauseSchema = z.object({
  /** The machine of whoever did. */
  by: z.string(),
  /** Milliseconds since the epoch. */
  since: z.number(),
  ofAll: z.boolean(),
});
export type TeamPauseShown = z.infer<typeof teamPauseSchema>;

/** How it stands with the database of a team. A profile whose machine is alone has none. */
export const teamHealthSchema = z.object({
  /** `refused`: it answers, but takes nothing from this machine. */
  state: z.enum(['connecting', 'reachable', 'unreachable', 'refused']),
  /** What keeps this machine from it; null where nothing does. */
  why: z
    .enum([
      ...['network', 'certificate', 'login', 'rights', 'not-set-up', 'full', 'away', 'unexpected'],
      ...['too-old', 'restored', 'replaced', 'stranger', 'joining'],
    ] as const)
    .nullable(),
  /** A code of PostgreSQL, of the system or of TLS; null where there is none. */
  code: z.string().nullable(),
  /** Milliseconds since the epoch; null while it is reachable. */
  since: z.number().nullable(),
  /** Why this machine sends nothing for now although it could; null while it may. */
  paused: teamPauseSchema.nullable().default(null),
  /** When an entry of this key was last met that no machine with the key wrote, ms since the epoch. */
  forgedAt: z.number().optional(),
  /** Documents that this machine and another one both sent, as the team found out. */
  twice: z.number().int().optional(),
  /** How long the database takes to answer, ms, where that slows uploads down. */
  answersAfterMs: z.number().optional(),
  /** Since when this machine waits for a place to send, because others keep them all; ms since the epoch. */
  noPlaceSince: z.number().optional(),
});
export type TeamHealth = z.infer<typeof teamHealthSchema>;

const passing: ReadonlySet<TeamHealth['why']> = new Set(['network', 'away', 'full', 'unexpected'] as const);

/** What ends by itself: the network, and a server that is busy, starts or stops. */
export function isPassing(why: TeamHealth['why']): boolean {
  return passing.has(why);
}

/** One thing that is not as it should be. */
export const findingSchema = z.object({
  about: z.enum(['agent', 'key', 'service', 'team', 'folder', 'ledger', 'settings']),
  /**
   * - `trouble`: work stands until a person acts
   * - `held`: work waits and goes on by itself
   * - `attention`: work goes on, but part of it is left until a person acts
   * - `note`: to be known
   */
  level: z.enum(['trouble', 'held', 'attention', 'note']),
  /** From the catalog of errors; null where only `said` tells. */
  code: z.string().nullable(),
  /** In English: what is and, for a service or a drive, since when. */
  message: z.string(),
  /** The same for the person's language. */
  said: saidSchema,
  /** Milliseconds since the epoch; null where nobody knows. */
  since: z.number().nullable(),
  /** When it ends at the latest, milliseconds since the epoch; absent where nobody knows. */
  until: z.number().optional(),
  profileId: profileIdSchema.nullable(),
  folderId: folderIdSchema.nullable(),
});
export type Finding = z.infer<typeof findingSchema>;

/** Things that need a person, by cause. */
export const attentionGroupSchema = z.object({
  code: z.string(),
  count: z.number().int(),
  /** `uploads` are listed by `uploads.list`; `files` are no uploads yet and are listed by `folders.files`. */
  place: z.enum(['uploads', 'files']),
  /** The one watch folder they all come from, if there is one. */
  folderId: folderIdSchema.nullable(),
});
export type AttentionGroup = z.infer<typeof attentionGroupSchema>;

/** How Sluice is doing, decided once: every place that says so reads this. */
export const healthSchema = z.object({
  /**
   * What hinders most:
   * - `noProfile`: no service is set up
   * - `trouble`: something stands until a person acts
   * - `paused`
   * - `held`: the service or something else is waited for
   * - `off`: no agent runs, though there is something for one to do
   * - `working`: uploads are under way
   * - `attention`: single files or settings need a person
   * - `waiting`: files are held back until they are complete
   * - `idle`
   */
  state: z.enum(['noProfile', 'trouble', 'paused', 'held', 'off', 'working', 'attention', 'waiting', 'idle']),
  /** The worst first. */
  findings: z.array(findingSchema),
  /** Files and uploads that need a person; the largest group first. */
  attention: z.object({ total: z.number().int(), groups: z.array(attentionGroupSchema) }),
  /** Local files that are not taken yet, because they are not quiet or not complete. */
  waiting: z.number().int(),
  /** Each profile whose queue runs, by id. */
  services: z.record(z.string(), serviceHealthSchema),
  /** Each profile whose queue runs in a team, by id. */
  teams: z.record(z.string(), teamHealthSchema),
});
export type Health = z.infer<typeof healthSchema>;

/** How monitoring systems are told. `unknown`: nothing is set up that could be well or not. */
export type HealthLevel = 'ok' | 'warning' | 'critical' | 'unknown';

/**
 * One of four words for monitoring: `critical` where work stands until a person acts or no agent does it,
 * `warning` where it waits, or single files or settings need somebody.
 */
export function levelOf({
  attention,
  findings,
  state,
}: Pick<Health, 'state' | 'findings' | 'attention'>): HealthLevel {
  if (state === 'noProfile') return 'unknown';
  if (state === 'off' || findings.some(({ level }) => level === 'trouble')) return 'critical';
  return attention.total > 0 || findings.some(({ level }) => level !== 'note') ? 'warning' : 'ok';
}

/** Whether the agent does its work: files that need a person are no fault of its. */
export function isHealthy(health: Pick<Health, 'state' | 'findings'>): boolean {
  return levelOf({ ...health, attention: { total: 0, groups: [] } }) === 'ok';
}

/** A shorter pause is over before anyone has read of it, ms. */
export const shortestPauseTold = 10_000;

/** What tells one finding from another while it lasts. */
export function findingKey({ about, code, said, profileId, folderId }: Finding): string {
  return [about, code ?? said.code, profileId ?? '', folderId ?? ''].join(' ');
}

/** Whether no connection to some service is made. */
export function isUnreachable({ findings }: Pick<Health, 'findings'>): boolean {
  return findings.some(({ code }) => isWithoutConnection(code));
}
