import { createHash, randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Database } from './database.ts';
import { createFacts } from './facts.ts';
import { ownIdentity } from './own-identity.ts';

/** The identity of this data folder in a team. */
export interface TeamMembership {
  /**
   * A UUID, derived from the ledger's identity, which `ledger.json` keeps. So a machine that lost its ledger
   * stays the same member, and can release its former claims.
   */
  readonly agent: string;
  /**
   * How many of its writes the database acknowledged. A database that knows fewer is an older copy of itself.
   */
  readonly writes: number;
  /** The database's proof of that number. */
  readonly token: string;
  /** Whether this profile has reported to the team what it sent before it joined. */
  readonly isPublished: boolean;
  /** The scope under which it did so last; another one belongs to a new API key. */
  readonly scope?: string | undefined;
  /** The scopes before that one. */
  readonly former: readonly string[];
}

const membershipSchema = z.object({
  team: z.string(),
  agent: z.string(),
  writes: z.number().int().nonnegative(),
  token: z.string().default(''),
  isPublished: z.boolean().default(false),
  scope: z.string().optional(),
  former: z.array(z.string()).default([]),
});

/** A team without the login, e.g. `db.example:5432/sluice`. */
export const nameOfTeam = (team: string) => team.replace(/^.*@/, '');
const teamAgentKey = (profileId: string) => `team-agent:${profileId}`;
/** The fact that names the team of a profile, without its login, from before the ledger was lost. */
export const formerTeamKey = (profileId: string) => `team-before:${profileId}`;

/** A UUID of version 8 (RFC 9562). */
function agentOf(...names: readonly string[]): string {
  const hex = createHash('sha256').update(JSON.stringify(names)).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** The memberships of this data folder, one for each profile (docs/adr/0037). */
export function createTeamMemberships(database: Database, now: () => number) {
  const { statement, transaction } = database;
  const facts = createFacts(database);
  const read = (profileId: string) => membershipSchema.safeParse(facts.get(teamAgentKey(profileId))).data;
  /** Machines of the former team may need what this one uploaded there, and it can no longer ask them. */
  function noteLeft(profileId: string, team: string): void {
    statement(
      `INSERT INTO upload_events (upload_id, at, kind, detail)
         SELECT uploads.id, ?, 'team-left', json_object('contentId', uploads.content_id, 'machine', ?)
           FROM team_claims AS claims JOIN uploads
             ON uploads.id = claims.upload_id AND uploads.sha256 = claims.sha256
           WHERE claims.profile_id = ? AND claims.stands <> 'release'
             AND uploads.content_id IS NOT NULL AND uploads.landed_at IS NOT NULL`,
    ).run(Math.round(now()), nameOfTeam(team), profileId);
  }

  return {
    /**
     * The membership of a profile in this team. A profile that was in another team gets a new one: its claims
     * and its number of writes mean nothing here.
     */
    of(profileId: string, team: string): TeamMembership {
      const data = read(profileId);
      if (data?.team === team) return data;
      const agent = agentOf(ownIdentity(database)?.ledger ?? randomUUID(), profileId, team);
      const { scope, former = [] } = data ?? {};
      const joined = { team, agent, writes: 0, token: '', isPublished: false, scope, former };
      transaction(() => {
        if (data !== undefined) noteLeft(profileId, data.team);
        facts.set(teamAgentKey(profileId), joined);
      });
      return joined;
    },

    /** Undefined if this profile's membership is not in that team. */
    agentIn(profileId: string, team: string): string | undefined {
      const data = read(profileId);
      return data?.team === team ? data.agent : undefined;
    },

    /** The database of the team that this profile is in, or was in last, e.g. `db.example:5432/sluice`. */
    lastTeam(profileId: string): string | undefined {
      const team = read(profileId)?.team;
      if (team !== undefined) return nameOfTeam(team);
      return z.string().safeParse(facts.get(formerTeamKey(profileId))).data;
    },

    notePublished(profileId: string, agent: string, isPublished: boolean, scope?: string): void {
      const data = read(profileId);
      if (data?.agent !== agent) return;
      const now = scope ?? data.scope;
      const former = [data.scope ?? [], data.former].flat().filter((one) => one !== now);
      facts.set(teamAgentKey(profileId), { ...data, isPublished, scope: now, former });
    },

    /** The scope under which a profile reported last what it sent. */
    lastScope(profileId: string): string | undefined {
      return read(profileId)?.scope;
    },

    /**
     * The scopes under which a team may know what this profile uploaded. Machines that still have a former
     * API key may need its documents under that key's scope.
     */
    scopes(profileId: string): readonly string[] {
      const { scope, former = [] } = read(profileId) ?? {};
      return scope === undefined ? former : [scope, ...former];
    },

    /** What the profile uploads without its team is reported when it joins that team again. */
    noteAlone(profileId: string): void {
      const data = read(profileId);
      if (data?.isPublished) facts.set(teamAgentKey(profileId), { ...data, isPublished: false });
    },

    /** Runs in the caller's transaction. Ignores writes of another membership. */
    noteWrites(
      profileId: string,
      agent: string,
      { writes, token }: Pick<TeamMembership, 'writes' | 'token'>,
    ): void {
      statement(
        `UPDATE facts SET value = json_set(value, '$.writes', ?3, '$.token', ?4)
           WHERE key = ?1 AND value ->> 'agent' = ?2 AND value ->> 'writes' < ?3`,
      ).run(teamAgentKey(profileId), agent, writes, token);
    },
  };
}

export type TeamMemberships = ReturnType<typeof createTeamMemberships>;
