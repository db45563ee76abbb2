import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createKeychain } from './keychain.ts';

let directory: string;
let asked: number;
let problems: string[];
const path = () => join(directory, 'keychain.json');

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'sluice-keychain-'));
  asked = 0;
  problems = [];
});
afterEach(() => rmSync(directory, { recursive: true }));

function keychain({ backend = 'gnome_libsecret', available = true, session = false, secret = 7 } = {}) {
  const flip = (bytes: Buffer) => Buffer.from(bytes.map((byte) => byte ^ secret));
  return createKeychain({
    directory,
    platform: 'linux',
    safeStorage: {
      isEncryptionAvailable: () => available,
      getSelectedStorageBackend: () => backend,
      encryptString: (text) => flip(Buffer.from(`v1${text}`)),
      decryptString: (bytes) => {
        const text = flip(bytes).toString();
        if (!text.startsWith('v1')) throw new Error('not this keychain');
        return text.slice(2);
      },
    },
    askForSession: async () => {
      asked += 1;
      return session;
    },
    onKey: () => undefined,
    onProblem: (message) => problems.push(message),
  });
}

test('a key is kept encrypted, for the owner only, and survives a restart', async () => {
  await keychain().setKey('a', 'canary-key');
  await keychain().setKey('b', 'other');
  expect(readFileSync(path(), 'utf8')).not.toContain('canary-key');
  expect(statSync(path()).mode & 0o777).toBe(0o600);
  expect(await keychain().getKey('a')).toBe('canary-key');
  await keychain().forgetKey('a');
  expect(await keychain().getKey('a')).toBeUndefined();
  expect(await keychain().getKey('b')).toBe('other');
  expect(asked).toBe(0);
});

describe.each([{ backend: 'basic_text' }, { available: false }])(
  'without a keychain that encrypts: %o',
  (kind) => {
    test('a key is refused, and nothing is written', async () => {
      await expect(keychain(kind).setKey('a', 'canary-key')).rejects.toMatchObject({ code: 'KEY_MISSING' });
      expect([asked, existsSync(path()), await keychain(kind).getKey('a')]).toEqual([1, false, undefined]);
    });

    test('a person may choose to keep it until Sluice ends', async () => {
      const chosen = keychain({ ...kind, session: true });
      await chosen.setKey('a', 'canary-key');
      expect([await chosen.getKey('a'), existsSync(path())]).toEqual(['canary-key', false]);
      expect(await keychain(kind).getKey('a')).toBeUndefined();
      await chosen.forgetKey('a');
      expect(await chosen.getKey('a')).toBeUndefined();
    });
  },
);

test("the sandbox's key is never written and needs no question", async () => {
  const one = keychain({ available: false });
  await one.setKey('sandbox', 'made-up');
  expect([await one.getKey('sandbox'), asked, existsSync(path())]).toEqual(['made-up', 0, false]);
});

test('a damaged file and a foreign keychain are said, and count as no key', async () => {
  await keychain().setKey('a', 'canary-key');
  expect(await keychain({ secret: 9 }).getKey('a')).toBeUndefined();
  writeFileSync(path(), '{');
  expect(await keychain().getKey('a')).toBeUndefined();
  expect(problems).toEqual([
    expect.stringContaining('could not be decrypted'),
    expect.stringContaining('was moved to'),
  ]);
});
