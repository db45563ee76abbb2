import { expect, test } from 'vitest';
import { addUploads, createEngine, idle, states, until, uploadOf } from '../support/engine-fixture.ts';

const bytes = Buffer.alloc(300_000, 'text ');

test.concurrent('two agents on one data folder: the second is refused and told who holds it', async () => {
  const engine = await createEngine();
  await engine.start();
  await expect(engine.start()).rejects.toMatchObject({
    code: 'LEDGER_BUSY',
    message: expect.stringContaining(`process ${process.pid} on `),
  });
  await expect(engine.start('watch')).rejects.toMatchObject({ code: 'LEDGER_BUSY' });
});

test.concurrent('the data folder is free again when its agent has stopped, and when it could not start', async () => {
  const engine = await createEngine();
  const core = await engine.start();
  await expect(engine.start()).rejects.toMatchObject({ code: 'LEDGER_BUSY' });
  await core.stop();
  const again = await engine.start();
  await addUploads(again, [engine.file('a.txt')]);
  await idle(again);
  engine.expectExactlyOnce(['This is a.txt, which says something of its own.']);
});

test.concurrent('beside a running agent: what another process adds, cancels, pauses, resumes and retries is done by the agent', async () => {
  const engine = await createEngine({ profile: { uploadBandwidth: 3_000 } });
  const agent = await engine.start();
  const other = await engine.start('none');
  const [first = 0] = await addUploads(other, [engine.file('first.txt', bytes)]);
  const sent = async () =>
    (await agent.calls['agent.status']({})).active.some((one) => one.uploadId === first && one.sentBytes > 0);
  await until('the agent sends it', sent);

  await other.calls['uploads.pause']({ filter: { ids: [first] } });
  await until('it stopped', async () => (await agent.calls['agent.status']({})).active.length === 0);
  expect((await uploadOf(agent, first)).paused).toBe(true);
  await other.calls['uploads.resume']({ filter: { ids: [first] } });
  await until('the agent sends it again', sent);

  await other.calls['agent.pause']({});
  await until('everything stopped', async () => {
    const status = await agent.calls['agent.status']({});
    return status.paused && status.active.length === 0;
  });
  await other.calls['agent.resume']({});
  await until('the agent goes on', sent);

  await other.calls['uploads.cancel']({ filter: { ids: [first] } });
  await until('it is cancelled', async () => (await uploadOf(agent, first)).state === 'cancelled');
  expect(engine.live()).toEqual([]);
  expect(engine.emptySlots()).toEqual([]);

  engine.file('first.txt', 'shorter now');
  await other.calls['uploads.retry']({ filter: { ids: [first] } });
  await until('it is in', async () => (await uploadOf(other, first)).state === 'completed');
  engine.expectExactlyOnce(['shorter now']);
  expect(await states(other)).toEqual(['completed']);
});

test.concurrent('a profile that is changed twice in a moment runs in one engine, and sends nothing twice', async () => {
  const engine = await createEngine({
    speed: 10,
    profile: { uploadBandwidth: 20_000 },
    // On a busy machine an engine may stop before the answer that names a slot. Sluice deletes such a slot
    // after a day.
    tuning: { slotAgeMs: 0 },
  });
  const core = await engine.start();
  const contents = Array.from({ length: 12 }, (_, index) => Buffer.alloc(40_000, index));
  await addUploads(
    core,
    contents.map((content, index) => engine.file(`${index}.bin`, content)),
  );
  await until('bytes move', async () =>
    (await core.calls['agent.status']({})).active.some((one) => one.sentBytes > 0),
  );
  const rename = (name: string) =>
    engine.settings.update((settings) => ({
      ...settings,
      profiles: settings.profiles.map((profile) => ({ ...profile, name })),
    }));
  await rename('one');
  await rename('two');
  await until(
    'the engine was changed',
    async () => (await core.calls['agent.status']({})).active.length === 0 || engine.live().length > 2,
  );
  await rename('three');
  await idle(core);
  engine.expectExactlyOnce(contents);
  await until('every slot is cleaned', () => engine.emptySlots().length === 0);
});

test.concurrent('a profile that is removed stops: nothing more is sent with it', async () => {
  const engine = await createEngine({ speed: 1, profile: { uploadBandwidth: 20_000 } });
  const core = await engine.start();
  await addUploads(core, [engine.file('a.bin', bytes)]);
  await until('bytes move', async () => (await core.calls['agent.status']({})).active.length > 0);
  await engine.settings.update((settings) => ({ ...settings, profiles: [] }));
  await until('nothing moves', async () => (await core.calls['agent.status']({})).active.length === 0);
  expect(engine.live()).toEqual([]);
});
