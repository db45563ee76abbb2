import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { setFileAside, withFileLock } from '#core/ports/files.ts';
import { sandboxProfileId } from '#core/ports/host.ts';
import type { SecretsPort } from '#core/ports/secrets.ts';
import { AppError } from '#shared/errors/app-error.ts';

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
  /** Asks the person whether to keep a key until Sluice ends, because this computer has no safe place for it (S1). */
  readonly askForSession: () => Promise<boolean>;
  /** Told of every key, for the redactor. */
  readonly onKey: (key: string) => void;
  readonly onProblem: (message: string) => void;
}

const fileSchema = z.record(z.string(), z.string());

/**
 * Keys encrypted by the operating system's keychain, in `keychain.json` of the data folder. Where there is none, nothing is
 * written: the key is refused, or kept in memory when the person chooses that.
 */
export function createKeychain(options: KeychainOptions): SecretsPort {
  const { directory, safeStorage, platform, askForSession, onKey, onProblem } = options;
  const path = join(directory, 'keychain.json');
  const session = new Map<string, string>();

  const isSafe = () =>
    safeStorage.isEncryptionAvailable() &&
    !(platform === 'linux' && safeStorage.getSelectedStorageBackend?.() === 'basic_text');

  function read(): Record<string, string> {
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

  const put = (profileId: string, value: string | undefined) =>
    withFileLock(`${path}.lock`, () => {
      const { [profileId]: _old, ...others } = read();
      const next = value === undefined ? others : { ...others, [profileId]: value };
      writeFileSync(path, `${JSON.stringify(next)}\n`, { mode: 0o600 });
    });

  return {
    async getKey(profileId) {
      const kept = session.get(profileId);
      if (kept !== undefined) return kept;
      const encrypted = read()[profileId];
      if (encrypted === undefined || !isSafe()) return undefined;
      try {
        const key = safeStorage.decryptString(Buffer.from(encrypted, 'base64'));
        onKey(key);
        session.set(profileId, key);
        return key;
      } catch {
        onProblem(
          'A key could not be decrypted: the keychain of this computer is another one. Set the key again.',
        );
        return undefined;
      }
    },
    async setKey(profileId, key) {
      onKey(key);
      // The sandbox makes a key at each start; it opens nothing outside this computer.
      if (profileId !== sandboxProfileId) {
        if (isSafe()) await put(profileId, safeStorage.encryptString(key).toString('base64'));
        else if (!(await askForSession())) {
          throw new AppError('KEY_MISSING', {
            detail: 'this computer has no keychain that encrypts, so the key was not kept',
          });
        }
      }
      session.set(profileId, key);
    },
    async forgetKey(profileId) {
      session.delete(profileId);
      if (read()[profileId] !== undefined) await put(profileId, undefined);
    },
  };
}
