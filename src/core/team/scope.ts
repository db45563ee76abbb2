import { createHash, scrypt } from 'node:crypto';
import { type FoundKey, keyForAnotherAddress } from '#core/ports/secrets.ts';

/** Cost of one guess at a key for who reads the team's database; some 30 ms of this machine, once a key. */
const cost = { N: 2 ** 14, r: 8, p: 1 };

/**
 * The name under which machines of a team know that they send to the same service with the same key: 32
 * hexadecimal digits, the same on every machine and after every restart. Neither key nor address can be read
 * from it. Scheme and a last slash play no part, as one service is one (docs/adr/0014).
 */
export function scopeOf(baseUrl: string, key: string): Promise<string> {
  const { host, pathname } = new URL(baseUrl);
  const service = `${host}${pathname.replace(/\/+$/, '')}`;
  const salt = createHash('sha256').update(`sluice team scope 1\n${service}`).digest();
  return new Promise((resolve, reject) => {
    scrypt(key, salt, 16, cost, (error, derived) =>
      error ? reject(error) : resolve(derived.toString('hex')),
    );
  });
}

/**
 * By what other keys may ask for what this one shares. Its scope lets ask for everything, so no other key is
 * to know that.
 */
export const shareNameOf = (scope: string): string => createHash('sha256').update(scope).digest('hex');

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
