import {
  existsSync,
  lchownSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { until } from '../support/until.ts';
import {
  type Ended,
  type Service,
  sluice,
  startService,
  startSluice,
  temporaryFolder,
} from './support/program.ts';

const key = 'a-key-of-the-backup-tests';
let folder: ReturnType<typeof temporaryFolder>;
let service: Service;
const here = (name: string) => join(folder.path, name);

beforeAll(async () => {
  folder = temporaryFolder();
  service = await startService(key);
  mkdirSync(here('in'));
  writeFileSync(here('in/one.txt'), 'Apple and Microsoft reported higher revenue.');
  await run('profiles', 'add', 'Team', service.baseUrl);
  // Of one that the service still works on, the restored copy would be paused.
  const sent = await run('upload', 'in/one.txt', '--wait');
  expect(sent.code, sent.stderr).toBe(0);
});
afterAll(async () => {
  await service.stop();
  folder.remove();
});

const ofData = () => ['--data-dir', here('data')];
function run(...args: string[]): Promise<Ended> {
  return sluice([...args, ...ofData()], {
    directory: folder.path,
    variables: { SLUICE_API_KEY: key },
  });
}

test('a backup is made beside a running agent, restored when that has ended, and nothing is sent twice', async () => {
  const agent = startSluice(['watch', '--json', ...ofData()], { variables: { SLUICE_API_KEY: key } });
  await until('the agent has the folder', () => existsSync(here('data/agent.json')) && agent.stdout() !== '');
  const made = await run('backup', 'b.tar');
  expect(made, made.stderr).toMatchObject({ code: 0, stderr: '' });
  expect(made.stdout).toContain('Backup of 1 upload with settings and notes');
  expect(made.stdout).toContain('It holds no key.');
  expect(readFileSync(here('b.tar'), 'latin1')).not.toContain(key);
  const busy = await run('restore', 'b.tar', '--yes');
  expect(busy.code).toBe(8);
  agent.child.kill('SIGTERM');
  await agent.ended;
  writeFileSync(here('in/two.txt'), 'Nestle reported lower margins.');
  expect((await run('upload', 'in/two.txt')).code).toBe(0);
  const asked = await run('restore', 'b.tar');
  expect(asked.code).toBe(2);
  expect(asked.stderr).toContain('takes the place of ledger and settings');
  const restored = await run('restore', 'b.tar', '--yes');
  expect(restored, restored.stderr).toMatchObject({ code: 0, stderr: '' });
  expect(restored.stdout).toContain('ledger.sqlite.before-restore-');
  expect(restored.stdout).toContain('asks each service what it holds before it sends anything');
  const again = await run('upload', 'in', '--json');
  expect(again.code, again.stderr).toBe(0);
  const audit = (await service.ask('audit')) as { documents: { deleted: boolean }[]; duplicates: object };
  expect(audit.documents.filter(({ deleted }) => !deleted)).toHaveLength(2);
  expect(audit.duplicates).toEqual({});
});

test('with --json they say what they did, and a folder names the backup by the time', async () => {
  mkdirSync(here('backups'));
  const made = await run('backup', 'backups', '--json');
  expect(made.code, made.stderr).toBe(0);
  const [name = ''] = readdirSync(here('backups'));
  expect(name).toMatch(/^sluice-backup-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ\.tar$/);
  expect(made.stdout).toContain(JSON.stringify(here(`backups/${name}`)));
  expect(made.stdout).toMatch(/"madeAt":"\d{4}-\d\d-\d\dT/);
  const restored = await run('restore', `backups/${name}`, '--yes', '--json');
  expect(restored.code, restored.stderr).toBe(0);
  expect(restored.stdout).toContain('"kept":[');
});

test('what cannot be is refused in words, and changes nothing', async () => {
  expect(await run('backup')).toMatchObject({ code: 2 });
  const exists = await run('backup', 'b.tar');
  expect(exists.code).toBe(7);
  expect(exists.stderr).toContain('There is a file of that name already.');
  const nothing = await sluice(['backup', here('c.tar'), '--data-dir', here('nowhere')], {});
  expect(nothing.code).toBe(9);
  expect(nothing.stderr).toContain('There is no ledger in this data folder.');
  expect(existsSync(here('nowhere'))).toBe(false);
  expect((await run('restore', 'in/one.txt', '--yes')).stderr).toContain(
    'This is no whole backup of Sluice.',
  );
  expect((await run('restore', 'no-such.tar', '--yes')).stderr).toContain('no file or folder of the name');
  const back = await run('rollback', '--yes');
  expect(back.code).toBe(9);
  expect(back.stderr).toContain('There is no copy of the ledger from before an upgrade.');
  const german = await sluice(['rollback', '--yes', ...ofData()], { variables: { LANG: 'de_DE.UTF-8' } });
  expect(german.stderr).toContain('Es gibt keine Kopie des Ledgers von vor einem Update.');
});

test('a rollback says what it costs, and goes back to the copy from before the upgrade', async () => {
  const path = here('data/ledger.sqlite');
  const now = new DatabaseSync(path);
  now.exec('PRAGMA journal_mode = DELETE');
  const { user_version: schema } = now.prepare('PRAGMA user_version').get() as { user_version: number };
  now.close();
  renameSync(path, here(`data/ledger.sqlite.before-${schema + 1}`));
  const asked = await run('rollback');
  // Without a ledger of now there is nothing to be counted.
  expect(asked.stderr).toContain('What came since then is asked of the services again.');
  expect(asked.code).toBe(2);
  const back = await run('rollback', '--yes');
  expect(back, back.stderr).toMatchObject({ code: 0, stderr: '' });
  expect(back.stdout).toContain('Install the version of Sluice that you go back to before you start it');
  const header = readFileSync(path);
  expect(header.readUInt32BE(60)).toBe(schema);
  expect(existsSync(here(`data/ledger.sqlite.before-${schema + 1}`))).toBe(true);
});

const isRoot = process.platform === 'linux' && process.getuid?.() === 0;
if (!isRoot) process.stderr.write('NOT RUN: two accounts need root on Linux (backup.test.ts)\n');

test.runIf(isRoot)('what another account put into the data folder comes into no backup', async () => {
  const [notes, kept] = [here('data/notes.json'), here('notes.kept')];
  if (existsSync(notes)) renameSync(notes, kept);
  symlinkSync('keys.json', notes);
  lchownSync(notes, 65_534, 65_534);
  try {
    const refused = await run('backup', 'planted.tar');
    expect(refused.code, refused.stdout).toBe(9);
    expect(refused.stderr).toContain('notes.json belongs to nobody');
    expect(existsSync(here('planted.tar'))).toBe(false);
    expect((await run('restore', 'b.tar', '--yes')).code).toBe(9);
  } finally {
    rmSync(notes);
    if (existsSync(kept)) renameSync(kept, notes);
  }
});
