import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createRedactor } from '#core/public/redactor.ts';
import type { SecretReader } from '../variables/secret-variables.ts';
import { openKeyFile } from './key-file.ts';
import { createSecrets, outsideKey } from './secrets.ts';

/** Secrets of a program that was started with these variables. */
function secretsWith(variables: Record<string, string>, folder: string) {
  const redactor = createRedactor();
  const reader = {
    environment: { variables, workingDirectory: folder },
    redactor,
    warn: () => {},
  } as unknown as SecretReader;
  const file = openKeyFile(folder, () => {});
  const outside = outsideKey(reader, { json: false } as never, () => 'p');
  const onKey = (key: string) => redactor.add(key);
  return { ...createSecrets({ file, outside, profiles: () => [], reader, onKey }), redactor };
}

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-secrets-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

test('a key that took the place of another one in its file while the program runs is known as a secret', () => {
  const folder = temporaryFolder();
  const path = join(folder, 'key');
  writeFileSync(path, 'first-key-of-the-file', { mode: 0o600 });
  const secrets = secretsWith({ SLUICE_API_KEY_FILE: path }, folder);
  expect(secrets.holdsSecret?.('first-key-of-the-file\n')).toBe(true);
  expect(secrets.holdsSecret?.('other-key-of-the-file')).toBe(false);
  writeFileSync(path, 'other-key-of-the-file\n');
  expect(secrets.holdsSecret?.('{"key":"other-key-of-the-file"}')).toBe(true);
  rmSync(path);
  expect(secrets.holdsSecret?.('A report that has no key in it.')).toBe(false);
});

test('a key is known in other forms too', () => {
  const key = 'a "quoted" key of the desk';
  const secrets = secretsWith({ SLUICE_API_KEY: key }, temporaryFolder());
  expect(secrets.holdsSecret?.(JSON.stringify({ profiles: { p: { key } } }))).toBe(true);
  expect(secrets.holdsSecret?.(`  api-key: ${Buffer.from(`${key}\n`).toString('base64')}\n`)).toBe(true);
});

test('a short key is a secret only by itself', () => {
  const secrets = secretsWith({ SLUICE_API_KEY: 'KEY-ONE' }, temporaryFolder());
  expect(secrets.holdsSecret?.('  KEY-ONE\n')).toBe(true);
  expect(secrets.holdsSecret?.('The code KEY-ONE stands for the first of them.')).toBe(false);
});

test('passwords for the proxy, the team and webhooks are secrets, also those not used yet or replaced', () => {
  const folder = temporaryFolder();
  const path = join(folder, 'password');
  for (const variable of ['SLUICE_TEAM_PASSWORD', 'SLUICE_PROXY_LOGIN', 'SLUICE_WEBHOOK_SECRET']) {
    const secrets = secretsWith({ [`${variable}_FILE`]: path }, folder);
    writeFileSync(path, `first-${variable}`, { mode: 0o600 });
    expect(secrets.holdsSecret?.(`first-${variable}\n`)).toBe(true);
    writeFileSync(path, `second-${variable}`);
    expect(secrets.holdsSecret?.(`second-${variable}\n`)).toBe(true);
  }
});

test('a secret from a credential of systemd is known before its first use', () => {
  const folder = temporaryFolder();
  const secrets = secretsWith({ CREDENTIALS_DIRECTORY: folder }, folder);
  for (const name of ['webhook-secret', 'proxy-login', 'team-password', 'broker-password']) {
    writeFileSync(join(folder, name), `first-${name}\n`, { mode: 0o600 });
    expect(secrets.holdsSecret?.(`first-${name}\n`)).toBe(true);
    writeFileSync(join(folder, name), `second-${name}\n`);
    expect(secrets.holdsSecret?.(`It is second-${name}.`)).toBe(true);
  }
});

test('the password of a proxy login is known without its user', async () => {
  const folder = temporaryFolder();
  const proxy = 'http://proxy.example:8080';
  const login = 'ann:password-of-the-proxy';
  await secretsWith({}, folder).setKey('proxy', login, [proxy]);
  expect(secretsWith({}, folder).holdsSecret?.('proxy: password-of-the-proxy')).toBe(true);

  const { getKey, redactor } = secretsWith({}, folder);
  expect(redactor.text('password-of-the-proxy')).toBe('password-of-the-proxy');
  expect(await getKey('proxy', proxy)).toBe(login);
  expect(redactor.text('password-of-the-proxy')).not.toContain('password');

  const path = join(temporaryFolder(), 'login');
  writeFileSync(path, 'ann:password-from-a-file', { mode: 0o600 });
  const fromFile = secretsWith({ SLUICE_PROXY_LOGIN_FILE: path }, temporaryFolder());
  expect(fromFile.holdsSecret?.('proxy: password-from-a-file')).toBe(true);
});

test('a file with a line of PostgreSQL’s passfile contains a secret', () => {
  const folder = temporaryFolder();
  const path = join(folder, 'pgpass');
  const entry = 'db.example:5432:research:anna:a\\:password-of-the-team';
  const comment = '# see wiki: 10:15:30: the quarterly earnings call';
  writeFileSync(path, `${comment}\n${entry}\r\n*:*:*:bob:uploads of the research\n`, { mode: 0o600 });
  const secrets = secretsWith({ PGPASSFILE: path }, folder);
  expect(secrets.holdsSecret?.(readFileSync(path, 'utf8'))).toBe(true);
  expect(secrets.holdsSecret?.(`Our database:\r\n  ${entry}\r\n`)).toBe(true);
  for (const text of [comment, 'the quarterly earnings call', 'uploads of the research', 'db.example', '\n'])
    expect(secrets.holdsSecret?.(text)).toBe(false);
  expect(secrets.redactor.text('uploads of the research')).toBe('uploads of the research');
  writeFileSync(path, 'db.example:5432:research:anna:new\n');
  expect(secrets.holdsSecret?.(entry)).toBe(false);
  expect(secrets.holdsSecret?.('db.example:5432:research:anna:new')).toBe(true);
});

test('a long passfile takes little time', () => {
  const folder = temporaryFolder();
  const path = join(folder, 'pgpass');
  const entries = Array.from(
    { length: 400 },
    (_, at) => `db-${at}.example:5432:research:anna:password-${at}`,
  );
  writeFileSync(path, entries.join('\n'), { mode: 0o600 });
  const secrets = secretsWith({ PGPASSFILE: path }, folder);
  const begin = performance.now();
  expect(secrets.holdsSecret?.('A line of a report.\n'.repeat(3000))).toBe(false);
  expect(performance.now() - begin).toBeLessThan(5000);
});
