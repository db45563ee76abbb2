import { createHash, createHmac, hkdfSync, scrypt } from 'node:crypto';
import { type FoundKey, keyForAnotherAddress, type SecretsPort } from '#core/ports/secrets.ts';
import type { Profile } from '#shared/settings/profile.ts';

/** Makes one guess at a key cost some 30 ms to anyone who reads the team's database. */
const cost = { N: 2 ** 14, r: 8, p: 1 };
/** Bytes that scrypt derives: the scope, and behind it the secret for proofs, in blocks of its own. */
const derived = { scope: 16, all: 64, secretFrom: 32 };

/** What machines with the same API key derive from it for one service. */
export interface TeamKey {
  /**
   * The name of service and key in the team's database: 32 hexadecimal digits, the same on every machine and
   * after every restart. It reveals neither key nor address.
   */
  readonly scope: string;
  /** A code that only machines with this key can make of a text (HMAC-SHA-256, base64url). */
  mac(text: string): string;
}

export function teamKeyOf(baseUrl: string, key: string): Promise<TeamKey> {
  const salt = createHash('sha256')
    .update(`sluice team scope 1\n${serviceOf(baseUrl)}`)
    .digest();
  return new Promise((resolve, reject) => {
    scrypt(key, salt, derived.all, cost, (error, bytes) => {
      if (error) {
        reject(error);
        return;
      }
      // Not from the key itself: a proof would else be a cheap way to test guesses at the key.
      const secret = bytes.subarray(derived.secretFrom);
      const proofKey = Buffer.from(hkdfSync('sha256', secret, salt, 'sluice team proof 1', 32));
      resolve({
        scope: bytes.subarray(0, derived.scope).toString('hex'),
        mac: (text) => createHmac('sha256', proofKey).update(text).digest('base64url'),
      });
    });
  });
}

export const scopeOf = async (baseUrl: string, key: string) => (await teamKeyOf(baseUrl, key)).scope;

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

/** The team key of a profile with the API key that is kept for it. */
export function createProfileTeamKey(
  { id, baseUrl }: Pick<Profile, 'id' | 'baseUrl'>,
  secrets: Pick<SecretsPort, 'getKey'>,
): () => Promise<TeamKey | undefined> {
  return createTeamKey(baseUrl, () => secrets.getKey(id, new URL(baseUrl).origin));
}

export function createProfileScope(
  profile: Pick<Profile, 'id' | 'baseUrl'>,
  secrets: Pick<SecretsPort, 'getKey'>,
): () => Promise<string | undefined> {
  const key = createProfileTeamKey(profile, secrets);
  return async () => (await key())?.scope;
}

/** The team key of a profile: derived again when its API key changes. Undefined without one. */
export function createTeamKey(
  baseUrl: string,
  getKey: () => Promise<FoundKey>,
): () => Promise<TeamKey | undefined> {
  let known: { readonly key: string; readonly derived: Promise<TeamKey> } | undefined;
  return async () => {
    const key = await getKey();
    if (key === undefined || key === '' || key === keyForAnotherAddress) return undefined;
    if (known?.key !== key) known = { key, derived: teamKeyOf(baseUrl, key) };
    return known.derived;
  };
}
