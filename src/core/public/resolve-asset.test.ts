import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { resolveAsset } from './resolve-asset.ts';

const root = resolve('/served/renderer');
const origin = 'app://sluice';

describe('resolveAsset', () => {
  test.each([
    ['app://sluice/', 'index.html'],
    ['app://sluice/index.html', 'index.html'],
    ['app://sluice/assets/main.js?v=1#top', 'assets/main.js'],
    ['app://sluice/with%20space.svg', 'with space.svg'],
    ['app://sluice/a/../index.html', 'index.html'],
  ])('%s is served', (address, file) => {
    expect(resolveAsset(root, origin, address)).toBe(resolve(root, file));
  });

  test.each([
    'app://other/index.html',
    'https://sluice/index.html',
    'file:///etc/passwd',
    'app://sluice/..%2f..%2fetc%2fpasswd',
    'app://sluice/%2e%2e%2fmain%2findex.js',
    'app://sluice/..%2frenderer-old/x',
    'app://sluice/%',
    'app://sluice/a%00.html',
    'nonsense',
  ])('%s is refused', (address) => {
    expect(resolveAsset(root, origin, address)).toBeNull();
  });
});
