import { expect, test } from 'vitest';
import { hintOf, watchesWhole } from './tree-watcher.ts';

test.each([
  ['win32', 'a.txt', { directory: '', name: 'a.txt' }],
  ['win32', 'sub\\deep\\a.txt', { directory: 'sub/deep', name: 'a.txt' }],
  ['win32', 'C:\\Research\\sub\\a.txt', { directory: 'sub', name: 'a.txt' }],
  ['win32', '\\\\?\\C:\\research\\sub\\a.txt', { directory: 'sub', name: 'a.txt' }],
  ['win32', 'C:\\Research', null],
  ['win32', 'C:\\elsewhere\\a.txt', null],
  ['win32', null, null],
  ['darwin', 'sub/a.txt', { directory: 'sub', name: 'a.txt' }],
  ['darwin', 'sub/a\\b.txt', { directory: 'sub', name: 'a\\b.txt' }],
  ['darwin', undefined, null],
  ['darwin', '', null],
  ['linux', 'sub/\uFFFD.txt', { directory: 'sub', name: null }],
  ['linux', '\uFFFD/a.txt', null],
])('on %s an event of %j is a hint of %j', (platform, way, hint) => {
  expect(hintOf(way, platform, platform === 'win32' ? 'C:\\Research' : '/research')).toEqual(hint);
});

test.each([
  ['win32', true],
  ['darwin', true],
  ['linux', false],
])('on %s: watched as a whole %s', (platform, isWhole) => {
  expect(watchesWhole(platform)).toBe(isWhole);
});
