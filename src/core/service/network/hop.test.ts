import { expect, test } from 'vitest';
import { hopAt, hopsOfList, nameOfHop, originOfHop } from './hop.ts';

const names = (list: string) => hopsOfList(list).map(nameOfHop);

test.each([
  ['', ['DIRECT']],
  ['DIRECT', ['DIRECT']],
  ['PROXY a.example:8080; DIRECT', ['a.example:8080', 'DIRECT']],
  [' proxy  a:1 ;HTTPS b ; HTTP c:3;', ['a:1', 'b:443', 'c:3']],
  ['PROXY [fd00::1]:3128', ['[fd00::1]:3128']],
  ['SOCKS5 s:1080;SOCKS t:1', ['SOCKS5 s:1080', 'SOCKS t:1']],
  ['PROXY', ['an address that cannot be read']],
])('%j leads %j', (list, expected) => {
  expect(names(list)).toEqual(expected);
});

test('a script that names a million ways is followed for the first few', () => {
  const list = Array.from({ length: 1_000_000 }, (_, at) => `PROXY p${at}:1`).join(';');
  expect(names(list)).toEqual(Array.from({ length: 16 }, (_, at) => `p${at}:1`));
});

test.each([
  ['proxy.example:3128', 'http://proxy.example:3128'],
  ['http://proxy.example', 'http://proxy.example:80'],
  ['https://proxy.example', 'https://proxy.example:443'],
  ['http://[::1]:8080/', 'http://[::1]:8080'],
])('%s is %s', (address, origin) => {
  const hop = hopAt(address);
  expect(hop.kind === 'proxy' && originOfHop(hop)).toBe(origin);
});

test('a login is read from the address and never shown', () => {
  const hop = hopAt('http://a%40b:p%3Aw%zz@proxy:8080');
  expect(hop).toMatchObject({ login: { user: 'a@b', password: 'p%3Aw%zz' } });
  expect(nameOfHop(hop)).toBe('proxy:8080');
});

test.each(['socks5://proxy:1080', 'socks5h://u:p@proxy:1080'])(
  '%s cannot be used, and says so',
  (address) => {
    const hop = hopAt(address);
    expect(hop.kind).toBe('unsupported');
    expect(nameOfHop(hop)).toMatch(/^SOCKS5H? proxy:1080$/);
  },
);
