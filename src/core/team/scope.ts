import { createHash, scrypt } from 'node:crypto';
import { type FoundKey, keyForAnotherAddress, type SecretsPort } from '#core/ports/secrets.ts';
import type { Profile } from '#shared/settings/profile.ts';

/** Cost of one guess at a key for who reads the team's database; some 30 ms of this machine, once a key. */
const cost = { N: 2 ** 14, r: 8, p: 1 };

/**
 * The name under which machines of a team know that they send to the same service with the same key: 32
 * hexadecimal digits, the same on every machine and after every restart. Neither key nor address can be read
 * from it.
 */
export function scopeOf(baseUrl: string, key: string): Promise<string> {
  const salt = createHash('sha256')
    .update(`sluice team scope 1\n${serviceOf(baseUrl)}`)
    .digest();
  return new Promise((resolve, reject) => {
    scrypt(key, salt, 16, cost, (error, derived) =>
      error ? reject(error) : resolve(derived.toString('hex')),
    );
  });
}

/**
 * The name under which keys of one service hear of what the others share with the organization. A scope lets
 * ask for everything of its key, so no other key is to know that.
 */
export function circleOf(baseUrl: string): string {
  return createHash('sha256')
    .update(`sluice team circle 1\n${serviceOf(baseUrl)}`)
    .digest('hex');
}

/** Scheme and a last slash play no part, as one service is one (docs/adr/0014). */
function serviceOf(baseUrl: string): string {
  const { host, pathname } = new URL(baseUrl);
  return `${host}${pathname.replace(/\/+$/, '')}`;
}

/** The scope of a profile with the key that is kept for it. */
export function createProfileScope(
  { id, baseUrl }: Pick<Profile, 'id' | 'baseUrl'>,
  secrets: Pick<SecretsPort, 'getKey'>,
): () => Promise<string | undefined> {
  return createScope(baseUrl, () => secrets.getKey(id, new URL(baseUrl).origin));
}

/** The scope of a profile: made anew when its key is another one. Undefined without a key. */
export function createScope(
  baseUrl: string,
  getKey: () => Promise<FoundKey>,
): () => Promise<string | undefined> {
  let known: { readonly key: string; readonly scope: Promise<string> } | undefined;
  return async () => {
    const key = await getKey();
    if (key === undefined || key === '' || key === keyForAnotherAddress) return undefined;
    if (known?.key !== key) known = { key, scope: scopeOf(baseUrl, key) };
    return known.scope;
  };
}
