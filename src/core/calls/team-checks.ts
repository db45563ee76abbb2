import type { CallOutput } from '#shared/bridge/contract.ts';
import { isPassing } from '#shared/bridge/health.ts';
import type { Profile } from '#shared/settings/profile.ts';
import type { TeamSettings } from '#shared/settings/team-settings.ts';
import { said } from '#shared/spoken/said.ts';
import { activeProfile, type CoreContext } from '../engine/core-context.ts';
import { teamOf } from '../engine/team-link.ts';
import { TeamTrouble } from '../team/postgres/trouble.ts';
import { found } from './check-words.ts';

type Check = CallOutput<'agent.doctor'>['checks'][number];

/** Fewer connections than this at the server are worth a word: each agent needs one. */
const fewConnections = 3;

/** The live checks of the team of the profile in force, as this machine reaches it; none without one. */
export async function teamChecks(context: CoreContext): Promise<Check[]> {
  const { profiles } = context.settings.get();
  if (profiles.length === 0) return [];
  const profile = activeProfile(context);
  const team = teamOf(context, context.teamAccess, profile);
  return team === undefined ? [] : checksOf(context, profile, team);
}

async function checksOf(
  { clock, secrets, teamAccess: access }: CoreContext,
  profile: Profile,
  team: TeamSettings,
): Promise<Check[]> {
  // What speaks to PostgreSQL is loaded where there is a team.
  const { optionsOf } = await import('../team/postgres/options-of.ts');
  const { questionTeam } = await import('../team/postgres/question-team.ts');
  const title = said('check.name.teamServer');
  try {
    const options = optionsOf(team, { profileId: profile.id, secrets, access });
    const { host } = options.address;
    const look = await questionTeam({ ...options, clock }, (questions) => questions.look());
    const { version, schema, roundTripMs, encrypted, left } = look;
    const milliseconds = String(Math.max(1, Math.round(roundTripMs)));
    return [
      found(title, said('check.teamServer', { host, version, schema: String(schema), milliseconds })),
      found(title, said(encrypted ? 'check.teamSecure' : 'check.teamHere', { host })),
      found(title, said('check.teamConnections', { count: left }), left >= fewConnections),
    ];
  } catch (error) {
    if (!(error instanceof TeamTrouble)) throw error;
    const { kind, code } = error;
    const check = found(title, said(`team.${kind}`, { code }), false);
    return [{ ...check, code: isPassing(kind) ? 'TEAM_UNREACHABLE' : 'TEAM_REFUSED' }];
  }
}
