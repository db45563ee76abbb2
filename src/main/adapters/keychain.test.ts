import {
  closeSync,
  existsSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { keyForAnotherAddress } from '#core/ports/secrets.ts';
import { createKeychain } from './keychain.ts';

const here = 'https://service.example';
let directory: string;
let asked: number;
let problems: string[];
let known: string[];
const path = () => join(directory, 'keychain.json');

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'sluice-keychain-'));
  asked = 0;
  problems = [];
  known = [];
});
afterEach(() => rmSync(directory, { recursive: true }));

/**
 * A keychain whose secret is a byte; what the synchronous half of Electron's interface encrypted looks the
 * same.
 */
interface FakeKeychain {
  readonly backend?: 'gnome_libsecret' | 'basic_text';
  readonly available?: boolean;
  readonly session?: boolean;
  readonly secret?: number;
  /** A secret that was in use before: what it encrypted is read, and to be encrypted anew. */
  readonly former?: number;
  /** Electron takes its fallback: available, and no secret. */
  readonly fallback?: boolean;
  /** What it says instead of working, from now on. */
  readonly fault?: { message: string };
}

const flip = (bytes: Buffer, secret: number) => Buffer.from(bytes.map((byte) => byte ^ secret));
const encrypted = (text: string, secret = 7) => flip(Buffer.from(`v1${text}`), secret);

function keychain(fake: FakeKeychain = {}) {
  const { backend = 'gnome_libsecret', available = true, session = false, secret = 7, former, fault } = fake;
  const fallback = Buffer.from(fake.fallback === true ? 'v10' : '');
  const answer = async <T>(work: () => T) => {
    if (fault !== undefined && fault.message !== '') throw new Error(fault.message);
    return work();
  };
  return createKeychain({
    directory,
    platform: 'linux',
    safeStorage: {
      isAsyncEncryptionAvailable: async () => available,
      getSelectedStorageBackend: () => backend,
      encryptStringAsync: (text) => answer(() => Buffer.concat([fallback, encrypted(text, secret)])),
      decryptStringAsync: (bytes) =>
        answer(() => {
          for (const one of [secret, former]) {
            const result = one === undefined ? '' : flip(bytes, one).toString();
            if (result.startsWith('v1')) return { result: result.slice(2), shouldReEncrypt: one === former };
          }
          throw new Error(
            'Error while decrypting the ciphertext provided to safeStorage.decryptStringAsync.',
          );
        }),
    },
    askForSession: async () => {
      asked += 1;
      return session;
    },
    onKey: (key) => known.push(key),
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

test('the password of a proxy login is also passed to the redactor by itself', async () => {
  await keychain().setKey('proxy', 'ann:secret:word', [here]);
  expect(known).toEqual(['ann:secret:word', 'secret:word']);
  known = [];
  expect(await keychain().getKey('proxy', here)).toBe('ann:secret:word');
  expect(known).toEqual(['ann:secret:word', 'secret:word']);
});

test('a full disk or a crash while a key is kept costs no other key: the file is replaced whole', async () => {
  await keychain().setKey('a', 'canary-key', [here]);
  const before = readFileSync(path(), 'utf8');
  const file = openSync(path(), 'r');
  onTestFinished(() => closeSync(file));
  await keychain().setKey('b', 'other', [here]);
  expect(readFileSync(file, 'utf8')).toBe(before);
  expect([await keychain().getKey('a', here), readdirSync(directory)]).toEqual([
    'canary-key',
    ['keychain.json'],
  ]);
});

describe.each<FakeKeychain>([{ backend: 'basic_text' }, { available: false }, { fallback: true }])(
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
  const old = encrypted('canary-key').toString('base64');
  writeFileSync(path(), JSON.stringify({ a: old, removed: old }));
  expect(await keychain().getKey('a', here)).toBe(keyForAnotherAddress);
  await keychain().bind(new Map([['a', [here]]]));
  expect(await keychain().getKey('a', here)).toBe('canary-key');
  await keychain().bind(new Map([['a', ['https://elsewhere.example']]]));
  expect(await keychain().getKey('a', 'https://elsewhere.example')).toBe(keyForAnotherAddress);
  expect(await keychain().getKey('removed', here)).toBe(keyForAnotherAddress);
});

const locked = 'safeStorage.decryptStringAsync is temporarily unavailable. Please try again.';

test.each<[string, FakeKeychain]>([
  ['is locked', { fault: { message: locked } }],
  ['is not there yet', { available: false }],
])('a keychain that %s is no reason to set the key again', async (_case, fake) => {
  await keychain().setKey('a', 'canary-key', [here]);
  await expect(keychain(fake).getKey('a', here)).rejects.toMatchObject({ code: 'KEY_STORE_UNREADABLE' });
  expect(problems).toEqual([]);
  expect(await keychain().getKey('a', here)).toBe('canary-key');
});

test('a keychain that is unlocked later gives the key without a new start', async () => {
  await keychain().setKey('a', 'canary-key', [here]);
  const fault = { message: locked };
  const one = keychain({ fault });
  await expect(one.getKey('a', here)).rejects.toMatchObject({ code: 'KEY_STORE_UNREADABLE' });
  await expect(one.setKey('b', 'other', [here])).rejects.toMatchObject({ code: 'KEY_STORE_UNREADABLE' });
  fault.message = '';
  expect(await one.getKey('a', here)).toBe('canary-key');
  expect(await one.getKey('b', here)).toBeUndefined();
});

test('a keychain that is locked at the start leaves a key from before they were bound to the next', async () => {
  writeFileSync(path(), JSON.stringify({ a: encrypted('canary-key').toString('base64') }));
  await keychain({ fault: { message: locked } }).bind(new Map([['a', [here]]]));
  expect(problems).toEqual([expect.stringContaining('the next start')]);
  await keychain().bind(new Map([['a', [here]]]));
  expect(await keychain().getKey('a', here)).toBe('canary-key');
});

test('a key that the keychain would encrypt otherwise now is encrypted anew, once', async () => {
  await keychain({ secret: 9 }).setKey('a', 'canary-key', [here]);
  await keychain({ secret: 9 }).setKey('b', 'other', [here]);
  const before = JSON.parse(readFileSync(path(), 'utf8')) as Record<string, unknown>;
  expect(await keychain({ former: 9 }).getKey('a', here)).toBe('canary-key');
  const after = JSON.parse(readFileSync(path(), 'utf8')) as Record<string, unknown>;
  expect(after.b).toEqual(before.b);
  expect(await keychain().getKey('a', here)).toBe('canary-key');
  expect(JSON.stringify(after.a)).not.toBe(JSON.stringify(before.a));
});

test('a key is not encrypted anew by what keeps no secret: it stays as it was', async () => {
  await keychain({ secret: 9 }).setKey('a', 'canary-key', [here]);
  const before = readFileSync(path(), 'utf8');
  expect(await keychain({ former: 9, fallback: true }).getKey('a', here)).toBe('canary-key');
  await expect(keychain({ secret: 9, fallback: true }).allowKey('a', [])).rejects.toMatchObject({
    code: 'KEY_STORE_UNREADABLE',
  });
  expect(readFileSync(path(), 'utf8')).toBe(before);
  expect(problems).toEqual([expect.stringContaining('could not be encrypted anew')]);
});

test('a key that is set or forgotten while the old one is read is what counts', async () => {
  await keychain().setKey('a', 'old', [here]);
  await keychain().setKey('b', 'gone', [here]);
  const one = keychain();
  await Promise.all([one.getKey('a', here), one.setKey('a', 'new', [here]), one.getKey('a', here)]);
  expect(await one.getKey('a', here)).toBe('new');
  await Promise.all([one.getKey('b', here), one.forgetKey('b')]);
  expect(await one.getKey('b', here)).toBeUndefined();
});
