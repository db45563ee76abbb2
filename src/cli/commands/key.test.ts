import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { runCommandLine } from '../command-line.ts';
import { fakeEnvironment } from '../testing/fake-environment.ts';

const key = 'canary-key-19c4';
let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'sluice-key-'));
});
afterEach(() => rmSync(directory, { recursive: true }));

async function sluice(...args: string[]) {
  const { environment, stdout, stderr } = fakeEnvironment({
    input: key,
    workingDirectory: directory,
  });
  const code = await runCommandLine([...args, '--data-dir', directory], environment);
  return { code, stdout: stdout(), stderr: stderr() };
}

const isKept = () =>
  readdirSync(directory).some((name) => readFileSync(join(directory, name), 'utf8').includes(key));

test('a key is forgotten only when that is meant: it cannot be taken back', async () => {
  await sluice('profiles', 'add', 'desk', 'https://content.example.com');
  await sluice('key', 'set');
  expect(isKept()).toBe(true);
  const unasked = await sluice('key', 'forget');
  expect([unasked.code, unasked.stderr]).toEqual([2, expect.stringContaining('add --yes if it is meant')]);
  expect(unasked.stderr).toContain('Forget the key of desk?');
  expect(isKept()).toBe(true);
  expect((await sluice('key', 'forget', '--yes')).code).toBe(0);
  expect(isKept()).toBe(false);
});

test('whoever keeps a key reads to which addresses it may go', async () => {
  const addresses = ['--base-url', 'https://content.example.com', '--agents-url', 'https://agents.example'];
  const { stdout } = await sluice('key', 'set', ...addresses);
  expect(stdout).toContain('https://content.example.com');
  expect(stdout).toContain('https://agents.example');
});

test('S1, T8: a key is let go to another address only when that is meant', async () => {
  await sluice('profiles', 'add', 'desk', 'https://content.example.com');
  await sluice('key', 'set');
  const path = join(directory, 'settings.json');
  writeFileSync(path, readFileSync(path, 'utf8').replaceAll('content.example.com', 'elsewhere.example'));
  const mayGo = () => readFileSync(join(directory, 'keys.json'), 'utf8').includes('elsewhere.example');
  const unasked = await sluice('key', 'allow');
  expect([unasked.code, unasked.stderr]).toEqual([2, expect.stringContaining('add --yes if it is meant')]);
  expect(unasked.stderr).toContain('https://elsewhere.example');
  expect(mayGo()).toBe(false);
  expect((await sluice('key', 'allow', '--yes')).code).toBe(0);
  expect(mayGo()).toBe(true);
});
