import { hostname } from 'node:os';
import { teamPasswordId } from '#core/ports/team-access.ts';
import type { CallOutput } from '#shared/bridge/contract.ts';
import type { TeamHealth } from '#shared/bridge/health.ts';
import type { Profile } from '#shared/settings/profile.ts';
import type { TeamSettings } from '#shared/settings/team-settings.ts';
import { said } from '#shared/spoken/said.ts';
import type { CoreContext } from '../engine/core-context.ts';
import { askTeam } from '../team/postgres/ask-team.ts';
import { optionsOf, placeOf } from '../team/postgres/options-of.ts';
import type { TeamStatus } from '../team/postgres/postgres-team.ts';
import { TeamTrouble } from '../team/postgres/trouble.ts';
import { found } from './check-words.ts';
import { teamAsShown } from './team-as-shown.ts';

type Around = Pick<CoreContext, 'clock' | 'random' | 'secrets' | 'teamAccess'>;
type Trouble = CallOutput<'team.show'>['trouble'];

/** The team of a profile: asked by the agent that belongs to it, or, beside it, without joining. */
export async function showTeam(
  context: CoreContext,
  profile: Profile,
  settings: TeamSettings,
): Promise<CallOutput<'team.show'>> {
  const { clock, engines, live } = context;
  const link = engines.get(profile.id)?.link;
  const status = await (link?.member?.team.status() ?? askBeside(context, profile, settings));
  // Of an agent in another process its word is known.
  const standing = link?.standing() ?? (await live())?.teams[profile.id];
  const stranded = (await link?.member?.stranded()) ?? 'unreachable';
  const isKnown = status !== 'unreachable' && !(status instanceof TeamTrouble);
  return {
    setting: {
      address: settings.address,
      machine: settings.machine ?? hostname(),
      passwordKept: await isPasswordKept(context, profile, settings),
    },
    trouble: troubleOf(status, standing),
    team: isKnown
      ? teamAsShown(status, {
          self: link?.member?.agent ?? null,
          stranded: stranded === 'unreachable' ? noneStranded : stranded,
          now: clock.now(),
        })
      : null,
  };
}

/** Why a team cannot be asked, or what it refuses although it can. */
function troubleOf(
  asked: TeamStatus | TeamTrouble | 'unreachable',
  { code, since, state, why }: Pick<TeamHealth, 'code' | 'since' | 'state' | 'why'> = nothingKnown,
): Trouble {
  if (asked instanceof TeamTrouble) return { why: asked.kind, code: asked.code, since };
  if (asked === 'unreachable') return { why: why ?? 'network', code, since };
  return state === 'refused' && why !== null ? { why, code, since } : null;
}

const noneStranded = { total: 0, bytes: 0, files: [] };
const nothingKnown = { state: 'connecting', why: null, code: null, since: null } as const;

/** With this password, else the one of this run or a kept one. */
async function askBeside(
  { clock, random, secrets, teamAccess }: Around,
  { id }: Profile,
  settings: TeamSettings,
  password?: string,
) {
  const access = password === undefined ? teamAccess : { password: () => password };
  return askTeam({ clock, random, ...optionsOf(settings, { profileId: id, secrets, access }) });
}

/** A live check of a team's database, in words. */
export async function testTeam(
  context: Around,
  profile: Profile,
  settings: TeamSettings,
  password?: string,
): Promise<CallOutput<'team.test'>> {
  const asked = await askBeside(context, profile, settings, password);
  const title = said('check.name.team');
  if (asked instanceof TeamTrouble) {
    const check = found(title, said(`team.${asked.kind}`, { code: asked.code }), false);
    return { ok: false, checks: [check] };
  }
  const { agents, permitted: limit, places } = asked;
  return { ok: true, checks: [found(title, said('check.team', { count: agents.length, places, limit }))] };
}

/** @throws AppError `FILE_UNREADABLE`, before anything is changed for a team that could not be reached */
export async function checkCertificates(
  { secrets }: Around,
  { id }: Profile,
  settings: TeamSettings,
): Promise<void> {
  await optionsOf(settings, { profileId: id, secrets, access: undefined }).ca?.();
}

/** For this database and no other. */
export async function keepPassword(
  { secrets }: Around,
  { id }: Profile,
  settings: TeamSettings,
  password: string,
): Promise<void> {
  const { address } = optionsOf(settings, { profileId: id, secrets, access: undefined });
  await secrets.setKey(teamPasswordId(id), password, [placeOf(address)]);
}

async function isPasswordKept(
  { secrets }: Around,
  { id }: Profile,
  settings: TeamSettings,
): Promise<boolean> {
  const { address } = optionsOf(settings, { profileId: id, secrets, access: undefined });
  const kept = await secrets.getKey(teamPasswordId(id), placeOf(address)).catch(() => undefined);
  return typeof kept === 'string';
}
