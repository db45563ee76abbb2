import { describe, expect, test } from 'vitest';
import {
  addUploads,
  allUploads,
  createEngine,
  eventsOf,
  type EngineFixture,
  idle,
  states,
  until,
  uploadOf,
} from '../support/engine-fixture.ts';

const slow = { uploadBandwidth: 30_000 };
const bytes = Buffer.alloc(400_000, 'Some text. ');
const put = { origin: 'storage', method: 'PUT' } as const;

/** Until the large file is on its way. A small one beside it may be there already. */
async function sending(
  engine: EngineFixture,
  core: Awaited<ReturnType<EngineFixture['start']>>,
): Promise<void> {
  await until('bytes of the large file move', async () => {
    const { active } = await core.calls['agent.status']({});
    return active.some((upload) => upload.path.endsWith('a.txt') && upload.sentBytes > 0);
  });
  expect(engine.live().map((document) => document.file_name)).not.toContain('a.txt');
}

describe('U11: pause and resume', () => {
  test.concurrent('everything: what is under way stops, survives a restart, and goes on', async () => {
    const engine = await createEngine({ profile: slow, tuning: { slotAgeMs: 0 } });
    const core = await engine.start();
    await addUploads(core, [engine.file('a.txt', bytes), engine.file('b.txt', 'another')]);
    await sending(engine, core);
    await core.calls['agent.pause']({});
    await until('nothing moves', async () => (await core.calls['agent.status']({})).active.length === 0);
    await core.stop();
    const again = await engine.start();
    expect(await again.calls['agent.status']({})).toMatchObject({ paused: true });
    // Documents that landed are followed also while sending pauses; what must not grow is what asks for
    // slots.
    const before = engine.requests({ method: 'POST' }).length;
    await addUploads(again, [engine.file('c.txt', 'a third')]);
    expect(engine.requests({ method: 'POST' })).toHaveLength(before);
    await engine.settings.update((settings) => ({
      ...settings,
      profiles: settings.profiles.map((profile) => ({ ...profile, uploadBandwidth: null })),
    }));
    await again.calls['agent.resume']({});
    await idle(again);
    // The pause may have met a POST under way: its slot has no name and is swept.
    await until('lost slots are swept', async () => engine.emptySlots().length === 0);
    engine.expectExactlyOnce([bytes, 'another', 'a third']);
    expect((await allUploads(again)).map((upload) => upload.attempts)).toEqual([0, 0, 0]);
  });

  test.concurrent('one item: the others go on, and it survives a restart', async () => {
    const engine = await createEngine({ profile: slow });
    const core = await engine.start();
    const [id = 0] = await addUploads(core, [engine.file('a.txt', bytes)]);
    await sending(engine, core);
    expect(await core.calls['uploads.pause']({ filter: { ids: [id] } })).toEqual({ count: 1 });
    const [other = 0] = await addUploads(core, [engine.file('b.txt', 'another')]);
    await until('the other is in', async () => (await uploadOf(core, other)).state === 'completed');
    // Paused does not count: a run that waits for the end ends.
    await idle(core);
    await core.stop();
    const again = await engine.start();
    await idle(again);
    expect(await uploadOf(again, id)).toMatchObject({ paused: true, landedAt: null });
    await engine.settings.update((settings) => ({
      ...settings,
      profiles: settings.profiles.map((profile) => ({ ...profile, uploadBandwidth: null })),
    }));
    await again.calls['uploads.resume']({ filter: { ids: [id] } });
    await idle(again);
    engine.expectExactlyOnce([bytes, 'another']);
    await until('no slot is left', () => engine.emptySlots().length === 0);
  });

  test.concurrent('a watch folder: its transfers stop at once, others go on, and nothing is lost', async () => {
    const engine = await createEngine({ profile: slow });
    const folder = engine.folder('inbox');
    engine.file('inbox/a.txt', bytes);
    await engine.settings.update((settings) => ({ ...settings, folders: [folder] }));
    const core = await engine.start('watch');
    await sending(engine, core);
    await core.calls['folders.edit']({ folderId: 'inbox', changes: { paused: true } });
    await until('nothing moves', async () => (await core.calls['agent.status']({})).active.length === 0);
    const [other = 0] = await addUploads(core, [engine.file('b.txt', 'another')]);
    await until('the other is in', async () => (await uploadOf(core, other)).state === 'completed');
    expect(engine.live().map((document) => document.file_name)).toEqual(['b.txt']);
    await engine.settings.update((settings) => ({
      ...settings,
      profiles: settings.profiles.map((profile) => ({ ...profile, uploadBandwidth: null })),
    }));
    await core.calls['folders.edit']({ folderId: 'inbox', changes: { paused: false } });
    await until('the file is in', () => engine.live().length === 2);
    engine.expectExactlyOnce([bytes, 'another']);
  });
});

describe('U11: cancel', () => {
  test.concurrent('while bytes move: the half-made document goes', async () => {
    const engine = await createEngine({ profile: slow });
    const core = await engine.start();
    const [id = 0] = await addUploads(core, [engine.file('a.txt', bytes)]);
    await sending(engine, core);
    await core.calls['uploads.cancel']({ filter: { ids: [id] } });
    await idle(core);
    expect(await states(core)).toEqual(['cancelled CANCELLED']);
    expect(engine.live()).toEqual([]);
    expect(engine.emptySlots()).toEqual([]);
  });

  test.concurrent('while it is being enriched: the document goes, and the same bytes may come again', async () => {
    const engine = await createEngine({ sandbox: { enrichSeconds: [600, 600] } });
    const core = await engine.start();
    const path = engine.file('a.txt');
    await addUploads(core, [path]);
    await until('it landed', () => engine.live().length === 1);
    await core.calls['uploads.cancel']({ filter: {} });
    await until('it is gone', () => engine.live().length === 0);
    await until('that is written down', async () => (await states(core))[0] === 'cancelled CANCELLED');
    await addUploads(core, [path]);
    await until('it landed again', () => engine.live().length === 1);
  });

  test.concurrent('while the service thinks about the enrich request: the slot it makes is swept', async () => {
    const match = { method: 'POST', path: '^/contents/v1/documents$' };
    const engine = await createEngine({
      sandbox: { faults: [{ match, kind: 'hang-after', times: 1 }] },
      tuning: { slotAgeMs: 0 },
    });
    const core = await engine.start();
    await addUploads(core, [engine.file('a.txt')]);
    await until('the slot is there', () => engine.emptySlots().length === 1);
    await core.calls['uploads.cancel']({ filter: {} });
    await idle(core);
    expect(await states(core)).toEqual(['cancelled CANCELLED']);
    await until('the slot is swept', () => engine.emptySlots().length === 0);
  });

  test.concurrent('while everything is paused, and in a paused folder: it is cleaned up all the same', async () => {
    const engine = await createEngine({ profile: slow });
    const folder = engine.folder('inbox');
    engine.file('inbox/a.txt', bytes);
    await engine.settings.update((settings) => ({ ...settings, folders: [folder] }));
    const core = await engine.start('watch');
    await sending(engine, core);
    await core.calls['agent.pause']({});
    await core.calls['folders.edit']({ folderId: 'inbox', changes: { paused: true } });
    await core.calls['uploads.cancel']({ filter: {} });
    await until('it is cancelled', async () => (await states(core))[0] === 'cancelled CANCELLED');
    expect(engine.emptySlots()).toEqual([]);
    expect(engine.live()).toEqual([]);
  });

  test.concurrent('a duplicate of what is cancelled takes its place', async () => {
    const engine = await createEngine();
    const goOn = engine.holdService();
    const core = await engine.start();
    const [first = 0] = await addUploads(core, [engine.file('a.txt', 'same')]);
    await until('it landed', () => engine.live().length === 1);
    await addUploads(core, [engine.file('b.txt', 'same')]);
    await until('the second waits', async () => (await states(core))[1] === 'duplicate');
    await core.calls['uploads.cancel']({ filter: { ids: [first] } });
    goOn();
    await idle(core);
    expect(await states(core)).toEqual(['cancelled CANCELLED', 'completed']);
    expect(engine.live().map((document) => document.file_name)).toEqual(['b.txt']);
  });
});

describe('U14: order', () => {
  test.concurrent('manual goes before backlog, "move to top" before all, and retries come last', async () => {
    const engine = await createEngine({ profile: { uploadsAtOnce: 1 }, random: () => 0.0001 });
    const setup = await engine.start('none');
    const names = ['r', 'a', 'b', 'c', 'd', 'e', 'f', 'g'];
    const ids = await addUploads(
      setup,
      names.map((name) => engine.file(`${name}.txt`)),
    );
    engine.ledger((database) =>
      database.sqlite.exec("UPDATE uploads SET lane = 2 WHERE file_name IN ('a.txt', 'b.txt', 'c.txt')"),
    );
    await setup.calls['uploads.moveToTop']({ filter: { ids: [ids[7] ?? 0] } });
    await setup.stop();
    engine.sandbox.faults.replace([{ match: { ...put, nth: 2 }, kind: 'expired', times: 1 }]);
    const core = await engine.start();
    await idle(core);
    const order = engine.live().sort((one, other) => `${one.landed_at}`.localeCompare(`${other.landed_at}`));
    const landed = order.map((document) => document.file_name[0]);
    // Two jobs work at once, one of them sends.
    expect(landed.slice(0, 2)).toContain('g');
    const uploads = await allUploads(core);
    const history = await Promise.all(uploads.map((upload) => eventsOf(core, upload.id)));
    const index = history.findIndex((events) => events.some((event) => event.kind === 'failed'));
    const refused = uploads[index]?.fileName[0] ?? '';
    expect(landed.indexOf(refused)).toBeGreaterThanOrEqual(4);
    const others = landed.filter((name) => name !== refused);
    expect(others.slice(-3).sort()).toEqual(['a', 'b', 'c']);
  });

  test.concurrent('what just arrived goes before a backlog that is already being worked off', async () => {
    const engine = await createEngine({ profile: { uploadsAtOnce: 1, uploadBandwidth: 2_000 } });
    for (let index = 0; index < 30; index++) engine.file(`inbox/old-${index}.txt`, `${index} `.repeat(400));
    await engine.settings.update((settings) => ({ ...settings, folders: [engine.folder('inbox')] }));
    const core = await engine.start('watch');
    await until('the backlog is under way', () => engine.live().length > 0);
    // Core's clock runs ahead of the disk's here: only what comes after the first look is known to have just
    // arrived.
    await until('it was looked through', async () => {
      const [folder] = await core.calls['folders.list']({});
      return folder?.health.lastReconcileAt != null;
    });
    const everyDay = { days: [0, 1, 2, 3, 4, 5, 6], from: '00:00', to: '24:00' };
    // Nothing moves until the new one is in the queue, however long the watcher takes to see it.
    await engine.settings.update((settings) => ({
      ...settings,
      bandwidthSchedule: [{ ...everyDay, bytesPerSecond: 0 }],
    }));
    engine.file('inbox/new.txt', 'This one has just arrived.');
    await until('the new one is queued', async () => (await allUploads(core)).length === 31);
    await engine.settings.update((settings) => ({ ...settings, bandwidthSchedule: [] }));
    await until('the new one is in', () =>
      engine.live().some((document) => document.file_name === 'new.txt'),
    );
    expect(engine.live().length).toBeLessThan(25);
    await core.calls['agent.pause']({});
  });

  test.concurrent('U12: while the timetable pauses uploads, no slot is asked for, and the status says so', async () => {
    const engine = await createEngine();
    const everyDay = { days: [0, 1, 2, 3, 4, 5, 6], bytesPerSecond: 0 };
    await engine.settings.update((settings) => ({
      ...settings,
      folders: [engine.folder('inbox')],
      bandwidthSchedule: [{ ...everyDay, from: '00:00', to: '24:00' }],
    }));
    engine.file('inbox/a.txt', 'This one waits.');
    const core = await engine.start('watch');
    await until('it is queued', async () => (await allUploads(core)).length === 1);
    const health = async () => (await core.calls['agent.status']({})).health;
    await until('it is told', async () => (await health()).state === 'trouble');
    expect((await health()).findings).toMatchObject([{ said: { code: 'health.timetableAlways' } }]);
    expect(engine.requests().filter((request) => request.startsWith('POST'))).toEqual([]);
    await engine.settings.update((settings) => ({ ...settings, bandwidthSchedule: [] }));
    await until('it is in', () => engine.live().length === 1);
    await idle(core);
    expect((await health()).findings).toEqual([]);
  });

  test.concurrent.each(['its folder is paused', 'it is paused'])(
    'W6: a file with the bytes of an upload that waits is reported: %s',
    async (how) => {
      const engine = await createEngine({ profile: { uploadBandwidth: 1_000 } });
      const [p, q] = [engine.folder('p', { settleSeconds: 0 }), engine.folder('q', { settleSeconds: 0 })];
      await engine.settings.update((settings) => ({ ...settings, folders: [p, q] }));
      const bytes = Buffer.alloc(1_000_000, 7);
      engine.file('p/a.bin', bytes);
      const core = await engine.start('watch');
      const isAt = async (state: string) => (await allUploads(core)).some((one) => one.state === state);
      await until('it is being sent', () => isAt('putting'));
      const pause = async (paused: boolean) => {
        if (how === 'its folder is paused')
          return void (await core.calls['folders.edit']({ folderId: p.id, changes: { paused } }));
        const filter = { folderId: p.id };
        if (paused) await core.calls['uploads.pause']({ filter });
        else await core.calls['uploads.resume']({ filter });
      };
      await pause(true);
      engine.file('q/b.bin', bytes);
      await until('the other waits', () => isAt('duplicate'));
      const health = async () => (await core.calls['agent.status']({})).health;
      await until('it is told', async () => (await health()).findings.length === 1);
      expect((await health()).findings).toMatchObject([
        { level: 'attention', said: { code: 'health.waitsForPaused', values: { count: 1 } } },
      ]);
      await engine.settings.update((settings) => ({
        ...settings,
        profiles: settings.profiles.map((one) => ({ ...one, uploadBandwidth: null })),
      }));
      await pause(false);
      await until('it is in', () => engine.live().length === 1);
      await idle(core);
      expect((await health()).findings).toEqual([]);
    },
  );

  test.concurrent('large files leave room for small ones', async () => {
    const engine = await createEngine({ profile: { uploadsAtOnce: 3, uploadBandwidth: 3_000_000 } });
    const large = Buffer.alloc(17 * 1024 * 1024, 1);
    const core = await engine.start();
    const paths = [0, 1, 2, 3].map((index) => {
      large.writeUInt8(index, 0);
      return engine.file(`large-${index}.bin`, large);
    });
    await addUploads(core, paths);
    await until('large ones move', async () => (await core.calls['agent.status']({})).active.length > 0);
    const ids = await addUploads(core, [engine.file('small.txt')]);
    await until('the small one is in', async () => (await uploadOf(core, ids[0] ?? 0)).landedAt !== null);
    expect(engine.live()).toHaveLength(1);
    await core.calls['uploads.cancel']({ filter: {} });
  });
});

test.concurrent('U11: a profile is not removed while what its cancelled uploads left at the service is still being deleted', async () => {
  const engine = await createEngine({ sandbox: { enrichSeconds: [600, 600] } });
  const core = await engine.start();
  const [id = 0] = await addUploads(core, [engine.file('a.txt')]);
  await until('it has landed', async () => (await uploadOf(core, id)).state === 'processing');
  engine.sandbox.faults.replace([{ match: { method: 'DELETE' }, kind: 'hang' }]);
  await core.calls['uploads.cancel']({ filter: { ids: [id] } });
  await expect(core.calls['profiles.remove']({ profileId: 'test' })).rejects.toMatchObject({
    code: 'USAGE',
    detail: expect.stringContaining('1 cancelled upload left at the service'),
  });
  const beside = await engine.start('none');
  await until('the agent has left word', async () => {
    const { health } = await beside.calls['agent.status']({});
    return health.services.test !== undefined;
  });
  await expect(beside.calls['profiles.remove']({ profileId: 'test' })).rejects.toMatchObject({
    code: 'USAGE',
    detail: expect.stringContaining('is still being deleted'),
  });
  await beside.stop();
  await core.stop();
  // Nobody is at it now; it is left there only where a person says so.
  const alone = await engine.start('none');
  await expect(alone.calls['profiles.remove']({ profileId: 'test' })).rejects.toMatchObject({
    code: 'USAGE',
    detail: expect.stringContaining('while Sluice runs'),
  });
  await alone.stop();
  engine.sandbox.faults.replace([]);
  const again = await engine.start();
  await until('it is gone', async () => (await uploadOf(again, id)).state === 'cancelled');
  await again.calls['profiles.remove']({ profileId: 'test' });
  expect(engine.live()).toEqual([]);
});

test.concurrent('W18: a profile is not removed while one of its files is in quarantine', async () => {
  const engine = await createEngine();
  const core = await engine.start();
  const [id = 0] = await addUploads(core, [engine.file('a.txt')]);
  await idle(core);
  await core.stop();
  engine.ledger(({ statement }) =>
    statement(
      `INSERT INTO set_aside (upload_id, profile_id, aside, place) VALUES (?, 'test', 'x', '{}')`,
    ).run(id),
  );
  const alone = await engine.start('none');
  await expect(alone.calls['profiles.remove']({ profileId: 'test' })).rejects.toMatchObject({
    code: 'USAGE',
    detail: expect.stringContaining('has not finished moving or deleting 1 uploaded file'),
  });
});

test.concurrent('U11: a person may remove a profile and leave what its cancelled uploads left at the service', async () => {
  const engine = await createEngine({ sandbox: { enrichSeconds: [600, 600] } });
  const core = await engine.start();
  const [id = 0] = await addUploads(core, [engine.file('a.txt')]);
  await until('it has landed', async () => (await uploadOf(core, id)).state === 'processing');
  await core.stop();
  const alone = await engine.start('none');
  await alone.calls['uploads.cancel']({ filter: { ids: [id] } });
  await expect(alone.calls['profiles.remove']({ profileId: 'test' })).rejects.toMatchObject({
    code: 'USAGE',
  });
  await alone.calls['profiles.remove']({ profileId: 'test', leavesUploads: true });
  expect(engine.settings.get().profiles).toEqual([]);
});

test.concurrent('U11: a profile is not removed while uploads wait to be sent with it', async () => {
  const engine = await createEngine();
  const core = await engine.start('none');
  const [id = 0] = await addUploads(core, [engine.file('a.txt')]);
  for (const leavesUploads of [false, true])
    await expect(core.calls['profiles.remove']({ profileId: 'test', leavesUploads })).rejects.toMatchObject({
      code: 'USAGE',
      detail: expect.stringContaining('1 upload of this profile is not sent yet'),
    });
  const text = 'version: 1\nprofiles: []\n';
  const file = { text, path: '/sluice.yaml', base: '/', isOwn: true, mode: 'apply', prune: true } as const;
  // A file that no longer names it is in force all the same.
  const { unfinished } = await core.calls['settings.configure'](file);
  expect(unfinished).toMatchObject([{ name: '', said: { code: 'usage.profileHasUnsent' } }]);
  expect(engine.settings.get().profiles).toHaveLength(1);
  await core.calls['uploads.cancel']({ filter: { ids: [id] } });
  expect((await core.calls['settings.configure'](file)).unfinished).toEqual([]);
  expect(engine.settings.get().profiles).toEqual([]);
});
