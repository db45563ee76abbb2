import {
  closeSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openDatabase } from '#core/ledger/database.ts';
import { lockDataDirectory } from '#core/ledger/lock.ts';
import { becomeLaterVersion } from '#core/ledger/testing/later-version.ts';
import type { EngineFixture } from '../support/engine-fixture.ts';
import { addUploads, createEngine, idle, states, until } from '../support/engine-fixture.ts';
import { dropLog, isLogged, ledgerOf, loseLedger, noticesOf, textOf, uploaded } from './support.ts';

const losses: readonly [string, string, (engine: EngineFixture, older: string) => void][] = [
  ['missing', 'LEDGER_LOST', loseLedger],
  [
    'missing with all that belongs to it',
    'LEDGER_LOST',
    (engine) => {
      for (const name of readdirSync(engine.dataDirectory))
        if (name.startsWith('ledger')) rmSync(join(engine.dataDirectory, name));
    },
  ],
  ['empty', 'LEDGER_LOST', (engine) => truncateSync(ledgerOf(engine), 0)],
  ['an older copy', 'LEDGER_OLDER', (engine, older) => copyFileSync(older, ledgerOf(engine))],
];

test.concurrent.each(losses)(
  'W10: a ledger that is %s: said, rebuilt, and nothing is sent twice',
  async (_how, code, lose) => {
    const engine = await createEngine();
    await uploaded(engine, ['a.txt', 'b.txt']);
    const older = `${ledgerOf(engine)}.backup`;
    copyFileSync(ledgerOf(engine), older);
    await uploaded(engine, ['a.txt', 'b.txt', 'c.txt']);
    lose(engine, older);
    dropLog(engine);
    engine.file('inbox/d.txt', textOf('d.txt'));
    const core = await engine.start('watch');
    await until('the new one is in', () => engine.live().length === 4);
    await idle(core);
    engine.expectExactlyOnce(['a.txt', 'b.txt', 'c.txt', 'd.txt'].map(textOf));
    expect(await states(core)).toEqual(['completed', 'completed', 'completed', 'completed']);
    expect(isLogged(engine, code)).toBe(true);
    expect(await noticesOf(core)).toEqual([]);
  },
);

test.concurrent('W10: a lost ledger leaves out no file of a folder that takes only new ones: the user is asked', async () => {
  const engine = await createEngine();
  engine.file('inbox/old.txt', textOf('old.txt'));
  const inbox = engine.folder('inbox', { firstRun: 'only-new' });
  await engine.settings.update((settings) => ({ ...settings, folders: [inbox] }));
  const watched = await engine.start('watch');
  await idle(watched);
  engine.file('inbox/sent.txt', textOf('sent.txt'));
  await until('the new one is in', () => engine.live().length === 1);
  await watched.stop();
  engine.file('inbox/waiting.txt', textOf('waiting.txt'));
  loseLedger(engine);
  const core = await engine.start('watch');
  await idle(core);
  const coverage = async () => (await core.calls['folders.list']({})).map((state) => state.coverage);
  await until('it was looked through', async () => (await coverage())[0]?.seen === 3);
  expect(await coverage()).toMatchObject([{ ignored: 0, attentionBy: { CHOICE_PENDING: 3 } }]);
  engine.file('later/before.txt', textOf('before.txt'));
  const later = engine.folder('later', { firstRun: 'only-new' });
  await core.calls['folders.add']({ folder: later });
  await until('so was a folder added since', async () => (await coverage())[1]?.seen === 1);
  expect(await coverage()).toMatchObject([{}, { ignoredBy: { 'existed-before': 1 } }]);
  await core.calls['folders.choose']({ folderId: inbox.id, paths: 'all' });
  await until('all are in', () => engine.live().length === 3);
  engine.expectExactlyOnce(['old.txt', 'sent.txt', 'waiting.txt'].map(textOf));
});

/**
 * Fills the ledger beyond what a start reads through, and damages what was filled in, as a bad sector does.
 */
function damageLarge(engine: EngineFixture, insert: string): void {
  engine.ledger((database) => {
    database.sqlite.exec(
      `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3000) ${insert}`,
    );
    database.sqlite.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  });
  const { size } = statSync(ledgerOf(engine));
  expect(size).toBeGreaterThan(64 * 1024 * 1024);
  const file = openSync(ledgerOf(engine), 'r+');
  const half = Math.floor(size / 8192) * 4096;
  writeSync(file, Buffer.alloc(size - half - 4096, 0xee), 0, undefined, half);
  closeSync(file);
}

const long = 'hex(zeroblob(12000))';

test.concurrent('W10: a ledger over 64 MB, damaged where the queue is: set aside at once, and nothing is sent twice', async () => {
  const engine = await createEngine();
  await uploaded(engine, ['a.txt']);
  damageLarge(
    engine,
    `INSERT INTO uploads (profile_id, path, file_name, size, mtime_ns, state, lane, sort_key, options,
      created_at, updated_at)
       SELECT 'test', ${long} || i, i || '.txt', 5, '0', 'queued', 0, 0, (SELECT options FROM uploads
       WHERE id = 1), 0, 0 FROM n`,
  );
  engine.file('inbox/b.txt', textOf('b.txt'));
  const core = await engine.start('watch');
  await until('the new one is in', () => engine.live().length === 2);
  await idle(core);
  engine.expectExactlyOnce(['a.txt', 'b.txt'].map(textOf));
  expect(isLogged(engine, 'LEDGER_CORRUPT')).toBe(true);
  expect(readdirSync(engine.dataDirectory).some((name) => name.startsWith('ledger.sqlite.corrupt-'))).toBe(
    true,
  );
});

test.concurrent('W10: damage met while everything runs: all stops, is built anew and goes on by itself', async () => {
  const engine = await createEngine();
  await uploaded(engine, ['a.txt']);
  damageLarge(
    engine,
    `INSERT INTO call_history (profile_id, at, operation, request, left_out, took_ms)
       SELECT 'test', i, 'documents.list', ${long}, '[]', 1 FROM n`,
  );
  const core = await engine.start('watch');
  await idle(core);
  expect(await noticesOf(core)).toEqual([]);
  await expect(core.calls['operations.history']({})).rejects.toMatchObject({ code: 'LEDGER_CORRUPT' });
  engine.file('inbox/b.txt', textOf('b.txt'));
  await until('the new one is in', () => engine.live().length === 2);
  await idle(core);
  expect(engine.log.filter((line) => line.includes('Sluice starts again'))).toHaveLength(1);
  expect(isLogged(engine, 'LEDGER_CORRUPT')).toBe(true);
  engine.expectExactlyOnce(['a.txt', 'b.txt'].map(textOf));
});

test.concurrent('two commands that open a new data folder at once both find a ledger, and the folder is free for an agent', async () => {
  const engine = await createEngine();
  const cores = await Promise.all([engine.start('none'), engine.start('none')]);
  for (const core of cores) expect(await core.calls['uploads.counts']({ filter: {} })).toEqual({});
  await engine.start();
});

test.concurrent('a lock whose holder could not leave its name is given back all the same', () => {
  const directory = join(process.cwd(), 'node_modules', '.cache', `lock-${process.pid}`);
  mkdirSync(join(directory, 'agent.json'), { recursive: true });
  try {
    lockDataDirectory(directory)();
    const release = lockDataDirectory(directory);
    expect(() => lockDataDirectory(directory)).toThrow('a process that did not leave its name');
    release();
  } finally {
    rmSync(directory, { recursive: true });
  }
});

test.concurrent('a start that fails gives the data folder back', async () => {
  const engine = await createEngine();
  mkdirSync(ledgerOf(engine), { recursive: true });
  await expect(engine.start()).rejects.toThrow();
  rmSync(ledgerOf(engine), { recursive: true });
  const core = await engine.start();
  await addUploads(core, [engine.file('a.txt', 'the text of a')]);
  await idle(core);
  engine.expectExactlyOnce(['the text of a']);
});

test.concurrent('W10: another data folder’s ledger is set aside', async () => {
  const mine = await createEngine();
  const other = await createEngine();
  await uploaded(mine, ['a.txt']);
  await (await other.start()).stop();
  copyFileSync(ledgerOf(other), ledgerOf(mine));
  dropLog(mine);
  const core = await mine.start('watch');
  await until('it is recognised', async () => (await states(core)).includes('completed'));
  await idle(core);
  mine.expectExactlyOnce([textOf('a.txt')]);
  expect(isLogged(mine, 'LEDGER_FOREIGN')).toBe(true);
});

test.concurrent('a whole data folder that is moved elsewhere goes on as if nothing had been', async () => {
  const engine = await createEngine();
  await uploaded(engine, ['a.txt']);
  const moved = `${engine.dataDirectory}-moved`;
  renameSync(engine.dataDirectory, moved);
  Object.assign(engine.dependencies, { dataDirectory: moved });
  engine.sandbox.requests.clear();
  const core = await engine.start('watch');
  await idle(core);
  expect(await noticesOf(core)).toEqual([]);
  expect(engine.requests({ method: 'POST' })).toEqual([]);
  expect(existsSync(join(moved, 'ledger.json'))).toBe(true);
  const ledger = openDatabase(join(moved, 'ledger.sqlite'), { readOnly: true });
  expect(readFileSync(join(moved, 'ledger.json'), 'utf8')).toContain('"ledger"');
  ledger.close();
});

// Not concurrent: for its time, the whole process is a later version.
test('beside an agent that holds the data folder an old ledger is not migrated, and the command says why', async () => {
  const engine = await createEngine();
  await uploaded(engine, ['a.txt']);
  const release = lockDataDirectory(engine.dataDirectory);
  const becomeOurselves = becomeLaterVersion();
  try {
    await expect(engine.start('none')).rejects.toMatchObject({
      code: 'LEDGER_BUSY',
      message: expect.stringContaining('brought up to date'),
    });
  } finally {
    becomeOurselves();
  }
  expect(readdirSync(engine.dataDirectory).filter((name) => name.includes('before'))).toEqual([]);
  release();
});
