import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { idle, until } from '../support/engine-fixture.ts';
import { begin, deletions, fill, numbered, passSeveralTimes, stateOf } from './drives-support.ts';

test('W9: a drive whose files an event says are missing is told to be away at once', async () => {
  const { engine, drives, root, start } = await begin('pretended');
  const share = drives.create('nas');
  share.mount(join(root, 'nas'));
  const core = await start();
  await fill(engine, core, ['here.txt', ...numbered(3, 'nas/')]);
  // A pass, so that the volume is known.
  await passSeveralTimes(core);
  share.unmount();
  await until('it is said', async () => (await stateOf(core)).vanished.length > 0);
  expect((await stateOf(core)).vanished).toMatchObject([{ kind: 'away', place: 'nas', files: 3 }]);
  expect(deletions(engine)).toBe(0);
});

test('W9: what an event says is missing under another folder in the place of the root is not gone, whatever number its volume has', async () => {
  // The root is not looked at by itself, so that only the event tells.
  const { engine, root, start } = await begin('pretended', {}, { rootCheckEvery: 3_600_000 });
  const elsewhere = join(engine.directory, 'elsewhere');
  mkdirSync(elsewhere);
  const other = { ...engine.folder('other', { settleSeconds: 0 }), path: elsewhere };
  await engine.settings.update((settings) => ({ ...settings, folders: [...settings.folders, other] }));
  let core = await start();
  await fill(engine, core, numbered(6));
  await core.stop();
  engine.ledger((database) => {
    for (const table of ['watched_volumes', 'local_files'])
      database.statement(`UPDATE ${table} SET device = '999999'`).run();
  });
  core = await start();
  await until('the first pass', async () => (await stateOf(core)).health.mode === 'native');
  await idle(core);
  const away = join(engine.directory, 'files-away');
  renameSync(join(root, '..'), away);
  mkdirSync(root, { recursive: true });
  // Its directory is watched still, under the name that it had.
  rmSync(join(away, 'inbox/3.txt'));
  // Told after it, in the order of the events.
  writeFileSync(join(elsewhere, 'later.txt'), 'this came later');
  await until('the later event', () => engine.live().length === 7);
  await idle(core);
  expect((await stateOf(core)).coverage).toMatchObject({ seen: 6, searchable: 6 });
});
