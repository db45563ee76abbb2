import { AppError } from '#shared/errors/app-error.ts';
import { withoutUndefined } from '#shared/without-undefined.ts';
import { teamAccess, teamSettings } from '../adapters/team-access.ts';
import type { Context } from '../context.ts';
import { usage } from '../options.ts';

export interface InitFlags {
  readonly places?: number;
  readonly perMinute?: number;
  readonly reserve?: number;
  readonly oneLimit?: boolean;
}

/** Of PostgreSQL. */
const usualPort = 5432;
/** Codes of PostgreSQL. */
const noSuchDatabase = '3D000';
const noPrivilege = '42501';

/** `sluice team init`: no profile is needed, and none is changed. */
export async function initTeamOf(context: Context, flags: InitFlags): Promise<void> {
  const { options, output } = context;
  const { say } = output;
  if (options.team === undefined) throw usage('cli.team.needsAddress');
  const { certificates, address: text } = await teamSettings(context, options.team);
  const { initTeam, optionsOf, teamError } = await import('#core/public/team.ts');
  const none = { getKey: async () => undefined };
  const reached = optionsOf(
    { address: text, machine: null, certificates },
    { profileId: '', secrets: none, access: await teamAccess(context) },
  );
  const { places, perMinute, reserve, oneLimit } = flags;
  const changes = withoutUndefined({
    places,
    perMinute,
    reserve,
    budgetOf: oneLimit ? ('team' as const) : undefined,
  });
  let done: Awaited<ReturnType<typeof initTeam>>;
  try {
    done = await initTeam(reached, changes);
  } catch (error) {
    if ((error as { code?: unknown }).code === noSuchDatabase)
      throw usage('cli.team.noDatabase', { database: reached.address.database });
    if ((error as { code?: unknown }).code === noPrivilege)
      throw new AppError('TEAM_REFUSED', { said: (say) => say('cli.team.needsOwner'), cause: error });
    throw teamError(error);
  }
  if (done.kind !== 'migrated') throw usage(`cli.team.${done.kind}`, { version: done.version });
  const { from, to, agentRole, settings, areChanged } = done;
  output.result({ from, to, agentRole, settings, areChanged }, () => {
    const { database, host, port } = reached.address;
    output.line(
      say(from === 0 ? 'cli.team.made' : from < to ? 'cli.team.broughtUp' : 'cli.team.current', {
        database,
        version: to,
      }),
    );
    if (from > 0 && areChanged) output.line(say('cli.team.limitsChanged'));
    output.line(
      say('cli.team.limits', {
        places: settings.places,
        perMinute: settings.perMinute,
        reserve: settings.reserve,
      }),
    );
    if (from > 0) return;
    output.line(say('cli.team.nextRole'));
    output.line(`  ${say('cli.team.roleCommand', { role: agentRole })}`);
    output.line(say('cli.team.nextJoin'));
    const place = port === usualPort ? host : `${host}:${port}`;
    output.line(`  ${say('cli.team.joinCommand', { place, database })}`);
  });
}
