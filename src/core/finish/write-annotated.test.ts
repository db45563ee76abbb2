import { chmodSync, mkdirSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { addAccess, hasSetfacl } from '#core/local/testing/access-list.ts';
import type { UploadRow } from '../ledger/upload-row.ts';
import { createSetUp } from './testing/after-upload-fixture.ts';
import { writeAnnotated } from './write-annotated.ts';

const setUp = createSetUp(onTestFinished);

function annotating(changes: Parameters<typeof setUp>[0] = { saveAnnotated: 'beside' }) {
  const made = setUp(changes);
  made.put('sub/a.txt', 'a');
  const save = async (content: string, path = 'sub/a.txt') => {
    const source = join(made.base, 'cached.json');
    writeFileSync(source, content);
    const row = { id: 1, path: made.at(path) } as UploadRow;
    await writeAnnotated(made.contextWith(), row, made.folder, source);
  };
  return { ...made, save };
}

test('W18: it lies beside its file, once, however often it is saved', async () => {
  const { save, files, at } = annotating();
  await save('one');
  await save('one');
  expect(files()).toEqual({ 'sub/a.txt': 'a', 'sub/a.txt.annotated.json': 'one' });
  expect(readdirSync(at('sub'))).toHaveLength(2);
});

test('W18: a newer one takes the place of an older one of Sluice, and of nothing else', async () => {
  const { save, put, files } = annotating();
  await save('one');
  await save('two');
  expect(files()).toEqual({ 'sub/a.txt': 'a', 'sub/a.txt.annotated.json': 'two' });
  put('sub/a.txt.annotated.json', 'edited by a person');
  await save('three');
  expect(files()).toEqual({
    'sub/a.txt': 'a',
    'sub/a.txt.annotated.json': 'edited by a person',
    'sub/a.txt (2).annotated.json': 'three',
  });
});

test('W18: a file of that name that a person put there stays', async () => {
  const { save, put, files } = annotating();
  put('sub/a.txt.annotated.json', 'mine');
  await save('one');
  expect(files()).toEqual({
    'sub/a.txt': 'a',
    'sub/a.txt.annotated.json': 'mine',
    'sub/a.txt (2).annotated.json': 'one',
  });
});

test('it is written through no link, neither of its name nor of its folder', async () => {
  const { base, save, at, read } = annotating();
  const outside = join(base, 'outside');
  mkdirSync(outside);
  symlinkSync(join(outside, 'planted.json'), at('sub/a.txt.annotated.json'));
  await save('one');
  expect(readdirSync(outside)).toEqual([]);
  expect(read('sub/a.txt (2).annotated.json')).toBe('one');
  symlinkSync(outside, at('linked'));
  await expect(save('one', 'linked/b.txt')).rejects.toMatchObject({ code: 'FILE_BEHIND_LINK' });
  expect(readdirSync(outside)).toEqual([]);
});

test.runIf(hasSetfacl).each([
  ['its file', 'sub/a.txt', 0o600, 'u:65534:r'],
  ['what is new in its folder', 'sub', 0o640, 'd:u:65534:r'],
])(
  'only the owner may read it if one account has access to %s by a list (needs setfacl)',
  async (_, name, mode, entry) => {
    const { save, at } = annotating({ saveAnnotated: 'beside' });
    chmodSync(at('sub/a.txt'), mode);
    addAccess(at(name), entry);
    await save('one');
    expect(statSync(at('sub/a.txt.annotated.json')).mode & 0o777).toBe(0o600);
  },
);

test('W18: a folder of their own keeps the tree, and is not left by a link', async () => {
  const { base, save, at, read } = annotating({ saveAnnotated: { folder: 'annotated' } });
  await save('one');
  expect(read('annotated/sub/a.txt.annotated.json')).toBe('one');
  symlinkSync(base, at('annotated/other'));
  await expect(save('one', 'other/b.txt')).rejects.toMatchObject({ code: 'FILE_BEHIND_LINK' });
});

// Windows has no such modes: there what is made in a folder has the rights that the folder passes on.
test.runIf(process.platform !== 'win32')('it can be read by nobody who cannot read its file', async () => {
  const umask = process.umask(0);
  onTestFinished(() => void process.umask(umask));
  const { save, at } = annotating({ saveAnnotated: { folder: 'annotated' } });
  const modeFor = async (mode: number, content: string) => {
    chmodSync(at('sub/a.txt'), mode);
    await save(content);
    return statSync(at('annotated/sub/a.txt.annotated.json')).mode & 0o777;
  };
  expect(await modeFor(0o600, 'one')).toBe(0o600);
  expect(await modeFor(0o444, 'two')).toBe(0o644);
  expect(await modeFor(0o755, 'three')).toBe(0o644);
  expect(await modeFor(0o666, 'four')).toBe(0o666);
  // Elsewhere its own folder no longer keeps others away.
  chmodSync(at('sub'), 0o710);
  expect(await modeFor(0o644, 'five')).toBe(0o640);
  chmodSync(at('sub'), 0o700);
  expect(await modeFor(0o644, 'six')).toBe(0o600);
  chmodSync(at('sub'), 0o755);
  // Of a file that is gone nobody can tell.
  rmSync(at('sub/a.txt'));
  await save('five');
  expect(statSync(at('annotated/sub/a.txt.annotated.json')).mode & 0o777).toBe(0o600);
});
