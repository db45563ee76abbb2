import type { Profile } from '#shared/settings/profile.ts';
import { originsOf } from './profile-addresses.ts';
import { keyForAnotherAddress, type SecretsPort } from './secrets.ts';

const unreadable = Symbol('the key store cannot be read');

/**
 * Why requests of a profile would go without a key: none is set, nobody can tell, or it was given for another
 * address.
 */
export async function keyProblem(
  secrets: Pick<SecretsPort, 'getKey'>,
  profile: Pick<Profile, 'id' | 'baseUrl' | 'agentsUrl'>,
): Promise<'KEY_MISSING' | 'KEY_STORE_UNREADABLE' | 'KEY_NOT_FOR_THIS_ADDRESS' | undefined> {
  for (const origin of originsOf(profile)) {
    const key = await secrets.getKey(profile.id, origin).catch(() => unreadable);
    if (key === unreadable) return 'KEY_STORE_UNREADABLE';
    if (key === undefined) return 'KEY_MISSING';
    if (key === keyForAnotherAddress) return 'KEY_NOT_FOR_THIS_ADDRESS';
  }
  return undefined;
}
