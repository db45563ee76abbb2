import { expect, test } from 'vitest';
import { defaultUploadOptions } from '../support/core-fixture.ts';
import { addUploads, createEngine, idle, states, until } from '../support/engine-fixture.ts';

test('W10: not one byte goes out before the content id is known to be on disk', async () => {
  const held = Promise.withResolvers<void>();
  let syncs = 0;
  const engine = await createEngine({
    tuning: {
      ledger: {
        // What was asked for is synced before anything is sent.
        syncFile: async () => {
          if (engine.requests({ method: 'POST' }).length === 0) return;
          syncs++;
          await held.promise;
        },
      },
    },
  });
  const core = await engine.start();
  await addUploads(core, [engine.file('a.txt', 'the text of a')]);
  await until('the log is being synced', () => syncs > 0);
  expect(engine.requests({ method: 'POST' })).toHaveLength(1);
  // Each a way to the service and back over the same network: a PUT that did not wait would be there before
  // the last of them.
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
  let syncs = 0;
  const engine = await createEngine({
    tuning: {
      ledger: {
        syncFile: () => {
          syncs++;
          return broken ? Promise.reject(new Error('input/output error')) : Promise.resolve();
        },
      },
    },
  });
  const core = await engine.start();
  // It is in the queue, and nobody can promise that it stays there.
  await expect(addUploads(core, [engine.file('a.txt', 'the text of a')])).rejects.toMatchObject({
    code: 'LEDGER_FAILED',
  });
  // When it was asked for, before its PUT, and before its slot would be deleted.
  await until('it was tried twice', () => syncs >= 3);
  expect(engine.requests({ method: 'POST' })).toHaveLength(1);
  expect(engine.requests({ origin: 'storage' })).toEqual([]);
  broken = false;
  await idle(core);
  engine.expectExactlyOnce(['the text of a']);
});

test('what a person asks for is on disk before it is answered', async () => {
  let sync = { begun: Promise.withResolvers<string>(), held: Promise.withResolvers<void>() };
  const engine = await createEngine({
    tuning: {
      ledger: {
        syncFile: () => {
          sync.begun.resolve('synced first');
          return sync.held.promise;
        },
      },
    },
  });
  const core = await engine.start('none');
  const path = engine.file('a.txt');
  const asks = {
    'uploads.add': () => core.calls['uploads.add']({ paths: [path], options: defaultUploadOptions }),
    'uploads.pause': () => core.calls['uploads.pause']({ filter: {} }),
    'uploads.cancel': () => core.calls['uploads.cancel']({ filter: {} }),
    'documents.change': () => core.calls['documents.change']({ kind: 'delete', filter: {} }),
    'agent.pause': () => core.calls['agent.pause']({}),
    'ledger.rebuild': () => core.calls['ledger.rebuild']({ profileId: 'test' }),
  };
  for (const [name, ask] of Object.entries(asks)) {
    sync = { begun: Promise.withResolvers(), held: Promise.withResolvers() };
    const answer = ask();
    expect(await Promise.race([sync.begun.promise, answer.then(() => 'answered')]), name).toBe(
      'synced first',
    );
    sync.held.resolve();
    await answer;
  }
  // What only looks costs no sync.
  sync = { begun: Promise.withResolvers(), held: Promise.withResolvers() };
  await core.calls['uploads.list']({ limit: 10 });
});

test('a ledger that fails once while a cancelled upload is cut off ends nothing else', async () => {
  let fails = false;
  const engine = await createEngine({
    sandbox: { faults: [{ match: { origin: 'storage', method: 'PUT' }, kind: 'hang', times: 1 }] },
    tuning: {
      ledger: {
        onStatement(sql) {
          if (!fails || sql !== 'SELECT * FROM uploads WHERE id = ?') return;
          fails = false;
          throw Object.assign(new Error('disk I/O error'), { code: 'ERR_SQLITE_ERROR', errcode: 10 });
        },
      },
    },
  });
  const core = await engine.start();
  await addUploads(core, [engine.file('a.txt')]);
  await until('it is being sent', async () => (await states(core))[0] === 'putting');
  fails = true;
  // What nobody catches fails this test, as it would end the program.
  await core.calls['uploads.cancel']({ filter: {} });
  await until('it failed', () => !fails);
  await core.stop();
});
