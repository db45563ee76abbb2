import dns from 'node:dns';
import { afterEach, expect, test, vi } from 'vitest';
import { addressesOf, lookupName } from './lookup.ts';

afterEach(() => vi.restoreAllMocks());

/** What a name server answers that names this machine's names as it likes. */
function answer(byName: Readonly<Record<string, readonly string[]>>): void {
  vi.spyOn(dns, 'lookup').mockImplementation(((name: string, options: dns.LookupAllOptions, callback) => {
    const found = (byName[name] ?? ['203.0.113.9']).map((address) => ({
      address,
      family: address.includes(':') ? 6 : 4,
    }));
    if (options.all) callback(null, found);
    else callback(null, found[0]?.address ?? '', found[0]?.family ?? 4);
  }) as (
    name: string,
    options: dns.LookupAllOptions,
    callback: (...all: unknown[]) => void,
  ) => void as never);
}

const one = (name: string) =>
  new Promise((resolve, reject) =>
    lookupName(name, {}, (error, address) => (error ? reject(error) : resolve(address))),
  );

test('names of this machine lead to it, whatever a name server says', async () => {
  answer({ localhost: ['::1', '127.0.0.1'] });
  for (const name of ['localhost', 'localhost.', 'api.localhost', 'a.b.localhost.', 'API.LOCALHOST']) {
    expect(await one(name)).toBe('::1');
    expect(await addressesOf(name)).toEqual([
      { address: '::1', family: 6 },
      { address: '127.0.0.1', family: 4 },
    ]);
  }
  expect(await one('localhost.example')).toBe('203.0.113.9');
});

test('a machine without a localhost asks nobody else for it', async () => {
  answer({});
  for (const name of ['localhost', 'api.localhost'])
    await expect(one(name)).rejects.toMatchObject({ code: 'ENOTFOUND' });
});
