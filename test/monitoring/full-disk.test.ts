import { statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Core } from '#core/create-core.ts';
import { lockDataDirectory } from '#core/ledger/lock.ts';
import { levelOf } from '#shared/bridge/health.ts';
import { canMount, mountSmallDisk } from '../support/drives.ts';
import { createEngine, type EngineFixture, idle, until } from '../support/engine-fixture.ts';

const text = (name: string) => `What ${name} says, and nobody else.`;
const names = Array.from({ length: 50 }, (_, index) => `file-${index}.txt`);

/** What a process beside the agent finds: the level of monitoring, and the codes of its findings. */
async function seenFrom(beside: Core) {
  const { health } = await beside.calls['agent.status']({});
  return { level: levelOf(health), codes: health.findings.map(({ code }) => code) };
}

/** An agent that watches a folder in which nothing is yet. */
async function watching(engine: EngineFixture): Promise<Core> {
  await engine.settings.update((settings) => ({ ...settings, folders: [engine.folder('inbox')] }));
  const core = await engine.start('watch');
  await idle(core);
  return core;
}

test('a ledger whose disk takes nothing more: those beside the agent are not told that all is well', async () => {
  let isFull = false;
  const engine = await createEngine({
    tuning: {
      ledger: {
        onStatement(sql) {
          if (isFull && /^(INSERT|UPDATE|DELETE|COMMIT)/.test(sql))
            throw Object.assign(new Error('database or disk is full'), { errcode: 13 });
        },
      },
    },
  });
  const core = await watching(engine);
  const beside = await engine.start('none');
  expect(await seenFrom(beside)).toEqual({ level: 'ok', codes: [] });
  isFull = true;
  engine.file('inbox/a.txt', text('a.txt'));
  await until('it is reported', async () => (await seenFrom(beside)).codes.includes('DISK_FULL'));
  expect((await seenFrom(beside)).level).toBe('warning');
  await until('somebody is called', async () => (await seenFrom(beside)).level === 'critical');
  expect((await seenFrom(beside)).codes).toEqual(['DISK_FULL']);
  isFull = false;
  await until('the file is in', () => engine.live().length === 1);
  await idle(core);
  await until('it is over', async () => (await seenFrom(beside)).level === 'ok');
  engine.expectExactlyOnce([text('a.txt')]);
});

if (!canMount())
  process.stderr.write('NOT RUN: a real full disk needs root on Linux (test/monitoring/full-disk.test.ts)\n');

test.runIf(canMount())(
  'a real disk of 1 MB that is full: reported beside the agent, and everything goes in once there is room',
  async () => {
    const engine = await createEngine();
    const disk = mountSmallDisk(engine.dataDirectory);
    const core = await watching(engine);
    const beside = await engine.start('none');
    const report = join(engine.dataDirectory, 'agent.report.json');
    const { ino, size } = statSync(report);
    disk.fill();
    for (const name of names) engine.file(`inbox/${name}`, text(name));
    await until('it is reported', async () => (await seenFrom(beside)).codes.includes('DISK_FULL'));
    expect((await seenFrom(beside)).level).toBe('warning');
    // It stays so for longer than a report counts, and the log has it in one line.
    await until('somebody is called', async () => (await seenFrom(beside)).level === 'critical');
    expect((await seenFrom(beside)).codes).toEqual(['DISK_FULL']);
    expect(statSync(report)).toMatchObject({ ino, size });
    const told = engine.log.filter((line) => /full/.test(line));
    expect(new Set(told).size).toBe(told.length);
    disk.free();
    await until('all are in', () => engine.live().length === names.length);
    await idle(core);
    engine.expectExactlyOnce(names.map(text));
    await until('it is over', async () => (await seenFrom(beside)).level === 'ok');
  },
);

test.runIf(canMount())('on a full disk nobody is said to hold the data folder', async () => {
  const engine = await createEngine();
  mountSmallDisk(engine.dataDirectory).fill();
  const full = expect.objectContaining({ code: 'DISK_FULL' });
  expect(() => lockDataDirectory(engine.dataDirectory, 'watch')).toThrow(full);
  await expect(engine.start('watch')).rejects.toEqual(full);
  await expect(engine.start('none')).rejects.toEqual(full);
});
