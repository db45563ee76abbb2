import { copyFileSync, existsSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { lockDataDirectory } from '#core/ledger/lock.ts';
import { createEngine, type EngineFixture, idle, until } from '../support/engine-fixture.ts';
import { isLogged, ledgerOf, textOf, uploaded, watching } from './support.ts';

/** Another file at the place of the ledger, as a restored backup is put there. */
function replaceBy(engine: EngineFixture, older: string): void {
  copyFileSync(older, `${older}.new`);
  renameSync(`${older}.new`, ledgerOf(engine));
}

const losses: readonly [string, string, (engine: EngineFixture, older: string) => void][] = [
  ['deleted', 'LEDGER_LOST', (engine) => rmSync(ledgerOf(engine))],
  ['deleted with its log', 'LEDGER_LOST', (engine) => loseAll(engine)],
  ['deleted with everything outside it', 'LEDGER_LOST', (engine) => loseFolder(engine)],
  ['replaced by an older copy', 'LEDGER_OLDER', replaceBy],
];

function loseAll(engine: EngineFixture): void {
  for (const suffix of ['', '-wal', '-shm']) rmSync(`${ledgerOf(engine)}${suffix}`, { force: true });
}

function loseFolder(engine: EngineFixture): void {
  for (const name of readdirSync(engine.dataDirectory))
    rmSync(join(engine.dataDirectory, name), { recursive: true });
}

test.concurrent.each(losses)(
  'W10: a ledger that is %s under a running agent is noticed within a minute, rebuilt, and nothing is sent twice',
  async (_how, code, lose) => {
    const engine = await createEngine();
    await uploaded(engine, ['a.txt']);
    const older = join(engine.directory, 'older.sqlite');
    copyFileSync(ledgerOf(engine), older);
    const core = await watching(engine, ['a.txt', 'b.txt']);
    const { clock } = engine.dependencies;
    const lostAt = clock.monotonic();
    lose(engine, older);
    await until('it is noticed', () => engine.log.some((line) => line.includes('deleted or replaced')));
    expect(clock.monotonic() - lostAt).toBeLessThan(60_000);
    await until('it goes on', () => isLogged(engine, code));
    engine.file('inbox/c.txt', textOf('c.txt'));
    await until('the new one is in', () => engine.live().length === 3);
    await idle(core);
    engine.expectExactlyOnce(['a.txt', 'b.txt', 'c.txt'].map(textOf));
    expect(existsSync(ledgerOf(engine))).toBe(true);
  },
);

test.concurrent('a data folder that goes away as a whole is waited for, and no second one is begun in its place', async () => {
  const engine = await createEngine();
  const core = await watching(engine, ['a.txt']);
  const away = `${engine.dataDirectory}-away`;
  renameSync(engine.dataDirectory, away);
  await until('it cannot start again', () =>
    engine.log.some((line) => line.includes('could not start again')),
  );
  await expect(core.calls['agent.status']({})).rejects.toMatchObject({ code: 'LEDGER_LOST' });
  expect(existsSync(engine.dataDirectory)).toBe(false);
  engine.file('inbox/b.txt', textOf('b.txt'));
  renameSync(away, engine.dataDirectory);
  await until('the new one is in', () => engine.live().length === 2);
  await idle(core);
  engine.expectExactlyOnce(['a.txt', 'b.txt'].map(textOf));
  expect(engine.log.filter((line) => line.includes('could not start again'))).toHaveLength(1);
});

test.concurrent('W10: a lock that is deleted under a running agent is taken again, and no other agent gets the folder', async () => {
  const engine = await createEngine();
  const core = await watching(engine, ['a.txt']);
  const lock = join(engine.dataDirectory, 'agent.lock');
  rmSync(lock);
  await until('it is noticed', () => existsSync(lock));
  await until('it is told', () => engine.log.some((line) => line.includes('locked its data folder again')));
  await expect(engine.createCore().start('uploads')).rejects.toMatchObject({ code: 'LEDGER_BUSY' });
  engine.file('inbox/b.txt', textOf('b.txt'));
  await until('the new one is in', () => engine.live().length === 2);
  await idle(core);
  engine.expectExactlyOnce(['a.txt', 'b.txt'].map(textOf));
});

test.concurrent('W10: an agent whose lock was deleted and taken by another one stops, and goes on after it', async () => {
  const engine = await createEngine();
  const core = await watching(engine, ['a.txt']);
  rmSync(join(engine.dataDirectory, 'agent.lock'));
  const release = lockDataDirectory(engine.dataDirectory, 'watch');
  const state = () => core.calls['agent.status']({}).catch(({ code }) => code);
  await until('it has stopped', async () => (await state()) === 'LEDGER_BUSY');
  engine.file('inbox/b.txt', textOf('b.txt'));
  release();
  await until('the new one is in', () => engine.live().length === 2);
  await idle(core);
  engine.expectExactlyOnce(['a.txt', 'b.txt'].map(textOf));
});
