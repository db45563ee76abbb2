import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type Ended,
  type Service,
  sluice,
  sluiceProcess,
  startService,
  temporaryFolder,
  written,
} from './support/program.ts';
import { answerOf, dataOf } from './support/answer-of.ts';

const canary = 'canary-key-5f1d0c7e';
let service: Service;
let folder: { path: string; remove: () => void };
let data: string;
const here = (name: string) => join(folder.path, name);
const variables = { SLUICE_API_KEY: canary };

beforeAll(async () => {
  folder = temporaryFolder();
  data = here('data');
  mkdirSync(here('in'));
  writeFileSync(here('in/one.txt'), 'Apple and Microsoft reported higher revenue.');
  writeFileSync(here('in/two.txt'), 'Goldman Sachs upgraded Tesla.');
  writeFileSync(here('in/same.txt'), 'Goldman Sachs upgraded Tesla.');
  service = await startService(canary);
});
afterAll(async () => {
  await service.stop();
  folder.remove();
});

function run(...args: string[]): Promise<Ended> {
  return sluice([...args, '--data-dir', data], { variables, directory: folder.path });
}
/** Runs with --json and expects one JSON value and exit code 0. */
async function json<T = Record<string, unknown>>(...args: string[]): Promise<T> {
  const { code, stdout, stderr } = await run(...args, '--json');
  expect(code, stderr).toBe(0);
  return dataOf(stdout) as T;
}

test('with --base-url and a key in the environment, a command works on a fresh data folder', async () => {
  const fresh = here('fresh');
  const first = await sluice(
    ['tags', 'list', '--base-url', `${service.baseUrl}/`, '--data-dir', fresh, '--json'],
    {
      variables,
    },
  );
  expect([first.code, first.stdout]).toEqual([0, '{"version":1,"data":[]}\n']);
  // Later commands know the address.
  const later = await sluice(['status', '--data-dir', fresh, '--json'], { variables });
  expect(dataOf(later.stdout)).toMatchObject({ profile: { baseUrl: service.baseUrl }, keyPresent: true });
});

test('files are uploaded with all their flags, and what is there twice is one document', async () => {
  const tag = await json<{ id: string }>('tags', 'create', 'quarterly', '--base-url', service.baseUrl);
  const flags = [
    '--tag',
    tag.id,
    '--share',
    '--enrich',
    'reporting_entities',
    '--no-index',
    '--published',
    '2026-01-31',
  ];
  const done = await json<{ items: { contentId: string }[] }>('upload', 'in/one.txt', ...flags, '--wait');
  expect(done).toMatchObject({ uploads: 1, completed: 1, failed: 0 });
  const folders = await json('upload', 'in', '--wait');
  expect(folders).toMatchObject({ uploads: 3, completed: 1, duplicates: 2, failed: 0 });
  const audit = (await service.ask('audit')) as { documents: Record<string, unknown>[]; duplicates: object };
  expect(audit.documents).toHaveLength(2);
  expect(audit.duplicates).toEqual({});
  expect(audit.documents.find(({ id }) => id === done.items[0]?.contentId)).toMatchObject({
    no_index: true,
    no_store: false,
    shared: true,
    tags: ['quarterly'],
    enrichments: ['reporting_entities'],
    published_at: expect.stringContaining('2026-01-31'),
  });
});

test('what was uploaded is listed, shown, exported', async () => {
  const uploads = await json<{ id: number; state: string }[]>('uploads', 'list');
  expect(uploads).toHaveLength(4);
  const part = await run('uploads', 'list', '--limit', '3', '--json');
  expect(answerOf(part.stdout).page).toEqual({ total: 4, next: { offset: 3 } });
  const rest = await run('uploads', 'list', '--offset', '3', '--json');
  expect(answerOf(rest.stdout)).toMatchObject({ data: [uploads[3]], page: { total: 4 } });
  expect(await json('uploads', 'list', '--state', 'completed', '--search', 'ONE')).toHaveLength(1);
  const shown = await json<{ events: { kind: string }[] }>('uploads', 'show', String(uploads[0]?.id));
  expect(shown.events.length).toBeGreaterThan(0);
  const exported = await run('uploads', 'export', '--json');
  expect(JSON.parse(exported.stdout)).toHaveLength(4);
  const csv = await run('uploads', 'export', '--state', 'completed');
  expect(csv.stdout.split('\r\n')).toHaveLength(4);
  expect(csv.stdout).toMatch(/^"id","state","path",/);
  expect(await json('status')).toMatchObject({ counts: { completed: 2, duplicate: 2 }, folders: [] });
});

test('documents are listed, shown, tagged, shared, fetched and deleted', async () => {
  const rows = await json<{ contentId: string; size: number }[]>('uploads', 'list', '--state', 'completed');
  const id = rows.find(({ size }) => size === 29)?.contentId ?? '';
  const documents = answerOf((await run('documents', 'list', '--json')).stdout);
  expect(documents).toMatchObject({ data: [{}, {}], page: { source: 'service' } });
  expect(await json('documents', 'show', id)).toMatchObject({ id, status: 'completed', raw_size: 29 });
  expect(await json('documents', 'tag', id, '--add', 'quarterly')).toEqual({ tags: ['quarterly'] });
  expect(await json('documents', 'share', id)).toEqual({ shared: true });
  expect(await json('documents', 'share', id, '--off')).toEqual({ shared: false });
  const original = await run('documents', 'original', id, '--output', '-');
  expect(original.stdout).toBe('Goldman Sachs upgraded Tesla.');
  const annotated = await json<{ path: string }>('documents', 'annotated', id, '--output', 'annotated.json');
  expect(annotated.path).toBe(here('annotated.json'));
  expect(JSON.parse(readFileSync(annotated.path, 'utf8'))).toHaveProperty('analytics');
  const unasked = await run('documents', 'delete', id);
  expect([unasked.code, unasked.stderr]).toEqual([2, expect.stringContaining('add --yes if it is meant')]);
  expect((await run('documents', 'show', id)).code).toBe(0);
  expect(await json('documents', 'delete', id, '--yes')).toEqual({ deleted: true });
  expect((await run('documents', 'show', id)).code).toBe(3);
});

test('connectors are created, listed, shown, changed, synced, archived and deleted', async () => {
  const broker = ['--type', 'investment_research', '--label', 'Broker', '--broker-user', 'desk'];
  const made = await sluice(['connectors', 'create', ...broker, '--data-dir', data, '--json'], {
    variables,
    input: 'canary-password-99\n',
  });
  expect(made.code, made.stderr).toBe(0);
  const id = dataOf(made.stdout).connector_id as string;
  expect(await json('connectors', 'update', id, '--label', 'Research')).toMatchObject({ label: 'Research' });
  expect(await json('connectors', 'show', id)).toMatchObject({ label: 'Research', archived: false });
  expect(await json('connectors', 'list')).toMatchObject([{ connector_id: id }]);
  await json('connectors', 'sync', id, '--since', '2026-01-31');
  expect(await json('connectors', 'archive', id)).toMatchObject({ archived: true });
  expect((await run('connectors', 'delete', id)).code).toBe(2);
  expect(await json('connectors', 'list')).toMatchObject([{ connector_id: id }]);
  expect(await json('connectors', 'delete', id, '--yes')).toEqual({ accepted: true });
});

test('a broker password is kept out of what a failure says', async () => {
  const broker = ['--type', 'email', '--label', 'Broker', '--broker-user', 'desk', '--verbose'];
  const { code, stderr } = await sluiceProcess(['connectors', 'create', ...broker, '--data-dir', data], {
    variables: { ...variables, SLUICE_BROKER_PASSWORD: 'canary-password-99' },
  });
  expect(code).not.toBe(0);
  expect(stderr).not.toBe('');
});

test('watch folders are previewed, added, changed and removed', async () => {
  const preview = await json('folders', 'preview', 'in', '--exclude', 'two*', '--hash');
  expect(preview).toMatchObject({ seen: 3, ignored: 1 });
  const added = await json<{ id: string }>(
    'folders',
    'add',
    'in',
    '--label',
    'Desk',
    '--tag',
    'a',
    '--include',
    '*.txt',
  );
  expect(added).toMatchObject({
    path: here('in'),
    share: false,
    tags: ['a'],
    filters: [{ glob: '*.txt' }, { glob: '**' }],
  });
  const edited = await json('folders', 'edit', 'Desk', '--clear', 'tags,filters', '--no-store', '--pause');
  expect(edited).toMatchObject({ id: added.id, tags: [], filters: [], noStore: true, paused: true });
  expect(await json('folders', 'list')).toMatchObject([{ folder: { id: added.id } }]);
  expect((await run('folders', 'add', 'in')).code).toBe(2);
  expect(await json('folders', 'remove', 'in')).toEqual({ removed: true });
});

test('a folder in another one is told when it is added, whichever comes first', async () => {
  mkdirSync(here('outer/inner'), { recursive: true });
  const first = await run('folders', 'add', 'outer', '--base-url', service.baseUrl);
  expect([first.code, first.stdout.includes('lies in')]).toEqual([0, false]);
  const { stdout } = await run('folders', 'add', 'outer/inner');
  expect(stdout).toContain(`It lies in the watch folder ${here('outer')}. From now on its files are its own`);
  expect((await run('folders', 'remove', 'outer')).code).toBe(0);
  expect((await run('folders', 'add', 'outer')).stdout).toContain(
    `The watch folder ${here('outer/inner')} lies in it and keeps its own files and rules.`,
  );
  for (const folder of ['outer', 'outer/inner']) await run('folders', 'remove', folder);
});

test('files that vanished are listed with since when, and decided about', async () => {
  const { id } = await json<{ id: string }>('folders', 'add', 'in', '--label', 'Drive');
  const ledger = new DatabaseSync(join(data, 'ledger.sqlite'));
  const row = ledger.prepare(
    `INSERT INTO local_files (folder_id, directory, name, name_key, device, inode, size, mtime_ns,
      disposition, reason,
       upload_id, first_seen_at, changed_at) VALUES (?, ?, ?, ?, ?, '1', 1, '1', ?, ?, ?, 0, 0)`,
  );
  const upload = (ledger.prepare('SELECT id FROM uploads LIMIT 1').get() as { id: number }).id;
  row.run(id, '', 'gone.txt', 'gone.txt', '1', 'gone', 'DELETE_CAP', upload);
  row.run(id, 'nas', 'away.txt', 'away.txt', '50', 'taken', null, upload);
  ledger
    .prepare(
      `INSERT INTO watched_volumes (folder_id, directory, device, inode, volume, seen, missing_since, files)
         VALUES (?, 'nas', '50', '2', '', 1, ?, 1)`,
    )
    .run(id, Date.UTC(2026, 10, 20));
  ledger.close();
  for (const command of [['folders', 'list'], ['status']]) {
    const { stdout } = await run(...command);
    expect(stdout).toContain('1 file vanished together, since');
    expect(stdout).toContain('sluice folders decide Drive --place nas --keep or --delete');
  }
  expect(await json('folders', 'list')).toMatchObject([
    {
      vanished: [
        { kind: 'together', place: null, files: 1 },
        { kind: 'away', place: 'nas', files: 1, since: '2026-11-20T00:00:00.000Z' },
      ],
    },
  ]);
  expect((await run('folders', 'decide', 'Drive')).code).toBe(2);
  const unknown = await run('folders', 'decide', 'Drive', '--place', 'usb', '--keep');
  expect([unknown.code, unknown.stderr]).toEqual([2, expect.stringContaining('drives that are away: nas')]);
  expect(await json('folders', 'decide', 'Drive', '--keep')).toEqual({ count: 1 });
  const said = await run('folders', 'decide', 'Drive', '--place', 'nas/', '--delete');
  // The folder never deletes documents after their files.
  expect(said.stdout).toContain('1 file decided. Their documents stay.');
  expect(await json('folders', 'list')).toMatchObject([{ vanished: [] }]);
  await json('folders', 'remove', 'in');
});

test('the queue is paused, and its uploads are held, let go, moved and cancelled', async () => {
  expect(await json('pause')).toEqual({ paused: true });
  writeFileSync(here('later.txt'), 'Not yet.');
  const { code, stdout } = await run('upload', 'later.txt', '--wait', '--json');
  const queued = dataOf(stdout) as { items: { id: number }[] };
  expect([code, queued]).toMatchObject([6, { uploads: 1, waiting: 1, failed: 0 }]);
  const id = String(queued.items[0]?.id);
  for (const command of ['pause', 'resume', 'top', 'cancel']) {
    expect(await json('uploads', command, id)).toEqual({ count: 1 });
  }
  expect(await json('uploads', 'show', id)).toMatchObject({
    upload: { state: expect.stringMatching(/^cancell(ing|ed)$/) },
  });
  expect(await json('status')).toMatchObject({ paused: true });
  expect(await json('resume')).toEqual({ paused: false });
});

test('a change of all uploads must be asked for', async () => {
  expect((await run('uploads', 'cancel')).code).toBe(2);
  expect(await json('uploads', 'resolve', '--all', '--choice', 'upload')).toMatchObject({ count: 0 });
  expect(await json('retry', '--code', 'FILE_UNREADABLE')).toEqual({ count: 0, left: {} });
});

test('doctor finds all well, and names what is not', async () => {
  expect(await json('doctor')).toMatchObject({ ok: true });
  expect(await json('key', 'test')).toMatchObject({ ok: true });
  const wrong = await sluice(['doctor', '--data-dir', data, '--json'], {
    variables: { SLUICE_API_KEY: 'wrong-key' },
  });
  expect([wrong.code, dataOf(wrong.stdout).ok]).toEqual([4, false]);
  const away = await sluice(['doctor', '--data-dir', here('away'), '--base-url', 'http://127.0.0.1:1'], {
    variables,
  });
  expect(away.code).toBe(5);
  expect(away.stdout).toMatch(/^✗ /m);
});

test('a key is read from stdin, kept for the owner, used and forgotten', async () => {
  const set = await sluiceProcess(['key', 'set', '--data-dir', data, '--json'], { input: `${canary}\n` });
  expect([set.code, dataOf(set.stdout)]).toMatchObject([0, { keyPresent: true }]);
  const used = await sluice(['tags', 'list', '--data-dir', data]);
  expect(used.code).toBe(0);
  expect((await sluice(['key', 'forget', '--yes', '--data-dir', data])).code).toBe(0);
  expect((await sluice(['tags', 'list', '--data-dir', data])).code).toBe(4);
  expect((await sluice(['key', 'set', canary, '--data-dir', data])).code).toBe(2);
});

test('profiles are added, used, changed and removed', async () => {
  const added = await json<{ id: string }>(
    'profiles',
    'add',
    'desk',
    'https://content.example.com',
    '--requests-per-minute',
    '60',
  );
  expect(added).toMatchObject({ name: 'desk', requestsPerMinute: 60 });
  expect(await json('profiles', 'edit', 'desk', '--bandwidth', '2MB')).toMatchObject({
    uploadBandwidth: 2_000_000,
  });
  const before = await json<{ id: string; active: boolean }[]>('profiles', 'list');
  const active = before.find((profile) => profile.active)?.id ?? '';
  await json('profiles', 'use', 'desk');
  await json('profiles', 'use', active);
  // For one command only.
  const other = await run('status', '--profile-name', 'desk', '--json');
  // The key of the environment is not desk's.
  expect([other.code, dataOf(other.stdout)]).toMatchObject([4, { profile: { id: added.id } }]);
  expect(await json('status')).toMatchObject({ profile: { id: active } });
  const unasked = await run('profiles', 'remove', 'desk');
  expect([unasked.code, unasked.stderr]).toEqual([2, expect.stringContaining('add --yes if it is meant')]);
  expect(unasked.stderr).toContain('Remove profile desk and forget its key?');
  expect(await json('profiles', 'list')).toHaveLength(before.length);
  expect(await json('profiles', 'remove', 'desk', '--yes')).toEqual({ removed: true, id: added.id });
});

test('a pipe gets no colours and no cursor movements', async () => {
  for (const args of [['status'], ['uploads', 'list'], ['doctor'], ['upload', 'in', '--wait']]) {
    const { stdout, stderr } = await sluiceProcess([...args, '--data-dir', data], {
      variables,
      directory: folder.path,
    });
    expect(stdout + stderr).not.toContain('\u001b');
  }
});

test('no key, password or upload address was written anywhere but into the key file', async () => {
  await run('uploads', 'list', '--verbose');
  // The sandbox itself says its key when it is ready; it is the only one.
  const said = written.join('\n');
  expect(said.length).toBeGreaterThan(1000);
  expect(said).not.toMatch(/canary-(key|password)/);
  expect(said).not.toMatch(/[?&](signature|expires|token)=(?!\[redacted\])/i);
  for (const name of readdirSync(data, { recursive: true, encoding: 'utf8' })) {
    const content = readFileIfFile(join(data, name));
    expect(content.includes('canary-'), name).toBe(false);
  }
});

function readFileIfFile(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch {
    return Buffer.alloc(0);
  }
}
