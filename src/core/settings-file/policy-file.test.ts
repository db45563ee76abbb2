import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { machinePolicy, readPolicy } from './policy-file.ts';
import { assertRights } from './windows-rights.ts';

let folder: string;
beforeEach(() => {
  folder = join(mkdtempSync(join(tmpdir(), 'sluice-policy-')), 'sluice');
  mkdirSync(folder, { mode: 0o755 });
});
afterEach(() => rmSync(join(folder, '..'), { recursive: true }));

const own = process.getuid?.() ?? 0;
const place = (owners: readonly number[] = [own]) => ({ path: join(folder, 'policy.json'), owners });
const write = (text: string, mode = 0o644) => {
  writeFileSync(place().path, text);
  chmodSync(place().path, mode);
};
const problem = async (owners?: readonly number[]) => {
  try {
    await readPolicy(place(owners));
    return 'none';
  } catch (error) {
    const { code, message } = error as { code: string; message: string };
    expect(code).toBe('POLICY_REFUSED');
    return message;
  }
};

test('a machine without a policy has none; each system has one place for it', async () => {
  expect(await readPolicy(place())).toBeUndefined();
  expect(machinePolicy('linux', { ProgramData: '/elsewhere' })).toEqual({
    path: '/etc/sluice/policy.json',
    owners: [0],
  });
  expect(machinePolicy('darwin', {}).path).toBe('/Library/Application Support/Sluice/policy.json');
  const usual = String.raw`C:\ProgramData\Sluice\policy.json`;
  expect(machinePolicy('win32', {}).path).toBe(usual);
  const elsewhere = { ProgramData: String.raw`D:\Data` };
  expect(machinePolicy('win32', elsewhere, () => true).path).toBe(usual);
  expect(machinePolicy('win32', elsewhere, () => false).path).toBe(String.raw`D:\Data\Sluice\policy.json`);
});

test('on Windows its descriptors say whether only administrators write it; without an answer it is refused', () => {
  const path = machinePolicy('win32', {}).path;
  const own = 'O:BAG:SYD:(A;;FA;;;BA)(A;;FR;;;BU)';
  const planted = 'O:S-1-5-21-1-2-3-1001G:BUD:(A;;FA;;;SY)';
  const asked: string[] = [];
  const answering = (...descriptors: string[]) => {
    assertRights(path, (paths) => {
      asked.push(...paths);
      return descriptors;
    });
  };
  answering(own, own);
  expect(asked).toEqual([path, String.raw`C:\ProgramData\Sluice`]);
  const refused = (said: RegExp) =>
    expect.objectContaining({ code: 'POLICY_REFUSED', message: expect.stringMatching(said) });
  expect(() => answering(planted, own)).toThrow(refused(/policy\.json belongs to somebody else/));
  expect(() => answering(own, planted)).toThrow(refused(/Sluice belongs to somebody else/));
  const silent = () => {
    throw new Error('no PowerShell');
  };
  expect(() => assertRights(path, silent)).toThrow(refused(/cannot be read: no PowerShell/));
});

test('a policy is read', async () => {
  write('{"version":1,"sharing":"off","addresses":["https://content.example.com","loopback"]}');
  expect(await readPolicy(place())).toEqual({
    version: 1,
    sharing: 'off',
    addresses: ['https://content.example.com', 'loopback'],
  });
});

test.each([
  ['{"version":1,"sharin":"off"}', /has nothing called sharin/],
  ['{"version":1,"sharing":"on"}', /sharing is one of: off/],
  ['{"version":2}', /version is one of: 1/],
  ['{"version":1,"addresses":["content.example.com"]}', /addresses\.0 is not/],
  ['{"version":1', /policy\.json: .*JSON/],
])('one with a mistake is followed in no part: %s', async (text, said) => {
  write(text);
  expect(await problem()).toMatch(said);
});

test.skipIf(process.platform === 'win32')(
  'one that others than administrators may write is refused',
  async () => {
    write('{"version":1}');
    expect(await problem([own + 1])).toMatch(/policy\.json belongs to somebody else than the administrators/);
    write('{"version":1}', 0o666);
    expect(await problem()).toMatch(/policy\.json can be changed by others/);
    write('{"version":1}', 0o664);
    expect(await problem()).toMatch(/policy\.json can be changed by others/);
    write('{"version":1}');
    chmodSync(folder, 0o777);
    expect(await problem()).toMatch(/sluice can be changed by others/);
  },
);

test('one that cannot be read is refused, because nobody knows what it forbids', async () => {
  mkdirSync(place().path);
  expect(await problem()).toMatch(/policy\.json cannot be read: EISDIR/);
});

test.skipIf(process.platform === 'win32')('a link that leads nowhere forbids who knows what', async () => {
  symlinkSync(join(folder, 'mounted', 'policy.json'), place().path);
  expect(await problem()).toMatch(/policy\.json cannot be read: ENOENT/);
});

test.skipIf(process.platform === 'win32')(
  'a link into a folder that others may write is refused',
  async () => {
    const elsewhere = join(folder, 'elsewhere');
    mkdirSync(elsewhere);
    writeFileSync(join(elsewhere, 'policy.json'), '{"version":1}');
    symlinkSync(join(elsewhere, 'policy.json'), place().path);
    expect(await problem()).toBe('none');
    chmodSync(elsewhere, 0o777);
    expect(await problem()).toMatch(/elsewhere can be changed by others/);
  },
);
