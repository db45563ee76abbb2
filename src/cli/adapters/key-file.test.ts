import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openKeyFile } from './key-file.ts';
import { createSecrets } from './secrets.ts';

let directory: string;
let warnings: string[];

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'sluice-keys-'));
  warnings = [];
});
afterEach(() => rmSync(directory, { recursive: true }));

const path = () => join(directory, 'keys.json');
const open = () => openKeyFile(directory, (message) => warnings.push(message));
const secrets = (environmentKey?: string) => {
  const known: string[] = [];
  const onKey = (key: string) => known.push(key);
  const port = createSecrets({ file: open(), environmentKey, environmentProfileId: 'here', onKey });
  return { ...port, known };
};

test('a key is kept for its profile, for the owner only', async () => {
  await open().put('a', 'key-a');
  await open().put('b', 'key-b');
  expect([open().get('a'), open().get('b'), open().get('c')]).toEqual(['key-a', 'key-b', undefined]);
  expect(statSync(path()).mode & 0o777).toBe(0o600);
  await open().put('a', undefined);
  expect(open().get('a')).toBeUndefined();
  expect(readFileSync(path(), 'utf8')).not.toContain('key-a');
  expect(readdirSync(directory)).toEqual(['keys.json']);
});

test('a file that others could read is closed, and said', async () => {
  await open().put('a', 'key-a');
  chmodSync(path(), 0o644);
  expect(open().get('a')).toBe('key-a');
  expect(statSync(path()).mode & 0o777).toBe(0o600);
  expect(warnings).toHaveLength(1);
  expect(warnings[0]).toContain('Others on this machine could read');
});

test('a damaged file is moved aside', () => {
  writeFileSync(path(), '{', { mode: 0o600 });
  expect(open().get('a')).toBeUndefined();
  expect(warnings[0]).toContain('keys.json.corrupt-');
  expect(readdirSync(directory)[0]).toContain('corrupt');
});

test('the key of the environment wins for the profile in force, and goes nowhere else', async () => {
  await open().put('here', 'kept');
  await open().put('elsewhere', 'other');
  const port = secrets('from-environment');
  expect(await port.getKey('here')).toBe('from-environment');
  expect(await port.getKey('elsewhere')).toBe('other');
  expect(await secrets().getKey('here')).toBe('kept');
  expect(port.known).toEqual(['from-environment', 'other']);
});
