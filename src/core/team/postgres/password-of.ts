import readPassfile from 'pgpass';
import type { TeamAddress } from './team-address.ts';
import { TeamTrouble } from './trouble.ts';

/**
 * The password for the team's database, asked for when the server wants one: from the keychain, else from
 * PostgreSQL's own passfile (`PGPASSFILE`, else `~/.pgpass`).
 *
 * @throws TeamTrouble where there is none.
 */
export async function passwordOf(
  address: TeamAddress,
  fromKeychain: (() => Promise<string | undefined>) | undefined,
): Promise<string> {
  const kept = await fromKeychain?.().catch(() => undefined);
  const password = kept ?? (await new Promise<string | undefined>((done) => readPassfile(address, done)));
  if (password === undefined) throw new TeamTrouble('login', 'NO_PASSWORD');
  return password;
}
