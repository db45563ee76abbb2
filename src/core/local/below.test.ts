import { expect, test } from 'vitest';
import { isAtOrBelow, wayBelow } from './below.ts';

test.each([
  ['/srv/nas', '/srv/nas', true],
  ['/srv/nas/a', '/srv/nas', true],
  ['/srv/nas2', '/srv/nas', false],
  ['/srv', '/srv/nas', false],
  ['/srv', '/', true],
  ['/', '/', true],
  ['/srv/nas/..a', '/srv/nas', true],
  ['nas', 'nas', true],
  ['nas/a', 'nas', true],
  ['nas', '', true],
  ['', '', true],
  ['nas2', 'nas', false],
  ['', 'nas', false],
])('%j is at or below %j: %s', (path, folder, isIt) => {
  expect(isAtOrBelow(path, folder)).toBe(isIt);
});

test.each([
  ['/srv/nas', '/srv/nas', ''],
  ['/srv/nas/', '/srv/nas', ''],
  ['/srv/nas/a/b.txt', '/srv/nas', 'a/b.txt'],
  ['/srv/nas/a/b.txt', '/srv/nas/', 'a/b.txt'],
  ['/srv/nas', '/', 'srv/nas'],
  ['/srv/nas/..a/b', '/srv/nas', '..a/b'],
  ['/srv/nas/...', '/srv/nas', '...'],
  ['/srv/nas/../other', '/srv/nas', undefined],
  ['/srv/nas2', '/srv/nas', undefined],
  ['/srv', '/srv/nas', undefined],
])('the way down to %j from %j is %j', (path, folder, way) => {
  expect(wayBelow(path, folder)).toBe(way);
});
