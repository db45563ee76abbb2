import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  closeSync,
  lchownSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { isOwn } from '#core/public/files.ts';
import { readConfigurationFile, readSettledFile } from './read-file.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sluice-configuration-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const text = 'version: 1\nfolders:\n  - path: /srv/für\n';
const read = (path: string, bytes: Buffer) => {
  writeFileSync(join(folder, 'sluice.yaml'), bytes);
  return readConfigurationFile(path, {
    stdin: Readable.from([bytes]) as unknown as NodeJS.ReadStream,
    workingDirectory: folder,
  });
};

test.each(['sluice.yaml', '-'])('%s: text in UTF-8, also with its mark', async (path) => {
  expect((await read(path, Buffer.from(text))).text).toBe(text);
  expect((await read(path, Buffer.from(`\uFEFF${text}`))).text).toBe(text);
});

test('a file that is being written is read when it stands still', async () => {
  const path = join(folder, 'sluice.yaml');
  writeFileSync(path, text.slice(0, 20));
  const written = [text.slice(0, 30), text, text];
  const pause = async () => writeFileSync(path, written.shift() ?? 'too late');
  const environment = { stdin: process.stdin, workingDirectory: folder };
  expect((await readSettledFile('sluice.yaml', environment, pause)).text).toBe(text);
  expect(written).toEqual([]);
});

test('what is no file is read once, and not again: nobody may write into it any more', async () => {
  const path = join(folder, 'sluice.yaml');
  const environment = { stdin: process.stdin, workingDirectory: folder };
  execFileSync('mkfifo', [path]);
  const [{ text: first }] = await Promise.all([
    readConfigurationFile('sluice.yaml', environment),
    writeFile(path, text),
  ]);
  expect(first).toBe(text);
  const refused = { code: 'NAMED_FILE_UNREADABLE' };
  await expect(readSettledFile('sluice.yaml', environment)).rejects.toMatchObject(refused);
  rmSync(path);
  symlinkSync('/dev/zero', path);
  await expect(readSettledFile('sluice.yaml', environment)).rejects.toMatchObject(refused);
});

// An editor of old, and what PowerShell 5 writes for `sluice export-config > sluice.yaml`.
test.each([
  ['sluice.yaml', 'latin1'],
  ['sluice.yaml', 'utf16le'],
  ['-', 'latin1'],
] as const)(
  '%s in another encoding (%s) is refused, and never read as other paths',
  async (path, encoding) => {
    const given = encoding === 'utf16le' ? `\uFEFF${text}` : text;
    await expect(read(path, Buffer.from(given, encoding))).rejects.toMatchObject({
      code: 'NAMED_FILE_UNREADABLE',
      detail: expect.stringMatching(/is not text in UTF-8$/),
    });
  },
);

test.each([
  ['root’s own, others read it', { uid: 0, gid: 0, mode: 0o644 }, true],
  ['the user’s own', { uid: 1000, gid: 100, mode: 0o600 }, true],
  [
    'with the group that each user has, which may have other members',
    { uid: 1000, gid: 1000, mode: 0o664 },
    false,
  ],
  ['root’s, its group can write to it', { uid: 0, gid: 0, mode: 0o664 }, false],
  ['somebody else’s', { uid: 1001, gid: 100, mode: 0o600 }, false],
  ['a group can write to it', { uid: 1000, gid: 100, mode: 0o660 }, false],
  ['all can write to it', { uid: 1000, gid: 1000, mode: 0o666 }, false],
  ['root’s, all can write to it', { uid: 0, gid: 0, mode: 0o666 }, false],
])('whose word a file is: %s', (_, stats, expected) => {
  expect(isOwn(stats, 1000)).toBe(expected);
});

const isRead = async (path: string) =>
  (await readConfigurationFile(path, { stdin: process.stdin, workingDirectory: folder })).isOwn;

test.skipIf(process.platform === 'win32')(
  'the user’s own file is no word of theirs in a folder where others can put another',
  async () => {
    mkdirSync(join(folder, 'shared/own'), { recursive: true });
    const path = join(folder, 'shared/own/sluice.yaml');
    writeFileSync(path, text, { mode: 0o600 });
    symlinkSync(path, join(folder, 'link.yaml'));
    expect(await isRead(path)).toBe(true);
    expect(await isRead(join(folder, 'link.yaml'))).toBe(true);
    chmodSync(join(folder, 'shared'), 0o777);
    expect(await isRead(path)).toBe(false);
    expect(await isRead(join(folder, 'link.yaml'))).toBe(false);
    // As /tmp: others add files there and rename none.
    chmodSync(join(folder, 'shared'), 0o1777);
    expect(await isRead(path)).toBe(true);
  },
);

test.skipIf(process.platform === 'win32')(
  'a file on standard input that others can change is no word of the user',
  async () => {
    const path = join(folder, 'sluice.yaml');
    writeFileSync(path, text, { mode: 0o600 });
    const isStdinOwn = async () => {
      const fd = openSync(path, 'r');
      try {
        const stdin = Object.assign(Readable.from([Buffer.from(text)]), { fd });
        return (await readConfigurationFile('-', { stdin, workingDirectory: folder })).isOwn;
      } finally {
        closeSync(fd);
      }
    };
    expect(await isStdinOwn()).toBe(true);
    chmodSync(path, 0o666);
    expect(await isStdinOwn()).toBe(false);
  },
);

test.runIf(process.geteuid?.() === 0)('a link of another account is not the user’s word', async () => {
  const path = join(folder, 'sluice.yaml');
  writeFileSync(path, text, { mode: 0o600 });
  const link = join(folder, 'link.yaml');
  symlinkSync(path, link);
  lchownSync(link, 65_534, 65_534);
  expect(await isRead(link)).toBe(false);
});
