import type { TeamSettings } from '#shared/settings/team-settings.ts';

/** What the host knows of a team's database beside the settings. */
export interface TeamAccess {
  /** A team named for this run; it wins over the one of the profile in force. */
  readonly team?: TeamSettings | undefined;
  /** The database that this password is for, as `placeOf` names it; undefined: the one that is asked. */
  readonly of?: string | undefined;
  /** The password named for this run; asked at each connection, so that a changed file holds at once. */
  readonly password?: (() => string | undefined) | undefined;
}

/** Under which name the key store keeps the password for the team of a profile. */
export const teamPasswordId = (profileId: string) => `team:${profileId}`;
