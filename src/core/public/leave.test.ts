import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import type { PageCallName } from '#shared/bridge/contract.ts';
import { pageCalls } from '#shared/bridge/contract.ts';
import { type Settings, settingsSchema } from '#shared/settings/settings.ts';
import { watchFolderSchema } from '#shared/settings/watch-folder.ts';
import { createLeave, type Leave } from './leave.ts';

let directory: string;
let settings: Settings;
let leave: Leave;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'sluice-leave-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  for (const name of ['picked', 'watched', 'elsewhere']) mkdirSync(join(directory, name));
  symlinkSync(join(directory, 'elsewhere'), join(directory, 'picked', 'link'));
  const folders = [watchFolderSchema.parse({ id: 'f', path: at('watched'), profileId: 'p' })];
  settings = settingsSchema.parse({ version: 1, folders });
  const port = { get: () => settings, update: async () => settings, onChange: () => () => undefined };
  leave = createLeave(port as never, []);
  leave.grant(at('picked'));
});

const at = (...names: string[]) => join(directory, ...names);
const missing = async (name: PageCallName, input: unknown) =>
  (await leave.missing(name, pageCalls[name].input.parse(input))).map((want) => [
    want.kind,
    'address' in want ? want.address : want.path.slice(directory.length + 1),
  ]);
const add = (changes: object) => missing('folders.add', { folder: { path: at('picked', 'in'), ...changes } });
const edit = (changes: object) => missing('folders.edit', { folderId: 'f', changes });

describe('what a page may read', () => {
  test.each([
    ['picked', 'a.pdf', true],
    ['picked', 'deep/b.pdf', true],
    ['picked', '..drafts/b.pdf', true],
    ['picked', '...', true],
    ['watched', 'c.pdf', true],
    ['elsewhere', 'a.pdf', false],
    ['picked', '../elsewhere/a.pdf', false],
    ['picked', 'link/a.pdf', false],
    ['picked-too', 'a.pdf', false],
  ])('%s/%s: %s', async (folder, name, isAllowed) => {
    const path = `${at(folder)}/${name}`;
    const found = await leave.missing('uploads.add', { paths: [path], options: {} });
    expect(found).toEqual(isAllowed ? [] : [{ kind: 'read', path }]);
  });

  test('a relative path is never allowed, and every path is looked at', async () => {
    expect(await leave.missing('uploads.add', { paths: [at('picked', 'a'), 'b'], options: {} })).toEqual([
      { kind: 'read', path: 'b' },
    ]);
  });

  test('previews name folders too', async () => {
    const folder = (path: string) => ({ ...settings.folders[0], path });
    expect(await missing('folders.preview', { folder: folder(at('watched')) })).toEqual([]);
    expect(await missing('folders.preview', { folder: folder(at('elsewhere')) })).toEqual([
      ['read', 'elsewhere'],
    ]);
  });
});

test('a team’s database is asked for, and who vouches for it, also in a picked folder, and again for another one', async () => {
  const address = 'postgres://anna@db.example.com/sluice';
  const team = { address, machine: null, certificates: at('picked', 'own.pem') };
  const named = { address, machine: null };
  const trust = ['trust', 'picked/own.pem'];
  const to = (host: string, path = 'x') => ['database', `${host}/${path}`];
  const own = to('db.example.com', 'sluice');
  expect(await missing('team.join', named)).toEqual([own]);
  expect(await missing('team.join', { ...named, certificates: null })).toEqual([own]);
  // Without a password of the page's own, the one of this run or of the passfile would be asked for.
  expect(await missing('team.test', named)).toEqual([own]);
  expect(await missing('team.test', { ...named, password: 'mine' })).toEqual([]);
  expect(await missing('team.join', team)).toEqual([own, trust]);
  expect(await missing('team.test', { ...team, password: 'mine' })).toEqual([trust]);
  const profile = { id: 'p', name: 'P', baseUrl: 'https://service.example', team };
  settings = settingsSchema.parse({ ...settings, profiles: [profile] });
  expect(await missing('team.join', { ...team, machine: 'ANNA' })).toEqual([]);
  expect(await missing('team.join', { ...team, address: 'postgres://anna@other.example/x' })).toEqual([
    to('other.example'),
    trust,
  ]);
  await leave.give(await leave.wanted('team.join', { ...team, address: 'postgres://anna@other.example/x' }));
  expect(await missing('team.join', { ...team, address: 'postgres://ben@other.example/x' })).toEqual([]);
  expect(await missing('team.join', { ...team, address: 'postgres://anna@third.example/x' })).toEqual([
    to('third.example'),
    trust,
  ]);
});

test('a service is asked for once Sluice is set up, whichever call names it, and when all were removed', async () => {
  const named = (baseUrl: string, more = {}) =>
    missing('profiles.save', { profile: { name: 'P', baseUrl, ...more } });
  const [own, other] = ['https://service.example', 'https://other.example'];
  settings = settingsSchema.parse({ ...settings, folders: [] });
  expect(await named(own)).toEqual([]);
  expect(await named(other)).toEqual([]);
  await add({});
  const profile = { id: 'p', name: 'P', baseUrl: own };
  settings = settingsSchema.parse({ ...settings, profiles: [profile] });
  const wanted = [['service', other]];
  expect(await named(`${own}/v1`)).toEqual([]);
  expect(await named(other)).toEqual(wanted);
  expect(await named(own, { agentsUrl: other })).toEqual(wanted);
  expect(await missing('profiles.save', { profile: { id: 'p', baseUrl: other } })).toEqual(wanted);
  expect(await missing('profiles.save', { profile: { id: 'p', name: 'Q' } })).toEqual([]);
  const text = JSON.stringify({ version: 1, profiles: [{ ...profile, agentsUrl: other }], folders: [] });
  expect(await missing('settings.import', { mode: 'replace', text })).toEqual(wanted);
  expect(await missing('settings.import', { mode: 'look', text })).toEqual([]);
  settings = settingsSchema.parse({ ...settings, profiles: [] });
  expect(await named(other)).toEqual(wanted);
});

test('a service is asked for as soon as there is a watch folder, whoever added it', async () => {
  const named = (baseUrl: string) => missing('profiles.save', { profile: { name: 'P', baseUrl } });
  const { folders } = settings;
  settings = settingsSchema.parse({ ...settings, folders: [] });
  expect(await named('https://service.example')).toEqual([]);
  settings = { ...settings, folders };
  expect(await named('https://other.example')).toEqual([['service', 'https://other.example']]);
});

test('a proxy is asked for, which reads the key on the way to a service without TLS, unless it is in use', async () => {
  const proxy = 'http://proxy.example:3128';
  for (const own of ['none', 'system']) expect(await missing('network.save', { proxy: own })).toEqual([]);
  expect(await missing('network.save', { exceptions: 'localhost' })).toEqual([]);
  expect(await missing('network.save', { proxy })).toEqual([['proxy', proxy]]);
  await leave.give(await leave.wanted('network.save', { proxy }));
  expect(await missing('network.save', { proxy })).toEqual([]);
  expect(await missing('network.save', { proxy: 'http://other.example' })).toEqual([
    ['proxy', 'http://other.example'],
  ]);
  settings = settingsSchema.parse({ ...settings, network: { proxy: 'http://other.example' } });
  expect(await missing('network.save', { proxy: 'http://other.example' })).toEqual([]);
});

describe('what a folder may do', () => {
  test('a picked folder is watched as it comes; anything that takes away is asked for', async () => {
    expect(await add({})).toEqual([]);
    expect(await add({ path: at('elsewhere') })).toEqual([['read', 'elsewhere']]);
    expect(await add({ afterUpload: 'delete', localDelete: 'delete', followLinks: true })).toEqual([
      ['delete', 'picked/in'],
      ['delete-documents', 'picked/in'],
      ['follow-links', 'picked/in'],
    ]);
    expect(await add({ afterUpload: 'move' })).toEqual([['move', 'picked/in']]);
  });

  test('places outside are asked for, inside they are not', async () => {
    expect(await add({ failedFolder: 'failed', saveAnnotated: { folder: at('picked', 'out') } })).toEqual([]);
    expect(await add({ failedFolder: '../../elsewhere/x' })).toEqual([['write', 'elsewhere/x']]);
    expect(await add({ saveAnnotated: { folder: at('elsewhere') } })).toEqual([['write', 'elsewhere']]);
  });

  test('an edit is asked for what is new in it, and a moved folder for everything', async () => {
    expect(await edit({ label: 'x', share: true })).toEqual([]);
    expect(await edit({ afterUpload: 'trash' })).toEqual([['trash', 'watched']]);
    settings = {
      ...settings,
      folders: settings.folders.map((one) => ({ ...one, afterUpload: 'trash' as const })),
    };
    expect(await edit({ label: 'x', afterUpload: 'trash' })).toEqual([]);
    expect(await edit({ afterUpload: 'delete' })).toEqual([['delete', 'watched']]);
    expect(await edit({ path: at('elsewhere') })).toEqual([
      ['read', 'elsewhere'],
      ['trash', 'elsewhere'],
    ]);
  });

  test('a rule that gets its default again is not asked for', async () => {
    settings = { ...settings, folders: settings.folders.map((one) => ({ ...one, afterUpload: 'trash' })) };
    const move = (...clear: string[]) =>
      missing('folders.edit', { folderId: 'f', changes: { path: at('elsewhere') }, clear });
    expect(await move()).toContainEqual(['trash', 'elsewhere']);
    expect(await move('afterUpload')).toEqual([['read', 'elsewhere']]);
  });

  test('an import is asked for each folder it brings, and looking at it is not', async () => {
    const folder = watchFolderSchema.parse({
      id: 'g',
      path: at('elsewhere'),
      profileId: 'p',
      afterUpload: 'delete',
    });
    const profile = { id: 'p', name: 'P', baseUrl: 'https://service.example' };
    settings = settingsSchema.parse({ ...settings, profiles: [profile] });
    const text = JSON.stringify(settingsSchema.parse({ version: 1, profiles: [profile], folders: [folder] }));
    expect(await missing('settings.import', { text, mode: 'look' })).toEqual([]);
    expect(await missing('settings.import', { text, mode: 'keep' })).toEqual([
      ['read', 'elsewhere'],
      ['delete', 'elsewhere'],
    ]);
  });
});

test('what changes while paths are followed is asked for too', async () => {
  const before = settings;
  const [watched] = settings.folders;
  const folders = [{ ...watched, afterUpload: 'delete' as const }];
  const follow = async (path: string) => {
    settings = settingsSchema.parse({ ...before, folders });
    return path;
  };
  leave = createLeave({ get: () => settings } as never, [at('picked')], { follow });
  expect(await edit({ path: at('picked') })).toEqual([['delete', 'picked']]);
});

test('leave is kept for exactly what it was given for', async () => {
  const input = {
    folder: pageCalls['folders.add'].input.parse({ folder: { path: at('elsewhere'), afterUpload: 'delete' } })
      .folder,
  };
  await expect(leave.check('folders.add', input)).rejects.toMatchObject({ code: 'LEAVE_NEEDED' });
  await leave.give(await leave.missing('folders.add', input));
  await leave.check('folders.add', input);
  expect(await add({ path: at('elsewhere'), afterUpload: 'trash' })).toEqual([['trash', 'elsewhere']]);
});

describe('a drive that hangs', () => {
  let asked: string[];
  let answers: (() => void)[];
  const onDrive = (path: string) => path.startsWith('/net/share');
  const read = (path: string) => leave.missing('uploads.add', { paths: [path], options: {} });

  beforeEach(() => {
    asked = [];
    answers = [];
    const folders = [watchFolderSchema.parse({ id: 'f', path: '/net/share/watched', profileId: 'p' })];
    settings = settingsSchema.parse({ version: 1, folders });
    const roots = ['/net/share/picked', '/home/ann/picked'];
    leave = createLeave({ get: () => settings } as never, roots, {
      mounts: { of: (path) => (onDrive(path) ? '/net/share' : undefined) },
      follow(path) {
        asked.push(path);
        return onDrive(path)
          ? new Promise((resolve) => answers.push(() => resolve(path)))
          : Promise.resolve(path);
      },
    });
  });

  test('is asked nothing about a path of another place', async () => {
    expect(await read('/home/ann/picked/a.pdf')).toEqual([]);
    expect(await read('/home/ann/b.pdf')).toHaveLength(1);
    expect(asked.filter(onDrive)).toEqual([]);
  });

  test('is asked one thing at a time, and answers when it wakes up', async () => {
    const paths = ['/net/share/picked/a.pdf', '/net/share/watched/b.pdf', '/net/share/c.pdf'];
    const all = Promise.all(paths.map(read));
    expect(await read('/home/ann/picked/a.pdf')).toEqual([]);
    expect(asked.filter(onDrive)).toHaveLength(1);
    const wake = () => {
      for (const answer of answers.splice(0)) answer();
      return new Promise((resolve) => setImmediate(resolve));
    };
    while (answers.length > 0) await wake();
    expect((await all).map((wants) => wants.length)).toEqual([0, 0, 1]);
  });
});

describe('what a person is asked', () => {
  const wanted = (paths: string[]) => leave.wanted('uploads.add', { paths, options: {} });

  test('names where a path really leads, not how a page wrote it', async () => {
    symlinkSync(at('elsewhere'), at('harmless'));
    expect(await wanted([at('harmless', 'a.pdf'), `${at('picked')}/../elsewhere/b.pdf`])).toEqual([
      { kind: 'read', path: at('elsewhere', 'a.pdf') },
      { kind: 'read', path: at('elsewhere', 'b.pdf') },
    ]);
  });

  test('is little enough to be read, each thing once; the rest is asked for after it', async () => {
    const many = Array.from({ length: 50 }, (_, number) => at('elsewhere', `${number}.pdf`));
    const first = await wanted([...many, ...many]);
    expect(first).toEqual(many.slice(0, 20).map((path) => ({ kind: 'read', path })));
    await leave.give(first);
    expect(await wanted(many)).toEqual(many.slice(20, 40).map((path) => ({ kind: 'read', path })));
  });

  test('is short enough to be read: a long path hides none before it', async () => {
    const [secret, long] = [at('elsewhere', 'secret'), `/${'x'.repeat(100_000)}`];
    expect(await wanted([secret, long])).toEqual([{ kind: 'read', path: secret }]);
    expect(await wanted([long, secret])).toEqual([{ kind: 'read', path: long }]);
  });
});

test('another machine that a page names is not spoken to before a person allowed it', async () => {
  const followed: string[] = [];
  const follow = async (path: string) => {
    followed.push(path);
    return path;
  };
  leave = createLeave({ get: () => settings } as never, [], { follow });
  // As Windows writes them; there, asking where one leads signs in at it as the person.
  for (const path of ['//host/share/a.pdf', '\\\\host\\share\\a.pdf']) {
    await leave.missing('uploads.add', { paths: [path], options: {} });
    await leave.missing('folders.add', { folder: { ...settings.folders[0], path, afterUpload: 'delete' } });
    await leave.wanted('uploads.add', { paths: [path], options: {} }).catch(() => undefined);
  }
  expect(followed.filter((path) => path.includes('host'))).toEqual([]);
  leave.grant('//host/share');
  expect(await leave.missing('uploads.add', { paths: ['//host/share/a.pdf'], options: {} })).toEqual([]);
  expect(followed.filter((path) => path.includes('host'))).not.toEqual([]);
});
