import type { Stranded, Team } from '#core/ports/team.ts';
import type { TeamAccess } from '#core/ports/team-access.ts';
import type { TeamHealth } from '#shared/bridge/health.ts';
import type { Profile } from '#shared/settings/profile.ts';
import type { TeamSettings } from '#shared/settings/team-settings.ts';
import type { WatchFolder } from '#shared/settings/watch-folder.ts';
import { createLocalTeam } from '../team/local-team.ts';
import type { PostgresTeam } from '../team/postgres/postgres-team.ts';
import { activeProfile, type CoreContext } from './core-context.ts';
import type { CoreDependencies } from './core-dependencies.ts';

export interface TeamMember {
  readonly agent: string;
  readonly settings: TeamSettings;
  readonly team: Pick<PostgresTeam, 'status' | 'pause'>;
  /** Files of this key that only machines have which are gone. */
  stranded(): Promise<Stranded | 'unreachable'>;
}

/** How the engine of a profile is connected to those that send with the same subscription. */
export interface TeamLink {
  readonly team: Team;
  /** How it stands with the team's database; undefined where this machine is alone. */
  standing(): TeamHealth | undefined;
  /** As whom this machine is in which team; undefined where it is alone. */
  readonly member: TeamMember | undefined;
  /** Whether somebody asked this machine, or the whole team, to send nothing for now. */
  isPaused(): boolean;
  /** These documents of this machine are there a second time, from another one. */
  noteTwice(contentIds: readonly string[]): void;
  /** The machine slept, for nobody knows how long. */
  woke(): void;
  /** Real ms after which the database is not waited for any more. */
  close(withinMs: number): Promise<void>;
}

/** Of a machine alone, or of a team that somebody else connects and ends. */
function linkedTo(team: Team = createLocalTeam()): TeamLink {
  return {
    team,
    member: undefined,
    standing: () => undefined,
    isPaused: () => false,
    noteTwice: () => undefined,
    woke: () => undefined,
    close: async () => undefined,
  };
}

/** The team of a profile: that of this run, else that of its settings. */
export function teamOf(
  context: Pick<CoreContext, 'settings'>,
  teamAccess: TeamAccess | undefined,
  profile: Profile,
): TeamSettings | undefined {
  const isInForce = activeProfile(context).id === profile.id;
  return (isInForce ? teamAccess?.team : undefined) ?? profile.team;
}

/**
 * Of the engine of a profile, as its settings and the host have it.
 *
 * @throws AppError as `linkTeam` does
 */
export async function linkOf(
  context: CoreContext,
  { team, teamAccess, tuning }: Pick<CoreDependencies, 'team' | 'teamAccess' | 'tuning'>,
  profile: Profile,
): Promise<TeamLink> {
  if (team !== undefined) return linkedTo(team);
  const settings = teamOf(context, teamAccess, profile);
  if (settings === undefined) {
    context.ledger.memberships.noteAlone(profile.id);
    return linkedTo();
  }
  // Nothing that speaks to a team is loaded where there is none.
  const { linkTeam } = await import('./link-team.ts');
  const isStill = () => {
    const now = context.settings.get().profiles.find(({ id }) => id === profile.id);
    return now !== undefined && teamOf(context, teamAccess, now)?.address === settings.address;
  };
  const link = await linkTeam(context, { profile, settings, access: teamAccess, isStill });
  return { ...link, team: tuning?.team?.(link.team) ?? link.team };
}

/**
 * Why this machine does not watch a shared folder: it has not asked the team yet, it is paused, the team does
 * not answer, or another machine watches.
 */
export type Standby = 'asking' | 'paused' | 'unreachable' | { readonly by: string };

type SharedFolder = WatchFolder & { readonly sharedAs: string };

/** Whether one machine at a time watches the folder, where this machine is in a team. */
export function isShared(folder: WatchFolder): folder is SharedFolder {
  return folder.sharedAs !== null && !folder.paused;
}

/** Why this process does not watch a folder that it would watch alone; undefined where it does. */
export function standbyOf(
  context: Pick<CoreContext, 'engines' | 'settings' | 'teamAccess'>,
  folder: WatchFolder,
): Standby | undefined {
  if (!isShared(folder)) return undefined;
  // The settings decide: the engine of a team that this machine has just left may still run.
  const profile = context.settings.get().profiles.find(({ id }) => id === folder.profileId);
  if (!profile || !teamOf(context, context.teamAccess, profile)) return undefined;
  const shared = context.engines.get(folder.profileId)?.shared;
  return shared === undefined ? 'asking' : shared.standbyOf(folder.sharedAs);
}
