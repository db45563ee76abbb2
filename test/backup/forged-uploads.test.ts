import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { measure, readArchive, writeArchive } from '#core/backup/archive.ts';
import { makeBackup } from '#core/backup/make-backup.ts';
import { restoreBackup } from '#core/backup/restore-backup.ts';
import { createEngine, type EngineFixture, idle, until } from '../support/engine-fixture.ts';
import { isLogged } from '../ledger/support.ts';

const names = ['a.txt', 'b.txt', 'c.txt'];

/** A watch folder that passes deletes on, with uploaded files, whose agent has ended. */
async function watched(): Promise<EngineFixture> {
  const engine = await createEngine({ tuning: { watch: { deleteGrace: 20, missingFor: 20 } } });
  for (const name of names) engine.file(`inbox/${name}`, `Some text of ${name}, as it is.`);
  const folder = engine.folder('inbox', { settleSeconds: 0, localDelete: 'delete' });
  await engine.settings.update((settings) => ({ ...settings, folders: [folder] }));
  const core = await engine.start('watch');
  await idle(core);
  expect(live(engine)).toEqual(names);
  await core.stop();
  return engine;
}

/** A backup of this data folder, with a ledger that somebody changed, and a manifest that fits it. */
async function forgedBackup(engine: EngineFixture, sql: string): Promise<string> {
  const from = join(engine.directory, 'backup.tar');
  await makeBackup({ dataDirectory: engine.dataDirectory, to: from, now: Date.now() });
  const files = join(engine.directory, 'unpacked');
  mkdirSync(files);
  const { manifest } = await readArchive(from, (name) => join(files, name));
  const ledger = new DatabaseSync(join(files, 'ledger.sqlite'));
  ledger.exec(`PRAGMA journal_mode = DELETE; ${sql}`);
  ledger.close();
  const to = join(engine.directory, 'forged.tar');
  const forged = await open(to, 'wx');
  const sources = { 'ledger.sqlite': join(files, 'ledger.sqlite') };
  const measured = { 'ledger.sqlite': await measure(sources['ledger.sqlite']) };
  await writeArchive(forged, { ...manifest, files: measured }, sources);
  await forged.close();
  return to;
}

const live = ({ sandbox }: EngineFixture) =>
  sandbox
    .audit()
    .documents.filter(({ deleted }) => !deleted)
    .map(({ file_name }) => file_name)
    .sort();

/** Each makes the first file stand for the document of the second. */
const forgeries = {
  'exchanges the documents of two files': `UPDATE uploads SET content_id = iif(file_name = 'a.txt',
    (SELECT content_id FROM uploads WHERE file_name = 'b.txt'),
    (SELECT content_id FROM uploads WHERE file_name = 'a.txt')) WHERE file_name <> 'c.txt'`,
  'says that one file has what another one has': `UPDATE uploads SET (content_id, sha256, size) =
    (SELECT content_id, sha256, size FROM uploads WHERE file_name = 'b.txt') WHERE file_name = 'a.txt'`,
  'says that a document is to be deleted': `UPDATE uploads SET state = 'cancelling', after_state = NULL
    WHERE file_name = 'b.txt'`,
  'says that a newer version takes its place': `UPDATE uploads SET after_state = 'replaced:1', replaced_by =
    (SELECT id FROM uploads WHERE file_name = 'a.txt') WHERE file_name = 'b.txt'`,
} as const;
type Forgery = keyof typeof forgeries;
const each = Object.keys(forgeries) as Forgery[];

test.concurrent.each(each)(
  'a changed backup that %s deletes no document of a file that is there',
  async (forgery) => {
    const engine = await watched();
    const ledger = readFileSync(join(engine.dataDirectory, 'ledger.sqlite'));
    const from = await forgedBackup(engine, forgeries[forgery]);
    const { takesLedger, kept } = await restoreBackup({
      dataDirectory: engine.dataDirectory,
      from,
      now: Date.now(),
    });
    expect({ takesLedger, kept }).toEqual({ takesLedger: false, kept: [] });
    expect(readFileSync(join(engine.dataDirectory, 'ledger.sqlite')).equals(ledger)).toBe(true);
    await deletesOnly(engine);
  },
);

test.concurrent.each(each)(
  'so it is on a machine that has no ledger: a changed backup that %s',
  async (forgery) => {
    const engine = await watched();
    const from = await forgedBackup(engine, forgeries[forgery]);
    rmSync(engine.dataDirectory, { recursive: true });
    expect(await restoreBackup({ dataDirectory: engine.dataDirectory, from, now: Date.now() })).toMatchObject(
      {
        takesLedger: false,
        kept: [],
      },
    );
    expect(existsSync(join(engine.dataDirectory, 'ledger.sqlite'))).toBe(false);
    await deletesOnly(engine);
    expect(isLogged(engine, 'LEDGER_LOST')).toBe(true);
  },
);

/** The agent goes on, and the user deletes the first file: of three files, each uploaded once, two remain. */
async function deletesOnly(engine: EngineFixture): Promise<void> {
  const core = await engine.start('watch');
  await idle(core);
  expect(live(engine)).toEqual(names);
  rmSync(join(engine.directory, 'files/inbox/a.txt'));
  await until('the delete is passed on', async () => {
    await core.calls['folders.reconcile']({});
    return live(engine).length < names.length;
  });
  await idle(core);
  expect(live(engine)).toEqual(['b.txt', 'c.txt']);
  expect(engine.requests().filter((request) => request.startsWith('PUT'))).toHaveLength(names.length);
}
