import { createClock } from '#core/ports/clock.ts';
import type { TeamOptions, TeamQuestions } from '#core/public/team.ts';
import type { Profile } from '#shared/settings/profile.ts';
import type { TeamSettings } from '#shared/settings/team-settings.ts';
import { teamAccess, teamSettings } from './adapters/team-access.ts';
import { usage } from './options.ts';
import { formatTime } from './output/format.ts';
import type { Setup } from './session.ts';

/** The team of `--team`, else that of the profile. */
export async function teamOf(setup: Setup, profile: Profile): Promise<TeamSettings> {
  const { team } = setup.options;
  const named = team === undefined ? profile.team : await teamSettings(setup, team);
  if (named === undefined) throw usage('cli.team.noneSet', { name: profile.name });
  return named;
}

export interface Asked {
  readonly profile: Profile;
  readonly team: TeamSettings;
  /** A password that is not kept yet. */
  readonly given?: string | undefined;
}

/** @throws AppError `TEAM_UNREACHABLE`, `TEAM_REFUSED`, or `FILE_UNREADABLE` for the certificate */
export async function askTeam<T>(
  setup: Setup,
  { profile, team, given }: Asked,
  work: (questions: TeamQuestions) => Promise<T>,
): Promise<T> {
  const { questionTeam, optionsOf, teamError } = await import('#core/public/team.ts');
  const access = given === undefined ? await teamAccess(setup) : { password: () => given };
  const options: TeamOptions = optionsOf(team, {
    profileId: profile.id,
    secrets: setup.secrets,
    access,
  });
  // Fails with the path of the file, which trouble of a team does not name.
  await options.ca?.();
  try {
    return await questionTeam({ ...options, clock: createClock() }, work);
  } catch (error) {
    throw teamError(error);
  }
}

export function needProfile({ profile }: Setup): Profile {
  if (profile === null) throw usage('cli.team.noProfile');
  return profile;
}

type TeamStatus = Awaited<ReturnType<TeamQuestions['status']>>;
type Machine = TeamStatus['agents'][number];

/** @throws AppError `USAGE` where none has the name, or several do, with what tells those apart */
export function machineNamed({ output }: Pick<Setup, 'output'>, agents: readonly Machine[], named: string) {
  const meant = agents.filter(({ agent, name }) => agent === named || name === named);
  const [one, ...others] = meant;
  if (one === undefined) throw usage('cli.team.noMachine', { machine: named });
  if (others.length === 0) return one;
  const ids = meant.map(({ agent, seenMs, version }) =>
    output.say('cli.team.whichOne', { id: agent, seen: formatTime(Date.now() - seenMs), version }),
  );
  throw usage('cli.team.several', { machine: named, ids: ids.join(', ') });
}
