import { expect, test } from 'vitest';
import { href, parseRoute } from './route.ts';

test('an address and its route are each other’s reverse', () => {
  const address = href(['folders', 'a/b c'], 'show=held&state=queued%2Cputting');
  expect(address).toBe('#/folders/a%2Fb%20c?show=held&state=queued%2Cputting');
  const { path, query } = parseRoute(address);
  expect(path).toEqual(['folders', 'a/b c']);
  expect(Object.fromEntries(query)).toEqual({ show: 'held', state: 'queued,putting' });
});

test.each(['', '#', '#/'])('%j is the start', (hash) => {
  expect(parseRoute(hash).path).toEqual([]);
});

test('what cannot be decoded is taken as it is', () => {
  expect(parseRoute('#/folders/%').path).toEqual(['folders', '%']);
});
