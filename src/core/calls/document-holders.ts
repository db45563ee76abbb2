import type { Member } from '#core/ports/team.ts';
import type { ContentId } from '#shared/ids/ids.ts';
import type { Profile } from '#shared/settings/profile.ts';
import type { TeamSettings } from '#shared/settings/team-settings.ts';
import { activeProfile, type ServiceContext } from '../engine/core-context.ts';
import { teamOf } from '../engine/team-link.ts';
import { createProfileScope } from '../team/scope.ts';

/**
 * Which machines of the team have the file of a document beside this one; undefined while nobody can say.
 * Asked by the agent that belongs to the team, or, beside it, without joining.
 */
export async function otherHolders(
  context: ServiceContext,
  contentId: ContentId,
): Promise<readonly Member[] | undefined> {
  const profile = activeProfile(context);
  const team = context.engines.get(profile.id)?.link.team;
  const settings = teamOf(context, context.teamAccess, profile);
  if (team?.isAlone ?? settings === undefined) return [];
  const of = await createProfileScope(profile, context.secrets)().catch(() => undefined);
  if (of === undefined) return undefined;
  if (team === undefined) return settings && askBeside(context, { profile, settings, of }, contentId);
  // What is still asked ends with the connection.
  const found = await team.othersWith(of, contentId, new AbortController().signal);
  return found === 'unreachable' ? undefined : found;
}

interface Asked {
  readonly profile: Profile;
  readonly settings: TeamSettings;
  readonly of: string;
}

async function askBeside(
  { clock, ledger, secrets, teamAccess: access }: ServiceContext,
  { profile, settings, of }: Asked,
  contentId: ContentId,
): Promise<readonly Member[] | undefined> {
  // What speaks to PostgreSQL is loaded where there is a team.
  const { memberOf, optionsOf } = await import('../team/postgres/options-of.ts');
  const { questionTeam } = await import('../team/postgres/question-team.ts');
  const { TeamTrouble } = await import('../team/postgres/trouble.ts');
  try {
    const options = optionsOf(settings, { profileId: profile.id, secrets, access });
    const agent = ledger.memberships.agentIn(profile.id, memberOf(options.address));
    return await questionTeam({ ...options, clock }, (team) => team.othersWith(agent, of, contentId));
  } catch (error) {
    if (error instanceof TeamTrouble) return undefined;
    throw error;
  }
}
