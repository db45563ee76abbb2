import { AppError } from '#shared/errors/app-error.ts';
import { systemTrouble } from '#shared/errors/system-trouble.ts';
import type { ErrorCode } from '#shared/errors/catalog.ts';
import type { Profile } from '#shared/settings/profile.ts';
import { originsOf } from './profile-addresses.ts';
import { keyForAnotherAddress, type SecretsPort } from './secrets.ts';

/**
 * Why requests of a profile would go without a key: none is set, the key store cannot be read, the machine
 * lacks what a look takes, or the key was given for another address.
 */
export async function keyProblem(
  secrets: Pick<SecretsPort, 'getKey'>,
  profile: Pick<Profile, 'id' | 'baseUrl' | 'agentsUrl'>,
): Promise<ErrorCode | undefined> {
  for (const origin of originsOf(profile)) {
    try {
      const key = await secrets.getKey(profile.id, origin);
      if (key === undefined) return 'KEY_MISSING';
      if (key === keyForAnotherAddress) return 'KEY_NOT_FOR_THIS_ADDRESS';
    } catch (error) {
      return keyStoreTrouble(error);
    }
  }
  return undefined;
}

/** The same for what uploads need: the address of agents is none of theirs. */
export const uploadKeyProblem: typeof keyProblem = (secrets, profile) =>
  keyProblem(secrets, { ...profile, agentsUrl: null });

/** Where the configuration says that a missing key is. */
export function placeOfMissingKey(
  problem: ErrorCode,
  { keyFrom }: Pick<Profile, 'keyFrom'>,
): string | undefined {
  if (problem !== 'KEY_MISSING' || keyFrom === undefined) return undefined;
  return Object.entries(keyFrom).flat().join(': ');
}

/**
 * Why no key was found: the file that should contain it is missing, else the key store cannot be read, unless
 * the system says otherwise.
 */
export function keyStoreTrouble(error: unknown): ErrorCode {
  if (error instanceof AppError && error.code === 'KEY_MISSING') return 'KEY_MISSING';
  return systemTrouble(error) ?? 'KEY_STORE_UNREADABLE';
}
