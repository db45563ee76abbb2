import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { icoFile } from '../../scripts/ico-file.ts';
import { trayIconFile } from '../../src/main/tray-icon.ts';
import { projectRoot } from '../support/project-copy.ts';

const kinds = [
  'idle',
  'waiting',
  'noProfile',
  'working',
  'paused',
  'held',
  'off',
  'trouble',
  'attention',
] as const;
const icon = (name: string) => join(projectRoot, 'resources/icons', name);

test.each(['linux', 'win32', 'darwin'] as const)('on %s each state of the tray has its icon', (platform) => {
  for (const kind of kinds) {
    const name = trayIconFile(kind, platform);
    expect([name, existsSync(icon(name))]).toEqual([name, true]);
    if (platform === 'win32') continue;
    expect([name, existsSync(icon(name.replace('.png', '@2x.png')))]).toEqual([name, true]);
  }
});

test('macOS knows a template by the end of its name, and Windows an icon by its kind', () => {
  expect(trayIconFile('held', 'darwin')).toMatch(/Template\.png$/);
  expect(trayIconFile('held', 'win32')).toMatch(/\.ico$/);
});

/** Sizes of the pictures in an icon of Windows, and what each begins with. */
function picturesIn(file: Uint8Array): { size: number; bits: number; header: number; length: number }[] {
  const bytes = Buffer.from(file);
  return Array.from({ length: bytes.readUInt16LE(4) }, (_, index) => {
    const entry = 6 + 16 * index;
    const from = bytes.readUInt32LE(entry + 12);
    return {
      size: bytes.readUInt8(entry) || 256,
      bits: bytes.readUInt16LE(entry + 6),
      header: bytes.readUInt32LE(from),
      length: bytes.readUInt32LE(entry + 8),
    };
  });
}

test('an icon for Windows brings each size of small icons, as bitmaps', () => {
  for (const kind of kinds) {
    const pictures = picturesIn(readFileSync(icon(trayIconFile(kind, 'win32'))));
    expect(pictures.map(({ size }) => size)).toEqual([16, 20, 24, 32, 40, 48]);
    expect(new Set(pictures.map(({ bits, header }) => `${bits} ${header}`))).toEqual(new Set(['32 40']));
  }
});

test('a picture stands in it upside down, blue first, with an empty mask', () => {
  const rgba = Uint8Array.from([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16]);
  const file = icoFile([{ size: 2, rgba }]);
  expect(picturesIn(file)).toEqual([{ size: 2, bits: 32, header: 40, length: 40 + 16 + 8 }]);
  expect([...file.subarray(22 + 40)]).toEqual([
    ...[11, 10, 9, 12, 15, 14, 13, 16, 3, 2, 1, 4, 7, 6, 5, 8],
    ...[0, 0, 0, 0, 0, 0, 0, 0],
  ]);
});
