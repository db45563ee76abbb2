import { rmSync, statSync, utimesSync } from 'node:fs';
import { expect, test } from 'vitest';
import { allUploads, createEngine, idle, until } from '../support/engine-fixture.ts';

/** As an archive unpacks its files: all of one time. */
const unpacked = new Date('1980-01-01T00:00:00Z');

/** A folder with one file that is in, and a way to put another one where its inode is given out again. */
async function begin() {
  const engine = await createEngine({ speed: 1, sandbox: { speed: 20 } });
  await engine.settings.update((settings) => ({
    ...settings,
    folders: [engine.folder('inbox', { settleSeconds: 0 })],
  }));
  const put = (name: string, content: string) => {
    const path = engine.file(`inbox/${name}`, content);
    utimesSync(path, unpacked, unpacked);
    return path;
  };
  const first = put('a.txt', 'first page');
  const core = await engine.start('watch');
  await until('the first is in', () => engine.live().length === 1);
  await idle(core);
  return { engine, core, put, first };
}

test.each(['a.txt', 'b.txt'])(
  'W8: a newer file of the size, time and inode of one that is gone is no move of it: %s',
  async (name) => {
    const { engine, core, put, first } = await begin();
    rmSync(first);
    await core.calls['folders.reconcile']({});
    await core.stop();
    const path = put(name, 'other page');
    const { ino } = statSync(path, { bigint: true });
    engine.ledger((database) => {
      // Which inode is given out again depends on all that others do on the disk.
      database.statement('UPDATE local_files SET inode = ?').run(String(ino));
      // The clock of core is ahead of that of the disk.
      database.statement('UPDATE uploads SET created_at = ?').run(Math.floor(statSync(path).birthtimeMs) - 1);
    });
    const again = await engine.start('watch');
    await again.calls['folders.reconcile']({});
    await until('the newer one is in', () => engine.live().length === 2);
    await idle(again);
    engine.expectExactlyOnce(['first page', 'other page']);
    expect(await allUploads(again)).toHaveLength(2);
  },
);
