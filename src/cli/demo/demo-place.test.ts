import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { prepareDemoPlace } from './demo-place.ts';

let source: string;
beforeEach(() => {
  source = mkdtempSync(join(tmpdir(), 'sluice-source-'));
});
afterEach(() => rmSync(source, { recursive: true }));

test('the source is copied, added to and removed; the source itself stays as it was', async () => {
  mkdirSync(join(source, 'sub'));
  writeFileSync(join(source, 'sub/a.txt'), 'a');
  writeFileSync(join(source, 'dropped-in-later.txt'), 'has the name already');
  chmodSync(join(source, 'sub'), 0o555);
  const place = await prepareDemoPlace(source);
  expect(await place.dropOneMore()).toBe('dropped-in-later-2.txt');
  expect(readdirSync(place.watchDirectory).toSorted()).toEqual([
    'dropped-in-later-2.txt',
    'dropped-in-later.txt',
    'sub',
  ]);
  expect(statSync(join(place.watchDirectory, 'sub')).mode & 0o777).toBe(0o700);
  await place.remove();
  expect(existsSync(dirname(place.dataDirectory))).toBe(false);
  expect(readdirSync(source).toSorted()).toEqual(['dropped-in-later.txt', 'sub']);
});

test('a folder that is not there is said, and leaves nothing', async () => {
  // Not as of a watch folder, which is waited for.
  await expect(prepareDemoPlace(join(source, 'nothing'))).rejects.toMatchObject({
    code: 'NAMED_FILE_MISSING',
  });
});
