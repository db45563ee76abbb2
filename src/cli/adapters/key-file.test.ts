import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  closeSync,
  lstatSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { keyForAnotherAddress } from '#core/ports/secrets.ts';
import { english } from '../testing/voices.ts';
import { openKeyFile } from './key-file.ts';
import type { Profile } from '#shared/settings/profile.ts';
import type { SecretReader } from '../variables/secret-variables.ts';
import { createSecrets, type OutsideKey } from './secrets.ts';

let directory: string;
let warnings: string[];

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'sluice-keys-'));
  warnings = [];
});
afterEach(() => rmSync(directory, { recursive: true }));

const path = () => join(directory, 'keys.json');
const open = () => openKeyFile(directory, (key, values) => warnings.push(english.say(key, values)));
const here = 'https://service.example';
const evil = 'https://elsewhere.example';
const profiles = ['here', 'elsewhere'].map((id) => ({ id, name: id }) as Profile);
const reader = {} as SecretReader;
const secrets = (outside?: Partial<OutsideKey>) => {
  const known: string[] = [];
  const given = { key: 'from-outside', profileId: 'here', given: [], only: undefined, ...outside };
  const port = createSecrets({
    file: open(),
    outside: outside && given,
    profiles: () => profiles,
    reader,
    onKey: (key) => known.push(key),
  });
  return { ...port, known };
};

test('a key is kept for its profile and its origins, for the owner only', async () => {
  await secrets().setKey('a', 'key-a', [here]);
  await secrets().setKey('b', 'key-b', [here, evil]);
  expect(await secrets().getKey('a', here)).toBe('key-a');
  expect(await secrets().getKey('b', evil)).toBe('key-b');
  expect(await secrets().getKey('c', here)).toBeUndefined();
  for (const origin of [evil, 'http://service.example', `${here}:444`, 'null', ''])
    expect(await secrets().getKey('a', origin)).toBe(keyForAnotherAddress);
  expect(statSync(path()).mode & 0o777).toBe(0o600);
  await secrets().forgetKey('a');
  expect(await secrets().getKey('a', here)).toBeUndefined();
  expect(readFileSync(path(), 'utf8')).not.toContain('key-a');
  expect(readdirSync(directory)).toEqual(['keys.json']);
});

test('where a key is looked for, as the user would look there', async () => {
  const port = (keyFrom?: Profile['keyFrom']) =>
    createSecrets({
      file: open(),
      outside: undefined,
      profiles: () => [{ id: 'here', name: 'here', keyFrom } as Profile],
      reader: { environment: { workingDirectory: '/w' } } as unknown as SecretReader,
      onKey: () => undefined,
    });
  expect(port().keyPlaces?.('here')).toEqual({
    places: ['SLUICE_API_KEY', 'SLUICE_API_KEY_FILE', 'LoadCredential=api-key', path()],
    isConfigured: false,
  });
  const configured = (keyFrom: Profile['keyFrom']) => port(keyFrom).keyPlaces?.('here');
  expect(configured({ credential: 'other' })).toEqual({
    places: ['LoadCredential=other'],
    isConfigured: true,
  });
  expect(configured({ file: 'key' })).toEqual({ places: ['/w/key'], isConfigured: true });
  expect(configured({ variable: 'SLUICE_API_KEY_A' })).toEqual({
    places: ['SLUICE_API_KEY_A'],
    isConfigured: true,
  });
});

test('a file that others could read is closed, and said', async () => {
  await secrets().setKey('a', 'key-a', [here]);
  chmodSync(path(), 0o644);
  expect(await secrets().getKey('a', here)).toBe('key-a');
  expect(statSync(path()).mode & 0o777).toBe(0o600);
  expect(warnings).toHaveLength(1);
  expect(warnings[0]).toContain('Others on this machine could read');
});

test('a damaged file is moved aside', () => {
  writeFileSync(path(), '{', { mode: 0o600 });
  expect(open().get('a').kept).toBeUndefined();
  expect(warnings[0]).toContain('keys.json.corrupt-');
  expect(readdirSync(directory)[0]).toContain('corrupt');
});

test('a key from outside goes to its profile, and to no other origin or profile', async () => {
  await secrets().allowKey('here', [here]);
  await secrets().setKey('elsewhere', 'other', [here]);
  const port = secrets({});
  expect(await port.getKey('here', here)).toBe('from-outside');
  expect(await port.getKey('here', evil)).toBe(keyForAnotherAddress);
  expect(await port.getKey('elsewhere', here)).toBe('other');
  expect(await secrets().getKey('here', here)).toBeUndefined();
  expect(port.known).toEqual(['from-outside', 'other']);
});

test('two processes that use a key from outside for the first time at the same moment: one gets it', async () => {
  for (const id of ['here', 'elsewhere']) await secrets().allowKey(id, [here]);
  const both = [secrets({ profileId: 'here' }).getKey('here', here)];
  both.push(secrets({ profileId: 'elsewhere' }).getKey('elsewhere', here));
  expect(await Promise.all(both)).toEqual(expect.arrayContaining(['from-outside', keyForAnotherAddress]));
});

test('a key from outside goes to what is named for it, or was given on the same command line', async () => {
  await secrets().allowKey('here', [here]);
  expect(await secrets({ given: [evil] }).getKey('here', evil)).toBe('from-outside');
  expect(await secrets({ only: [evil] }).getKey('here', evil)).toBe('from-outside');
  expect(await secrets({ only: [evil] }).getKey('here', here)).toBe(keyForAnotherAddress);
  expect(await secrets({}).getKey('here', evil)).toBe(keyForAnotherAddress);
});

test('the sandbox is never sent a key from outside', async () => {
  await secrets().setKey('sandbox', 'of-the-sandbox', [here]);
  expect(await secrets({ profileId: 'sandbox' }).getKey('sandbox', here)).toBe('of-the-sandbox');
});

test('keys from before they were bound get the addresses their profiles have then, once', async () => {
  writeFileSync(path(), JSON.stringify({ a: 'key-a', removed: 'key-b', version: 'key-c' }), { mode: 0o600 });
  expect(await secrets().getKey('a', here)).toBe(keyForAnotherAddress);
  await open().bindOldKeys(new Map([['a', [here]]]));
  await open().bindOldKeys(new Map([['a', [evil]]]));
  expect(await secrets().getKey('a', here)).toBe('key-a');
  expect(await secrets().getKey('a', evil)).toBe(keyForAnotherAddress);
  expect(await secrets().getKey('removed', here)).toBe(keyForAnotherAddress);
  expect(await secrets().getKey('version', here)).toBe(keyForAnotherAddress);
});

test('what a forgotten key was for holds for the next one of the environment', async () => {
  await secrets().setKey('here', 'kept', [here]);
  await secrets().forgetKey('here');
  await secrets().bindNewKey('here', [evil]);
  expect(await secrets({}).getKey('here', evil)).toBe(keyForAnotherAddress);
});

// Another account that can write to the folder knows the names of drafts.
test.runIf(process.platform !== 'win32')(
  'a key goes neither through a planted link nor into a planted file',
  async () => {
    const draft = `${path()}.${process.pid}.new`;
    const own = join(directory, 'private.txt');
    writeFileSync(own, 'private');
    symlinkSync(own, draft);
    await open().change('here', () => ({ key: 'abc', origins: [here] }));
    expect([readFileSync(own, 'utf8'), lstatSync(path()).isFile()]).toEqual(['private', true]);
    writeFileSync(draft, '');
    const planted = openSync(draft, 'r');
    await open().change('here', () => ({ key: 'def', origins: [here] }));
    expect([readFileSync(planted, 'utf8'), open().get('here').kept?.key]).toEqual(['', 'def']);
    closeSync(planted);
  },
);

// Only a process of its own can run out of them.
describe.runIf(process.platform !== 'win32')('without free file descriptors', () => {
  test.each([
    ['0600', 0o600],
    ['0644', 0o644],
  ])('no key is missing: the machine has none left (mode %s)', async (_mode, mode) => {
    await open().change('here', () => ({ key: 'abc', origins: [here] }));
    const script = `
      import { chmodSync, openSync } from 'node:fs';
      import { openKeyFile } from ${JSON.stringify(new URL('./key-file.ts', import.meta.url).href)};
      const file = openKeyFile(${JSON.stringify(directory)}, () => undefined);
      process.stdout.write(file.get('here').kept.key + ' ');
      try { for (;;) openSync('/dev/null'); } catch {}
      chmodSync(${JSON.stringify(path())}, ${mode});
      try { file.get('here'); } catch ({ code }) { process.stdout.write(code); }
    `;
    const { stdout, stderr } = spawnSync(
      'sh',
      ['-c', 'ulimit -n 64 && exec "$0" --input-type=module -e "$1"', process.execPath, script],
      { encoding: 'utf8' },
    );
    expect([stdout, stderr]).toEqual(['abc TOO_MANY_FILES', '']);
  });
});
