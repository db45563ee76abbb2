import type { SecretsPort } from '#core/ports/secrets.ts';
import type { KeyFile } from './key-file.ts';

export interface SecretsOptions {
  readonly file: KeyFile;
  /** The key from the environment, where there is one. */
  readonly environmentKey: string | undefined;
  /** The profile that key is for: the one in force when the command started. It never goes to another address. */
  readonly environmentProfileId: string | null;
  /** Told of every key that is handed out, for the redactor. */
  readonly onKey: (key: string) => void;
}

/** Keys of the agent: the environment wins for the profile in force, else the key file. */
export function createSecrets(options: SecretsOptions): SecretsPort {
  const { file, environmentKey, environmentProfileId, onKey } = options;
  return {
    async getKey(profileId) {
      const fromEnvironment = profileId === environmentProfileId ? environmentKey : undefined;
      const key = fromEnvironment ?? file.get(profileId);
      if (key !== undefined) onKey(key);
      return key;
    },
    async setKey(profileId, key) {
      onKey(key);
      await file.put(profileId, key);
    },
    forgetKey: (profileId) => file.put(profileId, undefined),
  };
}
