import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { proxyLoginId, secretsIn } from '#core/ports/network.ts';
import { sandboxProfileId } from '#core/ports/profile-id.ts';
import { keyForAnotherAddress, type SecretsPort } from '#core/ports/secrets.ts';
import { AppError } from '#shared/errors/app-error.ts';
import type { Profile } from '#shared/settings/profile.ts';
import { said } from '#shared/spoken/said.ts';
import type { CommonOptions } from '../common-options.ts';
import { usage } from '../options.ts';
import { secretVariables } from '../variables/secret-names.ts';
import {
  canBeReadAgain,
  placeOf,
  type SecretReader,
  secretFrom,
  secretOf,
} from '../variables/secret-variables.ts';
import type { KeyFile, KeyLook } from './key-file.ts';

/** The key from outside the data folder: `SLUICE_API_KEY`, its file, or the credential `api-key`. */
export interface OutsideKey {
  readonly key: string;
  /** The profile in force: the one that this command works with, or that it made first. */
  readonly profileId: string | null;
  /** Origins on the same command line: the key may go there too. */
  readonly given: readonly string[];
  /** Where `SLUICE_API_KEY_ORIGIN` names origins: the key may go there and nowhere else. */
  readonly only: readonly string[] | undefined;
}

/** @throws AppError `USAGE` when `SLUICE_API_KEY_ORIGIN` contains something else than web addresses */
export function outsideKey(
  reader: SecretReader,
  { baseUrl, agentsUrl }: CommonOptions,
  profileInForce: () => string | null,
): OutsideKey | undefined {
  const key = secretFrom(reader, secretVariables.apiKey);
  if (key === undefined) return undefined;
  const named = reader.environment.variables.SLUICE_API_KEY_ORIGIN?.trim() ?? '';
  return {
    key,
    get profileId() {
      return profileInForce();
    },
    given: [baseUrl, agentsUrl].flatMap((one) => (one === undefined ? [] : [new URL(one).origin])),
    only: named === '' ? undefined : named.split(',').map(originNamed),
  };
}

function originNamed(text: string): string {
  const url = URL.parse(text.trim());
  if (url !== null && /^https?:$/.test(url.protocol)) return url.origin;
  throw usage('cli.key.origin');
}

export interface SecretsOptions {
  readonly file: KeyFile;
  readonly outside: OutsideKey | undefined;
  readonly profiles: () => readonly Pick<Profile, 'id' | 'name' | 'keyFrom'>[];
  readonly reader: SecretReader;
  /** Receives every key that is handed out or found, and the password of a proxy login, for the redactor. */
  readonly onKey: (key: string) => void;
}

export interface AgentSecrets extends SecretsPort {
  /** Whether the key from outside is known to belong to other profiles. */
  isOutsideKeyOfOthers(profileId: string): boolean;
  /** Where keys of a profile may go now, whether there is one or not. */
  allowedOrigins(profileId: string): readonly string[];
  /** Lets a profile without a key in the data folder use the key from outside, as the user said. */
  allowOutsideKey(profileId: string): Promise<void>;
}

/**
 * Keys of the agent (ADR 0049). A profile whose configuration says where its key is gets that key or none.
 * Any other gets the key from outside when that key belongs to it, else the key in the key file.
 */
export function createSecrets({ file, outside, profiles, reader, onKey }: SecretsOptions): AgentSecrets {
  const print = outside === undefined ? '' : fingerprint(outside.key);
  const find = (profileId: string) => profiles().find(({ id }) => id === profileId);
  const register = (id: string, key: string) => {
    for (const secret of secretsIn(id, key)) onKey(secret);
  };

  /** The key from outside belongs to the profile that first used it. */
  function outsideKeyOf(
    profileId: string,
    origin: string,
    { kept, outside: owners }: KeyLook,
  ): OutsideKey | undefined {
    if (outside === undefined || find(profileId)?.keyFrom !== undefined) return undefined;
    const isInForce = outside.profileId === profileId;
    const hasOwn = kept?.key !== undefined;
    if (outside.only !== undefined)
      return isInForce && (outside.only.includes(origin) || !hasOwn) ? outside : undefined;
    const known = owners.get(print);
    if (known !== undefined) return known.includes(profileId) ? outside : undefined;
    if (!isInForce || profileId === sandboxProfileId) return undefined;
    // A new key belongs to the profile whose address is beside it, or that alone had keys from outside
    // before: of several profiles, the key may be the next one of any.
    const had = new Set([...owners.values()].flat().filter((id) => find(id) !== undefined));
    const isNext = had.size === 1 && had.has(profileId);
    if (outside.given.length > 0 || isNext) return outside;
    if (owners.size > 0) return undefined;
    const isOnly = profiles().every(({ id }) => id === profileId || id === sandboxProfileId);
    return hasOwn && !isOnly ? undefined : outside;
  }

  return {
    isOutsideKeyOfOthers: (profileId) =>
      file.get(profileId).outside.get(print)?.includes(profileId) === false,
    allowedOrigins: (profileId) => file.get(profileId).kept?.origins ?? [],
    async allowOutsideKey(profileId) {
      const isFree = find(profileId)?.keyFrom === undefined && file.get(profileId).kept?.key === undefined;
      if (outside !== undefined && isFree) await file.assignOutsideKey(print, profileId, true);
    },
    async getKey(profileId, origin) {
      const look = file.get(profileId);
      const { kept } = look;
      const reference = find(profileId)?.keyFrom;
      const given = outsideKeyOf(profileId, origin, look);
      const key = reference === undefined ? (given?.key ?? kept?.key) : secretOf(reader, reference);
      if (key === undefined)
        return reference === undefined && outside?.profileId === profileId ? keyForAnotherAddress : undefined;
      const beside = given?.profileId === profileId ? given.given : [];
      const allowed = given?.only ?? [...(kept?.origins ?? []), ...beside];
      if (!allowed.includes(origin)) return keyForAnotherAddress;
      const isNew = given !== undefined && given.only === undefined && !look.outside.has(print);
      if (isNew && !(await file.assignOutsideKey(print, profileId))) return keyForAnotherAddress;
      register(profileId, key);
      return key;
    },
    holdsSecret(text) {
      // Reads all secrets again: some were not used yet, and some may have been replaced.
      for (const { keyFrom } of profiles())
        if (keyFrom !== undefined) ifReadable(() => secretOf(reader, keyFrom));
      for (const secret of Object.values(secretVariables)) {
        if (!canBeReadAgain(reader, secret)) continue;
        const found = ifReadable(() => secretFrom(reader, secret));
        if (found !== undefined && secret === secretVariables.proxyLogin) register(proxyLoginId, found);
      }
      for (const [id, key] of ifReadable(() => file.keys()) ?? []) register(id, key);
      if (reader.redactor.holdsSecret(text)) return true;
      const entries = new Set(ifReadable(() => passfileEntries(reader.environment)));
      return text.split('\n').some((line) => entries.has(line.trim()));
    },
    keyPlaces(profileId) {
      const reference = find(profileId)?.keyFrom;
      if (reference !== undefined) return { places: [placeOf(reader, reference)], isConfigured: true };
      const { variable, credential } = secretVariables.apiKey;
      return {
        places: [variable, `${variable}_FILE`, placeOf(reader, { credential }), file.path],
        isConfigured: false,
      };
    },
    async setKey(profileId, key, origins) {
      const { name, keyFrom } = find(profileId) ?? {};
      if (name !== undefined && keyFrom !== undefined)
        throw new AppError('USAGE', { spoken: said('usage.keyConfigured', { name }) });
      register(profileId, key);
      if (key === outside?.key) await file.assignOutsideKey(print, profileId, true);
      await file.change(profileId, () => ({ key, origins: [...origins] }));
    },
    allowKey: (profileId, origins) => file.change(profileId, (kept) => ({ ...kept, origins: [...origins] })),
    bindNewKey: (profileId, origins) =>
      file.change(profileId, (kept) => (kept.origins.length > 0 ? kept : { ...kept, origins: [...origins] })),
    async bindNewProfile(profileId, origins) {
      if (file.get(profileId).kept === undefined)
        await file.change(profileId, (kept) => ({ ...kept, origins: [...origins] }));
    },
    forgetKey: (profileId) => file.change(profileId, ({ origins }) => ({ origins })),
  };
}

/**
 * The lines with passwords of PostgreSQL's passfile, for a team's database. The passwords alone may be ordinary
 * words, so they do not count as secrets.
 */
function passfileEntries({ variables }: SecretReader['environment']): string[] {
  const path = variables.PGPASSFILE ?? (variables.HOME === undefined ? '' : join(variables.HOME, '.pgpass'));
  if (path === '' || statSync(path, { throwIfNoEntry: false })?.isFile() !== true) return [];
  const lines = readFileSync(path, 'utf8').split('\n');
  // host:port:database:user:password; a backslash escapes a colon or a backslash.
  return lines.map((line) => line.trim()).filter((line) => /^(?!#)(?:(?:\\.|[^:\\])*:){4}./.test(line));
}

/** Undefined for a key that cannot be read. */
function ifReadable<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

/** Tells keys apart without storing them. */
function fingerprint(key: string): string {
  return createHash('sha256').update(`sluice-key:${key}`).digest('hex').slice(0, 32);
}
