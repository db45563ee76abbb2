import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { rollBack } from '#core/backup/roll-back.ts';
import { latestLedger, openDatabase } from '#core/ledger/database.ts';
import { parseSettings } from '#shared/settings/migrations.ts';
import { settingsVersion } from '#shared/settings/settings.ts';
import { allUploads, createEngine, type EngineFixture, idle, until } from '../support/engine-fixture.ts';
import { isLogged } from './support.ts';

const fixture = (name: string) => readFileSync(new URL(`fixtures/0.1.0/${name}`, import.meta.url), 'utf8');
const profileId = 'p-0123456789ab';

/** What each file of the fixture says; `same` and `twin` say what another one says. */
function contentOf(name: string): string {
  const says = name.replace('filings/same', 'filings/one').replace('by-hand/twin', 'by-hand/processing');
  return `What ${says} says, and nobody else.`;
}

/** The columns of a table, and its rows in the order of its key. */
function rowsOf(ledger: DatabaseSync, table: string, columns: readonly string[]): unknown[] {
  const names = columns.map((column) => `"${column}"`).join(', ');
  return ledger.prepare(`SELECT ${names} FROM "${table}" ORDER BY 1, 2`).all();
}

/** Since then an upload that ended without a document holds no claim to its bytes (docs/adr/0013). */
function held(claims: readonly unknown[]): unknown[] {
  const ended = 18;
  const kept = claims.filter((claim) => (claim as { upload_id: number }).upload_id !== ended);
  expect(kept).toHaveLength(claims.length - 1);
  return kept;
}

function tablesOf(ledger: DatabaseSync): Map<string, string[]> {
  const tables = ledger.prepare(`SELECT name FROM sqlite_schema WHERE type = 'table'`).all();
  return new Map(
    tables.map(({ name }) => {
      const columns = ledger.prepare('SELECT name FROM pragma_table_info(?)').all(String(name));
      return [String(name), columns.map((column) => String(column.name))];
    }),
  );
}

test('a ledger of 0.1.0 keeps all that it says', async () => {
  const engine = await createEngine({ profile: { id: profileId } });
  mkdirSync(engine.dataDirectory);
  const path = join(engine.dataDirectory, 'ledger.sqlite');
  const old = new DatabaseSync(path);
  old.exec(fixture('ledger.sql'));
  const before = new Map(
    [...tablesOf(old)].map(([table, columns]) => [table, { columns, rows: rowsOf(old, table, columns) }]),
  );
  old.close();
  const now = openDatabase(path);
  const tables = tablesOf(now.sqlite);
  for (const [table, { columns, rows }] of before) {
    const kept = columns.filter((column) => tables.get(table)?.includes(column));
    expect(kept, table).toEqual(columns);
    expect(rowsOf(now.sqlite, table, columns), table).toEqual(table === 'claims' ? held(rows) : rows);
  }
  const states = now
    .statement('SELECT DISTINCT state FROM uploads')
    .all()
    .map(({ state }) => state);
  expect(states.sort()).toEqual(
    [
      ...['attention', 'cancelled', 'cancelling', 'completed', 'duplicate', 'enriching', 'processing'],
      ...['putting', 'queued', 'reserved', 'verifying'],
    ].sort(),
  );
  now.close();
  expect(readdirSync(engine.dataDirectory)).toContain('ledger.sqlite.before-2');
});

test('settings of 0.1.0 keep all that they say', () => {
  const old = JSON.parse(fixture('settings.json'));
  const settings = parseSettings(old);
  expect(settings.version).toBe(settingsVersion);
  // The kind of tags a service takes, Sluice finds out by itself (docs/adr/0016).
  const { tagReferenceAtUpload: _, ...profile } = old.profiles[0];
  expect(settings).toMatchObject({ ...old, version: settingsVersion, profiles: [profile] });
});

interface Made {
  readonly id: string;
  readonly url: string;
}

/** A document as another program makes it: a slot, and its bytes where they are given. */
async function makeDocument({ sandbox }: EngineFixture, name: string, content?: string): Promise<string> {
  const answer = await fetch(`${sandbox.baseUrl}/contents/v1/documents`, {
    method: 'POST',
    headers: { 'x-api-key': sandbox.apiKey, 'content-type': 'application/json' },
    body: JSON.stringify({ file_name: name }),
  });
  const { id, url } = (await answer.json()) as Made;
  if (content !== undefined)
    expect((await fetch(url, { method: 'PUT', body: Buffer.from(content) })).status).toBe(200);
  return id;
}

type Texts = Partial<Record<string, string>>;
type Numbers = Partial<Record<string, number>>;

/** States of uploads whose bytes are at the service. */
const landed = new Set(['completed', 'putting', 'verifying', 'processing']);

/** The data folder, the files and the service as the agent of 0.1.0 left them when it was killed. */
async function leaveAsThen(engine: EngineFixture): Promise<void> {
  const root = join(engine.directory, 'files');
  const here = (path: string) => path.replace('/srv/papers', root);
  mkdirSync(engine.dataDirectory);
  const ledger = new DatabaseSync(join(engine.dataDirectory, 'ledger.sqlite'));
  ledger.exec(fixture('ledger.sql'));
  const put = (path: string) => {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, contentOf(path.slice(root.length + 1)));
    return statSync(path, { bigint: true });
  };
  for (const row of ledger.prepare('SELECT * FROM uploads').all()) {
    const { id = 0, size } = row as Numbers;
    const { path = '', file_name: name = '', state = '', content_id: contentId } = row as Texts;
    const file = put(here(path));
    expect(Number(file.size), path).toBe(size);
    ledger
      .prepare('UPDATE uploads SET path = ?, mtime_ns = ? WHERE id = ?')
      .run(here(path), String(file.mtimeNs), id);
    // Null where there is none.
    if (!contentId) continue;
    const given = await makeDocument(
      engine,
      name,
      landed.has(state) ? contentOf(here(path).slice(root.length + 1)) : undefined,
    );
    ledger.prepare('UPDATE uploads SET content_id = ? WHERE id = ?').run(given, id);
  }
  for (const row of ledger.prepare('SELECT * FROM local_files').all()) {
    const { id = 0 } = row as Numbers;
    const { folder_id: folder = '', directory = '', name = '' } = row as Texts;
    const file = put(join(root, folder, directory, name));
    ledger
      .prepare('UPDATE local_files SET device = ?, inode = ?, mtime_ns = ? WHERE id = ?')
      .run(String(file.dev), String(file.ino), String(file.mtimeNs), id);
  }
  ledger.exec(`UPDATE facts SET value = replace(value, '/srv/papers', '${root}')`);
  const device = String(statSync(root, { bigint: true }).dev);
  ledger.exec(
    `UPDATE facts SET value = json_set(value, '$.device', '${device}') WHERE key LIKE 'watch.folder.%'`,
  );
  ledger.close();
  const { sandbox, settings } = engine;
  const then = parseSettings(JSON.parse(fixture('settings.json')));
  await settings.update(() => ({
    ...then,
    profiles: then.profiles.map((one) => ({
      ...one,
      baseUrl: sandbox.baseUrl,
      agentsUrl: sandbox.agentsUrl,
    })),
    folders: then.folders.map((one) => ({ ...one, path: here(one.path) })),
  }));
}

/** What each of them is in the end. */
const ends = {
  'by-hand/cancelled.txt': 'completed',
  'by-hand/completed.txt': 'completed',
  'by-hand/noted.txt': 'completed',
  'filings/broken.png': 'completed',
  'filings/one.txt': 'completed',
  'filings/same.txt': 'duplicate',
  'filings/2025/two.txt': 'completed',
  'by-hand/called-off.txt': 'cancelled',
  // Its folder is paused, and this one by itself.
  'quiet/paused.txt': 'queued',
  'by-hand/paused.txt': 'queued',
  'by-hand/queued.txt': 'completed',
  'by-hand/waits.txt': 'completed',
  'by-hand/enriching.txt': 'completed',
  'by-hand/reserved.txt': 'completed',
  'by-hand/putting.txt': 'completed',
  'by-hand/verifying.txt': 'completed',
  'by-hand/processing.txt': 'completed',
  'by-hand/attention.txt': 'attention',
  'by-hand/cancelling.txt': 'cancelled',
  'by-hand/twin.txt': 'duplicate',
};

async function standing(engine: EngineFixture, core: Parameters<typeof allUploads>[0]) {
  const root = join(engine.directory, 'files');
  const rows = await allUploads(core);
  return Object.fromEntries(rows.map(({ path, state }) => [path.slice(root.length + 1), state]));
}

/** Everything that is at the service once in the end. */
const inTheEnd = () =>
  Object.entries(ends)
    .filter(([, state]) => state === 'completed')
    .map(([name]) => contentOf(name));

test.concurrent('an agent takes up what one of 0.1.0 left in every state, and sends nothing twice', async () => {
  const engine = await createEngine({ profile: { id: profileId } });
  await leaveAsThen(engine);
  engine.sandbox.requests.clear();
  const core = await engine.start('watch');
  await until('all went on', async () => {
    const now = await standing(engine, core);
    return Object.entries(ends).every(([name, state]) => now[name] === state);
  }).catch(async (error) => {
    expect(await standing(engine, core)).toEqual(ends);
    throw error;
  });
  await idle(core);
  expect(await standing(engine, core)).toEqual(ends);
  engine.expectExactlyOnce(inTheEnd());
  const sent = engine.requests().filter((request) => request.startsWith('PUT'));
  // Those that were not in: queued, waiting, cut off before a slot, and before the bytes.
  expect(sent).toHaveLength(4);
  expect(engine.emptySlots()).toEqual([]);
  expect(isLogged(engine, 'LEDGER_LOST')).toBe(false);
});

test.concurrent('after an upgrade from 0.1.0 the ledger goes back, is upgraded again, and nothing is sent twice', async () => {
  const engine = await createEngine({ profile: { id: profileId } });
  await leaveAsThen(engine);
  const first = await engine.start('watch');
  await until(
    'all went on',
    async () => (await standing(engine, first))['by-hand/reserved.txt'] === 'completed',
  );
  await idle(first);
  await first.stop();
  const { older, kept } = await rollBack(engine.dataDirectory, Date.now());
  expect(older).toMatchObject({ schema: 1, since: expect.any(Number) });
  expect(older.since).toBeGreaterThan(4);
  expect(kept).toHaveLength(2);
  const path = join(engine.dataDirectory, 'ledger.sqlite');
  expect(readFileSync(path).readUInt32BE(60)).toBe(1);
  engine.sandbox.requests.clear();
  const again = await engine.start('watch');
  await until('all are known again', async () => {
    const now = await standing(engine, again);
    return Object.entries(ends).every(([name, state]) => now[name] === state);
  });
  await idle(again);
  expect(isLogged(engine, 'LEDGER_OLDER')).toBe(true);
  engine.expectExactlyOnce(inTheEnd());
  expect(engine.requests().filter((request) => request.startsWith('PUT'))).toEqual([]);
  await again.stop();
  expect(readFileSync(path).readUInt32BE(60)).toBe(latestLedger());
});
