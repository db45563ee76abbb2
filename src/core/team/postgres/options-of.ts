import { readFile } from 'node:fs/promises';
import { type TeamAccess, teamPasswordId } from '#core/ports/team-access.ts';
import type { SecretsPort } from '#core/ports/secrets.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { said } from '#shared/spoken/said.ts';
import type { TeamSettings } from '#shared/settings/team-settings.ts';
import { readTeamAddress, type TeamAddress } from './team-address.ts';

/** What a connection to a team's database is made with. */
export interface TeamOptions {
  readonly address: TeamAddress;
  readonly password: () => Promise<string | undefined>;
  /** Reads a company's own authority, PEM, for each connection: the file may be renewed, or come later. */
  readonly ca?: () => Promise<string>;
}

/** A database, whoever signs in: to it alone a password goes that was kept for it. */
export function placeOf({ host, port, database }: TeamAddress): string {
  return `${host}:${port}/${database}`;
}

/** A login at a database: as another one this machine is another member, since a login speaks for its own. */
export function memberOf(address: TeamAddress): string {
  return `${address.user}@${placeOf(address)}`;
}

/**
 * How the team of a profile is reached: the password of this run, else the one that is kept for this
 * database, else PostgreSQL's passfile.
 *
 * @throws AppError where the address cannot be read; `ca` does where the certificate cannot
 */
export function optionsOf(
  settings: TeamSettings,
  {
    profileId,
    secrets,
    access,
  }: { profileId: string; secrets: Pick<SecretsPort, 'getKey'>; access: TeamAccess | undefined },
): TeamOptions {
  const read = readTeamAddress(settings.address);
  if (read.kind === 'refused') throw new AppError('USAGE', { spoken: said('team.address') });
  const { address } = read;
  return {
    address,
    async password() {
      const isFor = access?.of === undefined || access.of === placeOf(address);
      const given = isFor ? access?.password?.() : undefined;
      const kept = given ?? (await secrets.getKey(teamPasswordId(profileId), placeOf(address)));
      return typeof kept === 'string' ? kept : undefined;
    },
    ...(settings.certificates === null ? {} : { ca: readerOf(settings.certificates) }),
  };
}

/** Reads once at a time: on a drive that hangs, each reading keeps a thread. */
function readerOf(path: string): () => Promise<string> {
  let reading: Promise<string> | undefined;
  const read = async () => {
    try {
      return await readFile(path, 'utf8');
    } catch (cause) {
      throw new AppError('FILE_UNREADABLE', { detail: (cause as Error).message, cause });
    } finally {
      reading = undefined;
    }
  };
  return () => (reading ??= read());
}
