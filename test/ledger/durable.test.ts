import { expect, test } from 'vitest';
import { addUploads, createEngine, idle, until } from '../support/engine-fixture.ts';

test('W10: not one byte goes out before the content id is known to be on disk', async () => {
  const held = Promise.withResolvers<void>();
  let syncs = 0;
  const engine = await createEngine({
    tuning: {
      ledger: {
        syncFile: () => {
          syncs++;
          return held.promise;
        },
      },
    },
  });
  const core = await engine.start();
  await addUploads(core, [engine.file('a.txt', 'the text of a')]);
  await until('the log is being synced', () => syncs > 0);
  expect(engine.requests({ method: 'POST' })).toHaveLength(1);
  // Each a way to the service and back over the same network: a PUT that did not wait would be there before the last of them.
  for (let round = 0; round < 20; round++) {
    await core.calls['key.test']({ profileId: 'test' });
    expect(engine.requests({ origin: 'storage' })).toEqual([]);
  }
  held.resolve();
  await idle(core);
  engine.expectExactlyOnce(['the text of a']);
});

test('W10: a disk that cannot be synced sends nothing', async () => {
  let broken = true;
  const engine = await createEngine({
    tuning: {
      ledger: {
        syncFile: () => (broken ? Promise.reject(new Error('input/output error')) : Promise.resolve()),
      },
    },
  });
  const core = await engine.start();
  await addUploads(core, [engine.file('a.txt', 'the text of a')]);
  await until('it was tried twice', () => engine.requests({ method: 'POST' }).length >= 2);
  expect(engine.requests({ origin: 'storage' })).toEqual([]);
  broken = false;
  await idle(core);
  engine.expectExactlyOnce(['the text of a']);
});
