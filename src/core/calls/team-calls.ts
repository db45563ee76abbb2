import { isAbsolute } from 'node:path';
import { teamPasswordId } from '#core/ports/team-access.ts';
import type { CallParsed, Handlers } from '#shared/bridge/contract.ts';
import { AppError } from '#shared/errors/app-error.ts';
import type { Profile } from '#shared/settings/profile.ts';
import { type TeamSettings, teamSettingsSchema } from '#shared/settings/team-settings.ts';
import { said } from '#shared/spoken/said.ts';
import { activeProfile, type CoreContext } from '../engine/core-context.ts';
import { type TeamMember, teamOf } from '../engine/team-link.ts';

type TeamHandlers = Pick<Handlers, Extract<keyof Handlers, `team.${string}`>>;

/**
 * The team of the profile in force: who is there, pause, and joining and leaving. A password goes in and
 * never comes out (S2).
 */
export function teamCalls(context: CoreContext): TeamHandlers {
  const { engines, secrets, settings, teamAccess } = context;
  const alone = { setting: null, trouble: null, team: null };
  const done = { done: true } as const;

  /** Only the agent that belongs to the team may write there. */
  function memberHere(): TeamMember {
    const member = engines.get(activeProfile(context).id)?.link.member;
    if (member === undefined) throw new AppError('USAGE', { spoken: said('usage.teamOfAgent') });
    return member;
  }

  async function change(profile: Profile, team: TeamSettings | undefined): Promise<void> {
    const { team: _former, ...rest } = profile;
    const changed: Profile = team === undefined ? rest : { ...rest, team };
    await settings.update((current) => ({
      ...current,
      profiles: current.profiles.map((one) => (one.id === profile.id ? changed : one)),
    }));
    await context.restartEngines();
  }

  return {
    'team.show': async () => {
      if (settings.get().profiles.length === 0) return alone;
      const profile = activeProfile(context);
      const set = teamOf(context, teamAccess, profile);
      if (set === undefined) return alone;
      const { showTeam } = await import('./show-team.ts');
      return showTeam(context, profile, set);
    },
    'team.pause': async ({ whom, paused }) => {
      const written = await memberHere().team.pause(whom ?? undefined, paused);
      if (written === 'unreachable') throw new AppError('TEAM_UNREACHABLE', { retryable: true });
      if (written === 'nobody') throw new AppError('NOT_HERE', { spoken: said('notHere.machine') });
      return done;
    },
    'team.test': async ({ password, ...named }) => {
      const profile = activeProfile(context);
      const { testTeam } = await import('./show-team.ts');
      return testTeam(context, profile, teamAt(profile, { ...named, machine: null }), password);
    },
    'team.join': async ({ password, shownProfileId, ...named }) => {
      const profile = activeProfile(context, shownProfileId);
      const team = teamAt(profile, named);
      const { checkCertificates, keepPassword } = await import('./show-team.ts');
      await checkCertificates(context, profile, team);
      if (password !== undefined) await keepPassword(context, profile, team, password);
      await change(profile, team);
      return done;
    },
    'team.leave': async ({ shownProfileId }) => {
      const profile = activeProfile(context, shownProfileId);
      await change(profile, undefined);
      await secrets.forgetKey(teamPasswordId(profile.id));
      return done;
    },
  };
}

/** A team as a page names it; for a file that is to be trusted a person gave leave (`public/wants-of.ts`). */
function teamAt(
  profile: Profile,
  { address: given, machine, certificates: named }: CallParsed<'team.join'>,
): TeamSettings {
  const address = given.trim();
  // An authority of one's own is believed for the database it was named for.
  const certificates =
    named === undefined && profile.team?.address === address ? profile.team.certificates : (named ?? null);
  if (certificates !== null && !isAbsolute(certificates))
    throw new AppError('USAGE', { spoken: said('usage.noWholePath', { path: certificates }) });
  const read = teamSettingsSchema.safeParse({ address, machine, certificates });
  if (!read.success) throw new AppError('USAGE', { spoken: said('team.address') });
  return read.data;
}
