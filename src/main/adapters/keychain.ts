import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { sandboxProfileId } from '#core/ports/profile-id.ts';
import { keyForAnotherAddress, type SecretsPort } from '#core/ports/secrets.ts';
import { setFileAside, withFileLock } from '#core/public/files.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { said } from '#shared/spoken/said.ts';

/** The part of Electron's `safeStorage` that is used; `basic_text` is its name for "not encrypted at all". */
export interface SafeStorage {
  isEncryptionAvailable(): boolean;
  /** Linux only. */
  getSelectedStorageBackend?(): string;
  encryptString(text: string): Buffer;
  decryptString(encrypted: Buffer): string;
}

export interface KeychainOptions {
  readonly directory: string;
  readonly safeStorage: SafeStorage;
  readonly platform: NodeJS.Platform;
  /**
   * Asks the person whether to keep a key until Sluice ends, because this computer has no safe place for it
   * (S1).
   */
  readonly askForSession: () => Promise<boolean>;
  /** Told of every key, for the redactor. */
  readonly onKey: (key: string) => void;
  readonly onProblem: (message: string) => void;
}

/** Encrypted, base64; a bare text is the key alone, from before keys were bound to origins. */
const fileSchema = z.record(z.string(), z.union([z.string(), z.object({ bound: z.string() })]));
type File = z.infer<typeof fileSchema>;

/**
 * What is encrypted: the origins too, so that who can write files of the data folder cannot lead a key
 * elsewhere.
 */
const boundSchema = z.object({ key: z.string(), origins: z.array(z.string()) });
type BoundKey = z.infer<typeof boundSchema>;

export interface Keychain extends SecretsPort {
  /**
   * Gives origins to the keys of a Sluice that did not bind them; call once, before anything asks for a key.
   */
  bind(origins: ReadonlyMap<string, readonly string[]>): Promise<void>;
}

/**
 * Keys encrypted by the operating system's keychain, each with the origins it was given for, in
 * `keychain.json` of the data folder. Where there is none, nothing is written: the key is refused, or kept in
 * memory when the person chooses that.
 */
export function createKeychain(options: KeychainOptions): Keychain {
  const { directory, safeStorage, platform, askForSession, onKey, onProblem } = options;
  const path = join(directory, 'keychain.json');
  const session = new Map<string, BoundKey>();

  const isSafe = () =>
    safeStorage.isEncryptionAvailable() &&
    !(platform === 'linux' && safeStorage.getSelectedStorageBackend?.() === 'basic_text');

  function read(): File {
    let text: string;
    try {
      text = readFileSync(path, 'utf8');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {};
      throw error;
    }
    try {
      return fileSchema.parse(JSON.parse(text));
    } catch {
      onProblem(
        `The keychain file could not be read. It was moved to ${setFileAside(path)}; set the key again.`,
      );
      return {};
    }
  }

  const put = (profileId: string, value: BoundKey | undefined) =>
    withFileLock(`${path}.lock`, () => {
      const { [profileId]: _old, ...others } = read();
      const next = value === undefined ? others : { ...others, [profileId]: { bound: encrypt(value) } };
      writeFileSync(path, `${JSON.stringify(next)}\n`, { mode: 0o600 });
    });

  const encrypt = (value: BoundKey) => safeStorage.encryptString(JSON.stringify(value)).toString('base64');

  /** What the file holds for a profile; a key that was never bound is for no origin. */
  function decrypt(kept: string | { bound: string }): BoundKey | undefined {
    try {
      const text = safeStorage.decryptString(
        Buffer.from(typeof kept === 'string' ? kept : kept.bound, 'base64'),
      );
      return typeof kept === 'string' ? { key: text, origins: [] } : boundSchema.parse(JSON.parse(text));
    } catch {
      onProblem(
        'A key could not be decrypted: the keychain of this computer is another one. Set the key again.',
      );
      return undefined;
    }
  }

  function find(profileId: string): BoundKey | undefined {
    const known = session.get(profileId);
    if (known !== undefined) return known;
    const kept = read()[profileId];
    const found = kept === undefined || !isSafe() ? undefined : decrypt(kept);
    if (found === undefined) return undefined;
    onKey(found.key);
    session.set(profileId, found);
    return found;
  }

  return {
    async getKey(profileId, origin) {
      const found = find(profileId);
      if (found === undefined) return undefined;
      return found.origins.includes(origin) ? found.key : keyForAnotherAddress;
    },
    async setKey(profileId, key, origins) {
      onKey(key);
      const value = { key, origins: [...origins] };
      // The sandbox makes a key at each start; it opens nothing outside this computer.
      if (profileId !== sandboxProfileId) {
        if (isSafe()) await put(profileId, value);
        else if (!(await askForSession())) {
          throw new AppError('KEY_MISSING', {
            spoken: said('detail.noKeychain'),
          });
        }
      }
      session.set(profileId, value);
    },
    async allowKey(profileId, origins) {
      const found = find(profileId);
      if (found === undefined) return;
      const value = { ...found, origins: [...origins] };
      if (read()[profileId] !== undefined) await put(profileId, value);
      session.set(profileId, value);
    },
    async forgetKey(profileId) {
      session.delete(profileId);
      if (read()[profileId] !== undefined) await put(profileId, undefined);
    },
    async bind(origins) {
      for (const [profileId, kept] of Object.entries(read())) {
        if (typeof kept !== 'string' || !isSafe()) continue;
        const found = decrypt(kept);
        if (found) await put(profileId, { ...found, origins: [...(origins.get(profileId) ?? [])] });
      }
    },
  };
}
