import { userInfo } from 'node:os';
import { resolve } from 'node:path';
import type { TeamAccess } from '#core/ports/team-access.ts';
import type { TeamSettings } from '#shared/settings/team-settings.ts';
import type { Context } from '../context.ts';
import { usage } from '../options.ts';
import { secretVariables } from '../variables/secret-names.ts';
import { createSecretReader, secretFrom } from '../variables/secret-variables.ts';

/**
 * The team as options and variables have it for this run.
 *
 * @param known the team of the profile in force, and those of all profiles: one password is not for several
 */
export async function teamAccess(
  context: Context,
  known?: { readonly inForce: TeamSettings | undefined; readonly all: readonly TeamSettings[] },
): Promise<TeamAccess> {
  const reader = createSecretReader(context);
  const password = () => secretFrom(reader, secretVariables.teamPassword);
  const team =
    context.options.team === undefined ? undefined : await teamSettings(context, context.options.team);
  const first = team ?? known?.inForce ?? known?.all[0];
  if (first === undefined) return { password, team };
  const { placeOf, readTeamAddress } = await import('#core/public/team.ts');
  const read = readTeamAddress(first.address);
  return { password, team, of: read.kind === 'refused' ? undefined : placeOf(read.address) };
}

/**
 * A team as somebody named it. Where the address names no user it is `PGUSER`, else who runs the command, and
 * the certificates are those of `PGSSLROOTCERT`: as for PostgreSQL's own programs.
 *
 * @throws AppError `USAGE`, which repeats nothing of an address that may hold a password
 */
export async function teamSettings({ environment }: Context, text: string): Promise<TeamSettings> {
  const { readTeamAddress } = await import('#core/public/team.ts');
  const { variables, workingDirectory } = environment;
  const url = URL.parse(text.trim());
  if (url?.username === '' && url.password === '') url.username = variables.PGUSER ?? userInfo().username;
  const address = url?.href ?? text;
  const read = readTeamAddress(address);
  if (read.kind === 'refused') throw usage(`cli.team.address.${read.why}`);
  const file = variables.PGSSLROOTCERT;
  const certificates = file === undefined || file === '' ? null : resolve(workingDirectory, file);
  return { address, machine: null, certificates };
}
