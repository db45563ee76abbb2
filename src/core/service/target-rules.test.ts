import { afterEach, describe, expect, test } from 'vitest';
import { insecureSentence } from '#shared/settings/insecure-address.ts';
import { profileSchema } from '#shared/settings/profile.ts';
import { createTargetRules } from './target-rules.ts';
import { type LocalServer, startLocalServer } from './testing/local-server.ts';
import { createTestClient, failureOf } from './testing/test-client.ts';

/** A name service of the test. */
const resolveWith = (names: Record<string, string>) => async (name: string) => {
  // Nothing of these tests leaves this machine.
  const address = names[name] ?? '127.0.0.1';
  return [{ address, family: address.includes(':') ? 6 : 4 }];
};
const profileAt = (baseUrl: string, more: object = {}) =>
  profileSchema.parse({ id: 'test', name: 'Test', baseUrl, ...more });
const far = profileAt('https://service.example');
const body = { kind: 'buffer', bytes: Buffer.from('document') } as const;
const clients: Disposable[] = [];
afterEach(() => {
  for (const client of clients.splice(0)) client[Symbol.dispose]();
});

function clientOf(profile = far, names: Record<string, string> = {}) {
  const t = createTestClient(profile.baseUrl, { profile, resolve: resolveWith(names) });
  clients.push(t);
  return t.client.storage;
}

const near = [
  'https://127.0.0.1:631/',
  'https://127.8.9.10/',
  'https://2130706433/',
  'https://0x7f.1/',
  'https://0/',
  'https://localhost/',
  'https://printer.localhost/',
  'https://[::1]/',
  'https://[::]/',
  'https://[::ffff:127.0.0.1]/',
  'https://[::ffff:169.254.169.254]/',
  'https://169.254.169.254/latest/meta-data',
  'https://10.0.0.1/',
  'https://172.20.0.1/',
  'https://192.168.1.1/',
  'https://100.64.0.1/',
  'https://[fe80::1]/',
  'https://[fd00:ec2::254]/',
  'https://[64:ff9b::7f00:1]/',
  'https://[64:ff9b:1::a00:1]/',
  'https://[2001:0:a00:1::]/',
  'https://[::ffff:0:a00:1]/',
  'https://[::a00:1]/',
];

describe.each(near)('%s, given by a service of the world', (address) => {
  test('is sent nothing and fetched nothing from', async () => {
    const storage = clientOf();
    const refused = { disposition: 'fix-first', error: { code: 'ADDRESS_REFUSED' } };
    expect(failureOf(await storage.put(address, body))).toMatchObject(refused);
    expect(failureOf(await storage.downloadBytes(address, { maximumBytes: 9 }))).toMatchObject(refused);
  });
});

describe('a name', () => {
  test.each(['127.0.0.1', '::1', '169.254.169.254', '10.1.2.3', '::ffff:10.1.2.3'])(
    'that leads into %s is refused when it is resolved',
    async (address) => {
      const storage = clientOf(far, { 'storage.example': address });
      const failure = failureOf(await storage.put('https://storage.example/a', body));
      expect(failure.error).toMatchObject({
        code: 'ADDRESS_REFUSED',
        detail: `storage.example leads into ${address}`,
      });
    },
  );

  test('may lead into the own network where the service stands there too, and never to this machine', async () => {
    const names = {
      'service.example': '10.0.0.5',
      'storage.example': '10.0.0.6',
      'evil.example': '127.0.0.1',
    };
    const { lookup } = createTargetRules({ profile: far, resolve: resolveWith(names) });
    const found = new Promise((resolve, reject) =>
      lookup('storage.example', {}, (error, address) => (error ? reject(error) : resolve(address))),
    );
    expect(await found).toBe('10.0.0.6');
    const storage = clientOf(far, names);
    for (const address of ['https://evil.example/', 'https://127.0.0.1/', 'https://169.254.169.254/'])
      expect(failureOf(await storage.put(address, body)).error.code).toBe('ADDRESS_REFUSED');
  });
});

describe('an address that is not https', () => {
  test('is refused, unless the person accepted that for the profile', async () => {
    const http = 'http://storage.example/a';
    expect(failureOf(await clientOf().put(http, body)).error.code).toBe('INSECURE_ADDRESS');
    expect(failureOf(await clientOf().downloadBytes(http, { maximumBytes: 9 })).error.code).toBe(
      'INSECURE_ADDRESS',
    );
    const accepting = profileAt('http://service.example', { insecureAccepted: insecureSentence });
    const names = { 'storage.example': '127.0.0.1' };
    expect(failureOf(await clientOf(accepting, names).put(http, body)).error.code).toBe('ADDRESS_REFUSED');
  });

  test('with a user name or a password is refused', async () => {
    const failure = failureOf(await clientOf().put('https://me:secret@storage.example/a', body));
    expect(failure.error.code).toBe('ADDRESS_REFUSED');
    expect(failure.error.message).not.toContain('secret');
  });
});

describe('a redirect', () => {
  const redirecting = (location: string) =>
    startLocalServer((_, response) => response.writeHead(302, { location }).end('moved'));

  /** A profile of the world whose storage is, by its name, this machine: only the test can make that so. */
  async function follow(server: LocalServer) {
    const storage = clientOf(profileAt(server.url));
    return storage.downloadBytes(`${server.url}/a`, { maximumBytes: 100 });
  }

  test.each(['http://storage.example/b', 'file:///etc/passwd', 'ftp://a.example/'])(
    'to %s is not followed',
    async (location) => {
      await using server = await redirecting(location);
      const { error } = failureOf(await follow(server));
      expect(['INSECURE_ADDRESS', 'ADDRESS_REFUSED', 'CONNECTION_LOST']).toContain(error.code);
      expect(server.seen).toHaveLength(1);
    },
  );

  test('goes no further than three times', async () => {
    await using server = await redirecting('/again');
    expect((await follow(server)).ok).toBe(false);
    expect(server.seen.length).toBeLessThanOrEqual(4);
  });

  test('of a PUT is not followed', async () => {
    await using other = await startLocalServer((_, response) => response.end());
    await using server = await redirecting(`${other.url}/b`);
    const storage = clientOf(profileAt(server.url));
    expect(failureOf(await storage.put(`${server.url}/a`, body)).error.code).toBe('STORAGE_REFUSED');
    expect(other.seen).toEqual([]);
  });
});
