import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { keyForAnotherAddress } from '#core/ports/secrets.ts';
import { createKeychain } from './keychain.ts';

const here = 'https://service.example';
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
  await keychain().setKey('a', 'canary-key', [here]);
  await keychain().setKey('b', 'other', [here]);
  expect(readFileSync(path(), 'utf8')).not.toContain('canary-key');
  expect(statSync(path()).mode & 0o777).toBe(0o600);
  expect(await keychain().getKey('a', here)).toBe('canary-key');
  await keychain().forgetKey('a');
  expect(await keychain().getKey('a', here)).toBeUndefined();
  expect(await keychain().getKey('b', here)).toBe('other');
  expect(asked).toBe(0);
});

describe.each([{ backend: 'basic_text' }, { available: false }])(
  'without a keychain that encrypts: %o',
  (kind) => {
    test('a key is refused, and nothing is written', async () => {
      await expect(keychain(kind).setKey('a', 'canary-key', [here])).rejects.toMatchObject({
        code: 'KEY_MISSING',
      });
      expect([asked, existsSync(path()), await keychain(kind).getKey('a', here)]).toEqual([
        1,
        false,
        undefined,
      ]);
    });

    test('a person may choose to keep it until Sluice ends', async () => {
      const chosen = keychain({ ...kind, session: true });
      await chosen.setKey('a', 'canary-key', [here]);
      expect([await chosen.getKey('a', here), existsSync(path())]).toEqual(['canary-key', false]);
      expect(await keychain(kind).getKey('a', here)).toBeUndefined();
      await chosen.forgetKey('a');
      expect(await chosen.getKey('a', here)).toBeUndefined();
    });
  },
);

test("the sandbox's key is never written and needs no question", async () => {
  const one = keychain({ available: false });
  await one.setKey('sandbox', 'made-up', [here]);
  expect([await one.getKey('sandbox', here), asked, existsSync(path())]).toEqual(['made-up', 0, false]);
});

test('a damaged file and a foreign keychain are said, and count as no key', async () => {
  await keychain().setKey('a', 'canary-key', [here]);
  expect(await keychain({ secret: 9 }).getKey('a', here)).toBeUndefined();
  writeFileSync(path(), '{');
  expect(await keychain().getKey('a', here)).toBeUndefined();
  expect(problems).toEqual([
    expect.stringContaining('could not be decrypted'),
    expect.stringContaining('was moved to'),
  ]);
});

test('a key goes to the origins it was given for, and to no other', async () => {
  await keychain().setKey('a', 'canary-key', [here, 'https://agents.example']);
  for (const origin of [here, 'https://agents.example'])
    expect(await keychain().getKey('a', origin)).toBe('canary-key');
  for (const origin of ['https://elsewhere.example', 'http://service.example', `${here}:444`, '', 'null'])
    expect(await keychain().getKey('a', origin)).toBe(keyForAnotherAddress);
  await keychain().allowKey('a', ['https://elsewhere.example']);
  expect(await keychain().getKey('a', here)).toBe(keyForAnotherAddress);
  expect(await keychain().getKey('a', 'https://elsewhere.example')).toBe('canary-key');
});

test('origins cannot be read or changed in the file', async () => {
  await keychain().setKey('a', 'canary-key', [here]);
  expect(readFileSync(path(), 'utf8')).not.toContain('service.example');
  const { a } = JSON.parse(readFileSync(path(), 'utf8')) as { a: { bound: string } };
  // As if it were one from before keys were bound.
  writeFileSync(path(), JSON.stringify({ a: a.bound }));
  expect(await keychain().getKey('a', 'https://elsewhere.example')).toBe(keyForAnotherAddress);
});

test('a key from before keys were bound gets the addresses its profile has at the first start, once', async () => {
  const old = Buffer.from(Buffer.from('v1canary-key').map((byte) => byte ^ 7)).toString('base64');
  writeFileSync(path(), JSON.stringify({ a: old, removed: old }));
  expect(await keychain().getKey('a', here)).toBe(keyForAnotherAddress);
  await keychain().bind(new Map([['a', [here]]]));
  expect(await keychain().getKey('a', here)).toBe('canary-key');
  await keychain().bind(new Map([['a', ['https://elsewhere.example']]]));
  expect(await keychain().getKey('a', 'https://elsewhere.example')).toBe(keyForAnotherAddress);
  expect(await keychain().getKey('removed', here)).toBe(keyForAnotherAddress);
});
