import { createHash } from 'node:crypto';
import { type ProfileId, profileIdSchema } from '#shared/ids/ids.ts';
import type { Profile } from '#shared/settings/profile.ts';

/**
 * The same address and name always give the same id, so that the ledger of a fresh set-up knows what is in
 * already.
 */
export function profileId(baseUrl: string, name: string): ProfileId {
  return profileIdSchema.parse(
    `p-${createHash('sha256').update(`${baseUrl}\n${name}`).digest('hex').slice(0, 12)}`,
  );
}

/**
 * The id for a profile of this address and name. A profile that was renamed, or that got another address,
 * keeps its id, and with it its key, folders and documents; a new one of its first name gets another.
 *
 * @param taken ids of profiles that have another name from now on
 */
export function freeProfileId(
  baseUrl: string,
  name: string,
  known: readonly Pick<Profile, 'id' | 'name' | 'baseUrl'>[],
  taken: ReadonlySet<string> = new Set(),
): ProfileId {
  for (let number = 1; ; number++) {
    const id = profileId(baseUrl, number === 1 ? name : `${name}\n${number}`);
    const owner = known.find((one) => one.id === id);
    if (taken.has(id)) continue;
    if (owner === undefined || (owner.name === name && owner.baseUrl === baseUrl)) return id;
  }
}

/** The profile of "Try it now": always the same, so that the ledger goes on where it was. */
export const sandboxProfileId = profileIdSchema.parse('sandbox');
