import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { readOpenArchive } from '#core/backup/archive.ts';
import { makeBackup } from '#core/backup/make-backup.ts';
import type { BackupManifest } from '#core/backup/manifest.ts';
import { restoreBackup } from '#core/backup/restore-backup.ts';
import { rollBack } from '#core/backup/roll-back.ts';
import { openDatabase } from '#core/ledger/database.ts';
import { lockDataDirectory } from '#core/ledger/lock.ts';
import { formerService, noteService } from '#core/ledger/service-of-history.ts';
import { createSqliteLedger, type Ledger } from '#core/ledger/sqlite-ledger.ts';
import type { Profile } from '#shared/settings/profile.ts';
import { defaultSettings, type Settings } from '#shared/settings/settings.ts';
import { idle, until } from '../support/engine-fixture.ts';
import { createEngine } from '../support/engine-fixture.ts';
import { isLogged, textOf, uploaded, watching } from '../ledger/support.ts';
import { folderOf } from '../watch/support.ts';
import { addFacts, canary, dataFolder, stateOf, temporaryPlace } from './support/data-folders.ts';

const now = Date.UTC(2026, 10, 25, 8, 0, 0);
const hasModes = process.platform !== 'win32';

test.concurrent('what was uploaded after a backup is recognised when that is restored: nothing twice, nothing lost', async () => {
  const engine = await createEngine();
  const core = await watching(engine, ['a.txt', 'b.txt']);
  const to = join(engine.directory, 'backup.tar');
  await makeBackup({ dataDirectory: engine.dataDirectory, to, now: Date.now() });
  for (const name of ['c.txt', 'd.txt']) engine.file(`inbox/${name}`, textOf(name));
  await until('the others are in', () => engine.live().length === 4);
  await idle(core);
  await expect(restoreBackup({ dataDirectory: engine.dataDirectory, from: to, now })).rejects.toMatchObject({
    code: 'LEDGER_BUSY',
  });
  await core.stop();
  const before = stateOf(engine.dataDirectory);
  const { kept, manifest } = await restoreBackup({ dataDirectory: engine.dataDirectory, from: to, now });
  expect(manifest.ledger.uploads).toBe(2);
  expect(kept.map((path) => path.slice(engine.dataDirectory.length + 1)).sort()).toEqual([
    'ledger.json.before-restore-2026-11-25T08-00-00Z',
    'ledger.sqlite.before-restore-2026-11-25T08-00-00Z',
  ]);
  expect(before['ledger.sqlite']).not.toBe(stateOf(engine.dataDirectory)['ledger.sqlite']);
  engine.sandbox.requests.clear();
  engine.file('inbox/e.txt', textOf('e.txt'));
  const again = await engine.start('watch');
  await until('the new one is in', () => engine.live().length === 5);
  await idle(again);
  expect(isLogged(engine, 'LEDGER_OLDER')).toBe(true);
  engine.expectExactlyOnce(['a.txt', 'b.txt', 'c.txt', 'd.txt', 'e.txt'].map(textOf));
  expect(engine.requests().filter((request) => request.startsWith('PUT'))).toHaveLength(1);
  const rows = (await again.calls['uploads.list']({ limit: 100 })).rows;
  expect(rows.map(({ fileName, state }) => `${fileName} ${state}`).sort()).toEqual(
    ['a.txt', 'b.txt', 'c.txt', 'd.txt', 'e.txt'].map((name) => `${name} completed`),
  );
});

test.concurrent('a backup is restored on a new machine too, and nothing is sent a second time', async () => {
  const engine = await createEngine();
  await uploaded(engine, ['a.txt']);
  const to = join(engine.directory, 'backup.tar');
  await makeBackup({ dataDirectory: engine.dataDirectory, to, now });
  await uploaded(engine, ['a.txt', 'b.txt']);
  rmSync(engine.dataDirectory, { recursive: true });
  const { kept } = await restoreBackup({ dataDirectory: engine.dataDirectory, from: to, now });
  expect(kept).toEqual([]);
  engine.file('inbox/c.txt', textOf('c.txt'));
  const core = await engine.start('watch');
  await until('the new one is in', () => engine.live().length === 3);
  await idle(core);
  engine.expectExactlyOnce(['a.txt', 'b.txt', 'c.txt'].map(textOf));
});

test.concurrent('a backup is whole while others write, and takes in what stood at one moment', async () => {
  const place = temporaryPlace();
  const directory = dataFolder(place, 'data', 20_000);
  const writer = new DatabaseSync(join(directory, 'ledger.sqlite'), { timeout: 5_000 });
  let written = 0;
  const pairs = setInterval(() => {
    writer.exec('BEGIN IMMEDIATE');
    written += 1;
    for (const side of ['left', 'right'])
      writer.prepare('INSERT OR REPLACE INTO facts (key, value) VALUES (?, ?)').run(side, String(written));
    writer.exec('COMMIT');
  }, 1);
  const to = join(place, 'backup.tar');
  const parts: number[] = [];
  await makeBackup({ dataDirectory: directory, to, now, onProgress: (part) => parts.push(part) });
  clearInterval(pairs);
  writer.close();
  expect(written).toBeGreaterThan(0);
  expect(parts.at(-1)).toBeGreaterThan(0);
  const elsewhere = join(place, 'elsewhere');
  await restoreBackup({ dataDirectory: elsewhere, from: to, now, acceptsSettings: true });
  const copy = new DatabaseSync(join(elsewhere, 'ledger.sqlite'));
  const sides = copy.prepare(`SELECT value FROM facts WHERE key IN ('left', 'right')`).all();
  expect(new Set(sides.map(({ value }) => value)).size).toBeLessThan(2);
  copy.close();
});

test.concurrent('a backup that took the place of the one whose changes were shown is not restored', async () => {
  const place = temporaryPlace();
  const [shown, other] = await Promise.all(
    ['shown', 'other'].map((name) =>
      makeBackup({ dataDirectory: dataFolder(place, name, 2), to: join(place, `${name}.tar`), now }),
    ),
  );
  const asked = { dataDirectory: join(place, 'elsewhere'), now, shown: shown?.manifest as BackupManifest };
  await expect(restoreBackup({ ...asked, from: other?.path ?? '' })).rejects.toMatchObject({
    code: 'BACKUP_DAMAGED',
  });
  expect(existsSync(join(asked.dataDirectory, 'ledger.sqlite'))).toBe(false);
  await restoreBackup({ ...asked, from: shown?.path ?? '' });
});

test.concurrent('settings that others change while a backup is read are those that were compared', async () => {
  const place = temporaryPlace();
  const path = join(place, 'b.tar');
  await makeBackup({ dataDirectory: dataFolder(place, 'data', 1), to: path, now });
  const handle = await open(path);
  const own = handle.read.bind(handle) as (...of: [Buffer, number, number, number]) => Promise<object>;
  const seen: number[] = [];
  const read = async (...of: [Buffer, number, number, number]) => {
    const result = await own(...of);
    const [bytes, , , at] = of;
    if (seen.includes(at)) bytes.fill(' ');
    seen.push(at);
    return result;
  };
  const { settings } = await readOpenArchive(Object.assign(handle, { read }));
  await handle.close();
  expect(settings).toContain('"profiles"');
});

test.concurrent('what a killed backup left is removed, and no folder that has such a name', async () => {
  const place = temporaryPlace();
  const directory = dataFolder(place, 'data', 1);
  const to = join(place, 'to');
  const [file, folder] = ['1'.repeat(16), '2'.repeat(16)].map((id) => `.sluice-backup-${id}.part`) as [
    string,
    string,
  ];
  mkdirSync(join(to, folder), { recursive: true });
  writeFileSync(join(to, folder, 'kept'), 'of another');
  writeFileSync(join(to, file), 'half an archive');
  for (const name of [file, folder]) utimesSync(join(to, name), 1, 1);
  const { path } = await makeBackup({ dataDirectory: directory, to, now });
  expect(readdirSync(to).map((name) => join(to, name))).toEqual([join(to, folder), path]);
  expect(readdirSync(join(to, folder))).toEqual(['kept']);
});

test.concurrent('a backup is for its owner only, holds no key, changes nothing and leaves nothing beside it', async () => {
  const place = temporaryPlace();
  const directory = dataFolder(place, 'data', 10);
  writeFileSync(join(directory, 'notes.json'), '{"copy":"x","notes":[]}\n');
  const before = stateOf(directory);
  const to = join(place, 'to');
  mkdirSync(to);
  const { path, bytes, manifest } = await makeBackup({ dataDirectory: directory, to, now });
  expect(path).toBe(join(to, 'sluice-backup-2026-11-25T08-00-00Z.tar'));
  expect([readdirSync(to), statSync(path).size]).toEqual([['sluice-backup-2026-11-25T08-00-00Z.tar'], bytes]);
  if (hasModes) expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(readFileSync(path, 'latin1')).not.toContain(canary);
  expect(Object.keys(manifest.files).sort()).toEqual(['ledger.sqlite', 'notes.json', 'settings.json']);
  expect(stateOf(directory)).toEqual(before);
  await expect(makeBackup({ dataDirectory: directory, to, now })).rejects.toMatchObject({
    code: 'BACKUP_EXISTS',
  });
  await expect(makeBackup({ dataDirectory: directory, to: path, now })).rejects.toMatchObject({
    code: 'BACKUP_EXISTS',
  });
  await expect(
    makeBackup({ dataDirectory: directory, to: join(place, 'no/such/file'), now }),
  ).rejects.toMatchObject({ code: 'BACKUP_FAILED', message: expect.stringContaining('no/such') });
  // No one can create a file there.
  const unwritable = { dataDirectory: directory, to: '/proc/self/b.tar', now };
  await expect(makeBackup(unwritable)).rejects.toMatchObject({
    code: 'BACKUP_FAILED',
    detail: expect.stringMatching(/\/proc\/self(?!\/fd)/),
  });
  // No one can look there, as into a folder of another account.
  symlinkSync('loop', join(place, 'loop'));
  const closed = join(place, 'loop', 'b.tar');
  await expect(makeBackup({ dataDirectory: directory, to: closed, now })).rejects.toMatchObject({
    code: 'BACKUP_FAILED',
    detail: expect.stringContaining(closed),
  });
  await expect(restoreBackup({ dataDirectory: directory, from: closed, now })).rejects.toMatchObject({
    code: 'NAMED_FILE_UNREADABLE',
    detail: expect.stringContaining(closed),
  });
  // The copy of the ledger cannot be made in the data folder.
  writeFileSync(join(directory, 'backup'), '');
  await expect(makeBackup({ dataDirectory: directory, to: join(place, 'c'), now })).rejects.toMatchObject({
    code: 'DATA_FOLDER_UNUSABLE',
    detail: expect.stringContaining(join(directory, 'backup')),
  });
  await expect(
    makeBackup({ dataDirectory: join(place, 'nothing'), to: join(place, 'b'), now }),
  ).rejects.toMatchObject({ code: 'NOTHING_TO_BACK_UP' });
  expect(existsSync(join(place, 'nothing'))).toBe(false);
});

test.concurrent('a restore puts settings and ledger back, keeps what was there, and leaves keys and later notes alone', async () => {
  const place = temporaryPlace();
  const directory = dataFolder(place, 'data', 10);
  writeFileSync(join(directory, 'notes.json'), '{"copy":"1","notes":[]}\n');
  const to = join(place, 'backup.tar');
  await makeBackup({ dataDirectory: directory, to, now });
  const then = stateOf(directory);
  writeFileSync(join(directory, 'settings.json'), '{"version":1,"preferences":{"language":"later"}}');
  writeFileSync(join(directory, 'notes.json'), '{"copy":"2","notes":[]}\n');
  addFacts(directory, 'later', 5);
  const later = stateOf(directory);
  const { kept } = await restoreBackup({ dataDirectory: directory, from: to, now });
  const restored = stateOf(directory);
  const settings = () => JSON.parse(readFileSync(join(directory, 'settings.json'), 'utf8')) as Settings;
  expect(settings().preferences.language).toBe('data');
  expect(restored['keys.json']).toBe(then['keys.json']);
  expect(restored['notes.json']).toBe(later['notes.json']);
  const keptState = Object.fromEntries(
    kept.map((path) => [path.replace(/\.before-restore.*/, ''), readFileSync(path)]),
  );
  expect(
    Object.keys(keptState)
      .map((path) => path.slice(directory.length + 1))
      .sort(),
  ).toEqual(['ledger.json', 'ledger.sqlite', 'settings.json']);
  expect(keptState[join(directory, 'settings.json')]?.toString()).toContain('later');
  if (hasModes)
    for (const name of readdirSync(directory))
      expect(statSync(join(directory, name)).mode & 0o077, name).toBe(0);
});

test.concurrent('a backup is not written where it would be uploaded from, also by another name of that folder', async () => {
  const place = temporaryPlace();
  const directory = dataFolder(place, 'data', 10);
  mkdirSync(join(place, 'in/old'), { recursive: true });
  symlinkSync(join(place, 'in/old'), join(place, 'elsewhere'));
  mkdirSync(join(place, 'notes'));
  symlinkSync(join(place, 'notes'), join(place, 'linked'));
  const folders = ['in', 'linked'].map((name) => ({
    id: randomUUID(),
    path: join(place, name),
    profileId: 'desk',
  }));
  const profiles = [{ id: 'desk', name: 'Desk', baseUrl: 'https://content.example.com' }];
  writeFileSync(join(directory, 'settings.json'), JSON.stringify({ version: 1, profiles, folders }));
  for (const [to, watched] of [
    ['in', 'in'],
    ['in/old/b.tar', 'in'],
    ['elsewhere', 'in'],
    ['notes/b.tar', 'linked'],
  ] as const)
    await expect(makeBackup({ dataDirectory: directory, to: join(place, to), now })).rejects.toMatchObject({
      code: 'BACKUP_FAILED',
      detail: `it would be uploaded from there: ${join(place, watched)} is watched. Write it elsewhere`,
    });
  expect(readdirSync(join(place, 'in'), { recursive: true })).toEqual(['old']);
  expect(readdirSync(join(place, 'notes'))).toEqual([]);
  await makeBackup({ dataDirectory: directory, to: join(place, 'in.tar'), now });
});

test.concurrent('a second restore within a second keeps what the first one kept', async () => {
  const place = temporaryPlace();
  const directory = dataFolder(place, 'data', 10);
  const to = join(place, 'backup.tar');
  await makeBackup({ dataDirectory: directory, to, now });
  writeFileSync(join(directory, 'settings.json'), '{"version":1,"preferences":{"language":"later"}}');
  const first = await restoreBackup({ dataDirectory: directory, from: to, now });
  const second = await restoreBackup({ dataDirectory: directory, from: to, now });
  expect(first.kept.filter((path) => second.kept.includes(path))).toEqual([]);
  const settings = first.kept.filter((path) => path.includes('settings.json'));
  expect(settings.map((path) => readFileSync(path, 'utf8'))).toEqual([expect.stringContaining('later')]);
  expect(second.kept).toHaveLength(3);
});

test.concurrent('notes that were lost are back with a backup', async () => {
  const place = temporaryPlace();
  const directory = dataFolder(place, 'data', 10);
  writeFileSync(join(directory, 'notes.json'), '{"copy":"1","notes":[]}\n');
  const to = join(place, 'backup.tar');
  await makeBackup({ dataDirectory: directory, to, now });
  const elsewhere = join(place, 'elsewhere');
  await restoreBackup({ dataDirectory: elsewhere, from: to, now });
  expect(readFileSync(join(elsewhere, 'notes.json'), 'utf8')).toBe('{"copy":"1","notes":[]}\n');
});

test.concurrent('a backup that was changed or cut anywhere is refused, and nothing is changed by it', async () => {
  const place = temporaryPlace();
  const directory = dataFolder(place, 'data', 10);
  const good = join(place, 'good.tar');
  await makeBackup({ dataDirectory: directory, to: good, now });
  const bad = join(place, 'bad.tar');
  const bytes = readFileSync(good);
  const before = stateOf(directory);
  const refused = async (content: Buffer, why: string) => {
    writeFileSync(bad, content);
    await expect(restoreBackup({ dataDirectory: directory, from: bad, now }), why).rejects.toMatchObject({
      code: 'BACKUP_DAMAGED',
    });
  };
  const data = Array.from({ length: 12 }, (_, index) => Math.floor(((index + 0.5) / 12) * bytes.length));
  // The padding between and behind files is nobody's.
  const holds = data.filter((at) => bytes.subarray(at, at + 64).some((byte) => byte !== 0));
  for (const at of [0, 200, 600, 1030, ...holds]) {
    const changed = Buffer.from(bytes);
    changed[at] = (changed[at] ?? 0) ^ 0x55;
    if (changed.equals(bytes) || (bytes[at] === 0 && !holds.includes(at) && at > 512)) continue;
    await refused(changed, `byte ${at}`);
  }
  for (const size of [0, 1, 511, 512, 3000, Math.floor(bytes.length / 2), bytes.length - 3000])
    await refused(bytes.subarray(0, size), `cut at ${size}`);
  await refused(Buffer.from('SQLite format 3\0'.repeat(300)), 'no archive');
  expect(stateOf(directory)).toEqual(before);
  expect(existsSync(join(directory, 'restore'))).toBe(false);
  await expect(
    restoreBackup({ dataDirectory: join(place, 'new'), from: join(place, 'nowhere'), now }),
  ).rejects.toMatchObject({ code: 'NAMED_FILE_MISSING' });
  await expect(restoreBackup({ dataDirectory: directory, from: place, now })).rejects.toMatchObject({
    code: 'BACKUP_DAMAGED',
  });
});

test('W9: a restore keeps the teams that this data folder was in, for the documents their machines may need', async () => {
  const place = temporaryPlace();
  const directory = dataFolder(place, 'data', 10);
  const to = join(place, 'backup.tar');
  await makeBackup({ dataDirectory: directory, to, now });
  const outside = join(directory, 'ledger.json');
  const teams = { '01234567': 'db.example:5432/sluice' };
  writeFileSync(outside, JSON.stringify({ ledger: 'another-one', mark: 7, teams }));
  await restoreBackup({ dataDirectory: directory, from: to, now });
  expect(JSON.parse(readFileSync(outside, 'utf8'))).toMatchObject({ teams });
});

test.runIf(process.platform === 'linux')("the system's tar reads a backup", async () => {
  const place = temporaryPlace();
  const to = join(place, 'backup.tar');
  await makeBackup({ dataDirectory: dataFolder(place, 'data', 10), to, now });
  const tar = (...options: string[]) => execFileSync('tar', [...options, '-f', to], { encoding: 'utf8' });
  expect(tar('-tv')).toMatch(/^-rw------- .* manifest\.json\n(?:-rw------- .*\n)+$/);
  expect(JSON.parse(tar('-xO', 'manifest.json'))).toHaveProperty('files');
});

test.runIf(process.platform !== 'win32')('a pipe is no backup, and is not waited for', async () => {
  const pipe = join(temporaryPlace(), 'pipe');
  execFileSync('mkfifo', [pipe]);
  await expect(restoreBackup({ dataDirectory: `${pipe}.data`, from: pipe, now })).rejects.toMatchObject({
    code: 'BACKUP_DAMAGED',
  });
});

test.concurrent('a ledger or a backup of a newer version is refused', async () => {
  const place = temporaryPlace();
  const directory = dataFolder(place, 'data', 10);
  const newer = new DatabaseSync(join(directory, 'ledger.sqlite'));
  newer.exec('PRAGMA user_version = 999');
  newer.close();
  const to = join(place, 'backup.tar');
  await expect(makeBackup({ dataDirectory: directory, to, now })).rejects.toMatchObject({
    code: 'LEDGER_NEWER',
  });
  expect(existsSync(to)).toBe(false);
  await expect(rollBack(directory, now)).rejects.toMatchObject({ code: 'NO_OLDER_LEDGER' });
  cpSync(join(directory, 'ledger.sqlite'), join(directory, 'ledger.sqlite.before-1000'));
  const newest = new DatabaseSync(join(directory, 'ledger.sqlite'));
  newest.exec('PRAGMA user_version = 1001');
  newest.close();
  await expect(rollBack(directory, now)).rejects.toMatchObject({ code: 'LEDGER_NEWER' });
});

test.concurrent('a damaged ledger is not backed up, and may be replaced by a backup', async () => {
  const place = temporaryPlace();
  const directory = dataFolder(place, 'data', 2_000);
  const to = join(place, 'backup.tar');
  await makeBackup({ dataDirectory: directory, to, now });
  const path = join(directory, 'ledger.sqlite');
  truncateSync(path, Math.floor(statSync(path).size / 2));
  appendFileSync(path, Buffer.alloc(4096, 0xee));
  await expect(makeBackup({ dataDirectory: directory, to: join(place, 'b.tar'), now })).rejects.toMatchObject(
    {
      code: 'BACKUP_FAILED',
    },
  );
  expect(readdirSync(place).sort()).toEqual(['backup.tar', 'data']);
  const { kept } = await restoreBackup({ dataDirectory: directory, from: to, now });
  expect(kept).toHaveLength(3);
});

test.concurrent('a ledger that a command has open is not replaced', async () => {
  const place = temporaryPlace();
  const directory = dataFolder(place, 'data', 10);
  const to = join(place, 'backup.tar');
  await makeBackup({ dataDirectory: directory, to, now });
  const before = stateOf(directory);
  const command = new DatabaseSync(join(directory, 'ledger.sqlite'));
  command.prepare('SELECT count(*) FROM facts').get();
  await expect(restoreBackup({ dataDirectory: directory, from: to, now })).rejects.toMatchObject({
    code: 'LEDGER_BUSY',
  });
  command.close();
  expect(stateOf(directory)['settings.json']).toEqual(before['settings.json']);
  const release = lockDataDirectory(directory, 'watch');
  await expect(restoreBackup({ dataDirectory: directory, from: to, now })).rejects.toMatchObject({
    code: 'LEDGER_BUSY',
  });
  await expect(rollBack(directory, now)).rejects.toMatchObject({ code: 'NO_OLDER_LEDGER' });
  release();
});

test.concurrent('only the archive is ever in the folder of a backup: what is opened by name is in the data folder', async () => {
  const place = temporaryPlace();
  const directory = dataFolder(place, 'data', 20_000);
  const to = join(place, 'shared');
  mkdirSync(to);
  const seen = new Set<string>();
  const drafts = new Set<number>();
  const look = () => {
    for (const name of readdirSync(to)) seen.add(name.replace(/[0-9a-f]{16}/, 'X'));
    const own = join(directory, 'backup');
    const found = statSync(own, { throwIfNoEntry: false });
    if (found) drafts.add(found.mode & 0o777);
  };
  const looking = setInterval(look, 1);
  await makeBackup({ dataDirectory: directory, to, now, onProgress: look });
  clearInterval(looking);
  seen.delete('sluice-backup-2026-11-25T08-00-00Z.tar');
  seen.delete('.sluice-backup-X.part');
  expect([...seen]).toEqual([]);
  if (hasModes) expect([...drafts]).toEqual([0o700]);
  expect(existsSync(join(directory, 'backup'))).toBe(false);
});

test.concurrent('a backup that leads a profile elsewhere does not answer for the user whether that is the same service', async () => {
  const place = temporaryPlace();
  const directory = dataFolder(place, 'here', 0);
  const lead = (baseUrl: string) => {
    const profiles = [{ id: 'desk', name: 'Desk', baseUrl }];
    writeFileSync(join(directory, 'settings.json'), JSON.stringify({ version: 1, profiles }));
    return profiles[0] as Profile;
  };
  const at = (name: string) => `https://gateway.example.com/${name}`;
  const inLedger = <T>(work: (ledger: Ledger) => T): T => {
    const ledger = createSqliteLedger(openDatabase(join(directory, 'ledger.sqlite')), () => now);
    try {
      return work(ledger);
    } finally {
      ledger.close();
    }
  };
  const other = lead(at('b'));
  const from = join(place, 'other.tar');
  inLedger((ledger) => noteService(ledger, other));
  await makeBackup({ dataDirectory: directory, to: from, now });
  const own = lead(at('a'));
  // The settings lead elsewhere already, and the user was asked and has not answered.
  for (const known of [at('a'), at('of-before')]) {
    inLedger((ledger) => noteService(ledger, { ...own, baseUrl: known }));
    lead(at('a'));
    await restoreBackup({ dataDirectory: directory, from, now: Date.now() });
    expect(inLedger((ledger) => formerService(ledger, other))).toBe(known);
  }
  // Where nothing changes, nothing is asked, and later changes are judged as ever.
  inLedger((ledger) => {
    noteService(ledger, own);
    expect(formerService(ledger, own)).toBeUndefined();
    expect(formerService(ledger, other)).toBeUndefined();
  });
});

test.concurrent('what a backup would send or delete without its folder is paused, unless its user accepts it', async () => {
  const place = temporaryPlace();
  const directory = dataFolder(place, 'de', 0);
  addUploads(directory);
  const from = join(place, 'backup.tar');
  await makeBackup({ dataDirectory: directory, to: from, now });
  const paused = async (acceptsSettings: boolean) => {
    await restoreBackup({ dataDirectory: directory, from, now, acceptsSettings });
    return read(join(directory, 'ledger.sqlite'), 'SELECT id FROM uploads WHERE paused = 1 ORDER BY id');
  };
  expect(await paused(false)).toEqual([1, 3, 6, 10].map((id) => ({ id })));
  expect(await paused(true)).toEqual([]);
});

/**
 * By hand, of a folder, being deleted, at rest, replaced, by hand with a forged pause and as a duplicate, two
 * newer versions, two of folders that the settings do not have, a slot, and a file that was set aside.
 */
function addUploads(directory: string): void {
  const settings = { ...defaultSettings(), folders: [{ ...folderOf('/f'), id: 'f' }] };
  writeFileSync(join(directory, 'settings.json'), JSON.stringify(settings));
  using database = new DatabaseSync(join(directory, 'ledger.sqlite'));
  database.exec(`INSERT INTO uploads (id, profile_id, folder_id, path, file_name, size, mtime_ns, state,
      content_id, lane, sort_key, options, created_at, updated_at) VALUES
    (1, 'p', NULL, '/private/a', 'a', 1, '1', 'queued', NULL, 0, 0, '{}', 0, 0),
    (2, 'p', 'f', '/f/b', 'b', 1, '1', 'queued', NULL, 0, 0, '{}', 0, 0),
    (3, 'p', 'f', '/f/c', 'c', 1, '1', 'cancelling', 'C', 0, 0, '{}', 0, 0),
    (4, 'p', NULL, '/private/d', 'd', 1, '1', 'completed', 'D', 0, 0, '{}', 0, 0),
    (5, 'p', NULL, '/private/d', 'd', 1, '1', 'completed', 'E', 0, 0, '{}', 0, 0);
    INSERT INTO uploads (id, profile_id, path, file_name, size, mtime_ns, state, duplicate_of, paused, lane,
      sort_key, options, created_at, updated_at) VALUES
    (6, 'p', '/private/e', 'e', 1, '1', 'queued', NULL, 2, 0, 0, '{}', 0, 0),
    (7, 'p', '/private/f', 'f', 1, '1', 'duplicate', 4, 0, 0, 0, '{}', 0, 0);
    UPDATE uploads SET replaced_by = 4, after_state = 'replaced:4' WHERE id = 5;
    INSERT INTO uploads (id, profile_id, folder_id, path, file_name, size, mtime_ns, state, content_id,
      replaces, lane, sort_key, options, created_at, updated_at) VALUES
    (8, 'p', NULL, '/private/g', 'g', 1, '1', 'processing', 'G', 4, 0, 0, '{}', 0, 0),
    (9, 'p', 'f', '/f/h', 'h', 1, '1', 'queued', NULL, 4, 0, 0, '{}', 0, 0),
    (10, 'p', 'none', '/f/i', 'i', 2, '1', 'putting', 'D', NULL, 0, 0, '{}', 0, 0),
    (11, 'p', '', '/f/k', 'k', 1, '1', 'duplicate', NULL, NULL, 0, 0, '{}', 0, 0);
    INSERT INTO set_aside (upload_id, profile_id, aside, place) VALUES (4, 'p', 'Documents', '{}');
    INSERT INTO abandoned_slots (profile_id, content_id, file_name, since, until, state)
      VALUES ('p', 'S', 's', 0, 0, 'open')`);
}

function read(ledger: string, sql: string): object[] {
  using database = new DatabaseSync(ledger, { readOnly: true });
  return database
    .prepare(sql)
    .all()
    .map((row) => ({ ...row }));
}

test.concurrent('W9: files that are gone when a backup is restored are asked about before their documents are deleted', async () => {
  const engine = await createEngine({ tuning: { watch: { deleteGrace: 20, missingFor: 20 } } });
  const first = await watching(engine, ['a.txt', 'b.txt', 'c.txt']);
  await engine.settings.update((settings) => ({
    ...settings,
    folders: settings.folders.map((folder) => ({ ...folder, localDelete: 'delete' as const })),
  }));
  const to = join(engine.directory, 'backup.tar');
  await makeBackup({ dataDirectory: engine.dataDirectory, to, now: Date.now() });
  await first.stop();
  const inbox = join(engine.directory, 'files/inbox');
  rmSync(join(inbox, 'a.txt'));
  const acceptsSettings = true;
  await restoreBackup({ dataDirectory: engine.dataDirectory, from: to, now, acceptsSettings });
  const core = await engine.start('watch');
  const asks = async () => {
    const [folder] = await core.calls['folders.list']({});
    return folder?.vanished.map(({ kind, files }) => [kind, files]);
  };
  await until('it is asked', async () => (await asks())?.length === 1);
  expect(await asks()).toEqual([['together', 1]]);
  // What is deleted from then on is nobody's question.
  rmSync(join(inbox, 'b.txt'));
  await until('the delete is passed on', async () => {
    await core.calls['folders.reconcile']({});
    return engine.live().length === 2;
  });
  expect(
    engine
      .live()
      .map(({ file_name: name }) => name)
      .sort(),
  ).toEqual(['a.txt', 'c.txt']);
});
