import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { copyFile, link } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { examineAside, placeAside, setAside } from './set-aside.ts';
import { asideOf } from './testing/aside-of.ts';

vi.mock('node:fs/promises', { spy: true });

test('a link is known as placed on a drive that numbers each name as a file of its own', async () => {
  const root = mkdtempSync(join(tmpdir(), 'sluice-numbered-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const aside = asideOf(root);
  writeFileSync(join(root, aside.name), 'bytes');
  await setAside(aside);
  const found = await examineAside(aside);
  if (found.kind !== 'file') throw new Error('not set aside');
  // Another inode with the same bytes, as the drive shows it.
  vi.mocked(link).mockImplementationOnce(async (from, target) => copyFile(from, target));
  const to = { root, makeRoot: false, directory: 'done', name: 'a.txt' };
  expect(await placeAside(aside, found.identity, to)).toMatchObject({ kind: 'placed' });
  expect(readdirSync(join(root, 'done'))).toEqual(['a.txt']);
});
