import { keyForAnotherAddress, type SecretsPort } from '#core/ports/secrets.ts';
import type { KeyFile } from './key-file.ts';

/** The key from the environment. */
export interface EnvironmentKey {
  readonly key: string;
  /** The profile it is for: the one in force when the command started, or that a command made first. */
  readonly profileId: string | null;
  /** Origins that were given with it: these, and those the profile's keys may go to. */
  readonly given: readonly string[];
  /** Where `SLUICE_API_KEY_ORIGIN` names its origins: these and no others. */
  readonly only: readonly string[] | undefined;
}

export interface SecretsOptions {
  readonly file: KeyFile;
  readonly environment: EnvironmentKey | undefined;
  /** The key of a profile whose configuration says where it lies; undefined where it does not lie there. */
  readonly referenced?: (profileId: string) => string | undefined;
  /** Told of every key that is handed out, for the redactor. */
  readonly onKey: (key: string) => void;
}

/**
 * Keys of the agent: the environment wins for the profile in force, then the place that the configuration of
 * a profile names, then the key file.
 */
export function createSecrets({ file, environment, referenced, onKey }: SecretsOptions): SecretsPort {
  return {
    async getKey(profileId, origin) {
      const kept = file.get(profileId);
      const isEnvironment = environment !== undefined && environment.profileId === profileId;
      const key = isEnvironment ? environment.key : (referenced?.(profileId) ?? kept?.key);
      if (key === undefined) return undefined;
      const origins = kept?.origins ?? [];
      const allowed = isEnvironment ? (environment.only ?? [...origins, ...environment.given]) : origins;
      if (!allowed.includes(origin)) return keyForAnotherAddress;
      onKey(key);
      return key;
    },
    async setKey(profileId, key, origins) {
      onKey(key);
      await file.change(profileId, () => ({ key, origins: [...origins] }));
    },
    allowKey: (profileId, origins) => file.change(profileId, (kept) => ({ ...kept, origins: [...origins] })),
    forgetKey: (profileId) => file.change(profileId, ({ origins }) => ({ origins })),
  };
}
