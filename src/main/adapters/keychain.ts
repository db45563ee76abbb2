import { readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import type { SafeStorage } from 'electron';
import { z } from 'zod';
import { secretsIn } from '#core/ports/network.ts';
import { sandboxProfileId } from '#core/ports/profile-id.ts';
import { keyForAnotherAddress, type SecretsPort } from '#core/ports/secrets.ts';
import { setFileAside, withFileLock, writeNewFile } from '#core/public/files.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { said } from '#shared/spoken/said.ts';

/**
 * The part of Electron's `safeStorage` that is used, by Electron's own types, so that what it deprecates is
 * seen. The synchronous half is gone in Electron 46; what it encrypted, `decryptStringAsync` reads
 * (https://github.com/electron/electron/pull/53670).
 */
export type KeychainStorage = Pick<
  SafeStorage,
  'isAsyncEncryptionAvailable' | 'encryptStringAsync' | 'decryptStringAsync' | 'getSelectedStorageBackend'
>;

/**
 * What Electron says where the keychain is there and does not answer now, as while it is locked
 * (https://www.electronjs.org/docs/latest/api/safe-storage). It has no code.
 */
const notNow = /temporarily unavailable/i;

/**
 * How that begins which Linux encrypts with a password that everybody knows. The asynchronous half takes it
 * where no service for secrets answers, and is available all the same, whatever desktop
 * `getSelectedStorageBackend` sees (https://www.electronjs.org/docs/latest/api/safe-storage, "A fallback
 * provider"; https://github.com/electron/electron/blob/main/shell/browser/browser_process_impl.cc,
 * `PosixKeyProvider`).
 */
const withoutSecret = 'v10';

export interface KeychainOptions {
  readonly directory: string;
  readonly safeStorage: KeychainStorage;
  readonly platform: NodeJS.Platform;
  /**
   * Asks the person whether to keep a key until Sluice ends, because this computer has no safe place for it
   * (S1).
   */
  readonly askForSession: () => Promise<boolean>;
  /** Receives every key, and the password of a proxy login, for the redactor. */
  readonly onKey: (key: string) => void;
  readonly onProblem: (message: string) => void;
}

/** Encrypted, base64; a bare text is the key alone, from before keys were bound to origins. */
const fileSchema = z.record(z.string(), z.union([z.string(), z.object({ bound: z.string() })]));
type File = z.infer<typeof fileSchema>;
type Kept = File[string];

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

  let turn: Promise<unknown> = Promise.resolve();
  /** One after the other, so that a key read late does not come back over one that was set meanwhile. */
  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const mine = turn.then(work);
    turn = mine.catch(() => undefined);
    return mine;
  }

  /** `basic_text` is Electron's name for "not encrypted at all"; only Linux has it. */
  const isPlain = () => platform === 'linux' && safeStorage.getSelectedStorageBackend() === 'basic_text';

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

  /** @throws AppError `KEY_STORE_UNREADABLE` when the keychain that encrypted before does not answer now */
  async function put(profileId: string, value: BoundKey): Promise<void> {
    const bound = await encrypt(value);
    if (bound === undefined) throw new AppError('KEY_STORE_UNREADABLE');
    await write(profileId, bound);
  }

  async function write(profileId: string, bound: string | undefined): Promise<void> {
    await withFileLock(`${path}.lock`, () => {
      const { [profileId]: _old, ...others } = read();
      const next = bound === undefined ? others : { ...others, [profileId]: { bound } };
      // Replaced whole: on a full disk the other keys would be lost.
      const draft = `${path}.${process.pid}.new`;
      writeNewFile(draft, `${JSON.stringify(next)}\n`, true);
      renameSync(draft, path);
    });
  }

  /** Undefined where nothing on this computer keeps a secret to encrypt with. */
  async function encrypt(value: BoundKey): Promise<string | undefined> {
    if (isPlain() || !(await safeStorage.isAsyncEncryptionAvailable())) return undefined;
    const encrypted = await safeStorage.encryptStringAsync(JSON.stringify(value)).catch((cause: unknown) => {
      throw new AppError('KEY_STORE_UNREADABLE', { cause });
    });
    const isOpen = platform === 'linux' && encrypted.toString('latin1').startsWith(withoutSecret);
    return isOpen ? undefined : encrypted.toString('base64');
  }

  /**
   * What the file holds for a profile; a key that was never bound is for no origin. Undefined, and said, for
   * what another keychain encrypted.
   *
   * @throws AppError `KEY_STORE_UNREADABLE` when the keychain does not answer now: the key may be good
   */
  async function decrypt(kept: Kept): Promise<{ value: BoundKey; isOutdated: boolean } | undefined> {
    if (!(await safeStorage.isAsyncEncryptionAvailable())) throw new AppError('KEY_STORE_UNREADABLE');
    try {
      const encrypted = Buffer.from(typeof kept === 'string' ? kept : kept.bound, 'base64');
      const { result, shouldReEncrypt } = await safeStorage.decryptStringAsync(encrypted);
      if (typeof kept === 'string') return { value: { key: result, origins: [] }, isOutdated: false };
      return { value: boundSchema.parse(JSON.parse(result)), isOutdated: shouldReEncrypt };
    } catch (cause) {
      if (notNow.test(String(cause))) throw new AppError('KEY_STORE_UNREADABLE', { cause });
      onProblem(
        'A key could not be decrypted: the keychain of this computer is another one. Set the key again.',
      );
      return undefined;
    }
  }

  async function find(profileId: string): Promise<BoundKey | undefined> {
    const known = session.get(profileId);
    if (known !== undefined) return known;
    const kept = read()[profileId];
    const found = kept === undefined || isPlain() ? undefined : await decrypt(kept);
    if (found === undefined) return undefined;
    const { value, isOutdated } = found;
    for (const secret of secretsIn(profileId, value.key)) onKey(secret);
    session.set(profileId, value);
    // The key it was encrypted with was replaced, or a safer one is there now.
    if (isOutdated) {
      await put(profileId, value).catch(() =>
        onProblem('A key could not be encrypted anew; it stays as it was.'),
      );
    }
    return value;
  }

  async function bindFound(profileId: string, origins: readonly string[], isOnlyNew: boolean): Promise<void> {
    const found = await find(profileId);
    if (found === undefined || (isOnlyNew && found.origins.length > 0)) return;
    const value = { ...found, origins: [...origins] };
    if (read()[profileId] !== undefined) await put(profileId, value);
    session.set(profileId, value);
  }

  return {
    async getKey(profileId, origin) {
      const found = session.get(profileId) ?? (await inTurn(() => find(profileId)));
      if (found === undefined) return undefined;
      return found.origins.includes(origin) ? found.key : keyForAnotherAddress;
    },
    async setKey(profileId, key, origins) {
      for (const secret of secretsIn(profileId, key)) onKey(secret);
      const value = { key, origins: [...origins] };
      // The sandbox makes a key at each start; it opens nothing outside this computer.
      const isOfSandbox = profileId === sandboxProfileId;
      const bound = isOfSandbox ? undefined : await encrypt(value);
      if (bound === undefined && !isOfSandbox && !(await askForSession())) {
        throw new AppError('KEY_MISSING', {
          spoken: said('detail.noKeychain'),
        });
      }
      await inTurn(async () => {
        if (bound !== undefined) await write(profileId, bound);
        session.set(profileId, value);
      });
    },
    allowKey: (profileId, origins) => inTurn(() => bindFound(profileId, origins, false)),
    bindNewKey: (profileId, origins) => inTurn(() => bindFound(profileId, origins, true)),
    forgetKey: (profileId) =>
      inTurn(async () => {
        session.delete(profileId);
        if (read()[profileId] !== undefined) await write(profileId, undefined);
      }),
    bind: (origins) =>
      inTurn(async () => {
        for (const [profileId, kept] of Object.entries(read())) {
          if (typeof kept !== 'string' || isPlain()) continue;
          try {
            const found = await decrypt(kept);
            if (found) await put(profileId, { ...found.value, origins: [...(origins.get(profileId) ?? [])] });
          } catch {
            onProblem(
              'A key could not be read, because the keychain does not answer; the next start tries again.',
            );
          }
        }
      }),
  };
}
