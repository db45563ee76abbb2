import { expect, test } from 'vitest';
import {
  addUploads,
  createEngine,
  type EngineFixture,
  idle,
  states,
  until,
  uploadOf,
} from '../support/engine-fixture.ts';

const content = 'The supervisory board met on Monday.';
const refuseDeletes = { match: { method: 'DELETE' }, kind: 'forbidden' } as const;
const put = { origin: 'storage', method: 'PUT' } as const;

async function cancelledButThere(engine: EngineFixture) {
  const core = await engine.start();
  const path = engine.file('a.txt', content);
  const [id = 0] = await addUploads(core, [path]);
  await until('it is being enriched', async () => (await uploadOf(core, id)).state === 'processing');
  await core.calls['uploads.cancel']({ filter: { ids: [id] } });
  await idle(core);
  return { core, id, path };
}

const slow = { faults: [refuseDeletes], enrichSeconds: [600, 600] as [number, number] };

test.concurrent('U11: a cancelled upload whose document may not be deleted says so, and the file added again makes no second one', async () => {
  const engine = await createEngine({ sandbox: slow });
  const { core, id, path } = await cancelledButThere(engine);
  const [document] = engine.live();
  expect(await uploadOf(core, id)).toMatchObject({
    state: 'attention',
    code: 'DELETE_REFUSED',
    contentId: document?.id,
  });
  await addUploads(core, [path]);
  await idle(core);
  expect(await states(core)).toEqual(['attention DELETE_REFUSED', 'duplicate']);
  engine.expectExactlyOnce([content]);
});

test.concurrent('U11: deleted again once it is allowed, it is gone, and whoever waited for it is sent', async () => {
  const engine = await createEngine({ sandbox: slow });
  const { core, id } = await cancelledButThere(engine);
  await addUploads(core, [engine.file('b.txt', content)]);
  await idle(core);
  await core.calls['uploads.resolve']({ filter: { ids: [id] }, choice: 'delete' });
  await idle(core);
  expect(await states(core)).toEqual(['attention DELETE_REFUSED', 'duplicate']);
  engine.sandbox.faults.replace([]);
  // The ordinary retry tries to delete, too: this upload was cancelled.
  await core.calls['uploads.retry']({ filter: { ids: [id] } });
  await until('the other one is sent', async () => (await states(core))[1] === 'processing');
  expect(await states(core)).toEqual(['cancelled CANCELLED', 'processing']);
  engine.expectExactlyOnce([content]);
});

test.concurrent('U11: a person keeps the document after all, and it is followed to its end', async () => {
  const engine = await createEngine({ sandbox: { ...slow, enrichSeconds: [30, 30] } });
  const { core, id } = await cancelledButThere(engine);
  await core.calls['uploads.resolve']({ filter: { ids: [id] }, choice: 'keep' });
  await idle(core);
  expect(await states(core)).toEqual(['completed']);
  engine.expectExactlyOnce([content]);
});

test.concurrent('U4: what is enriched in vain and may not be deleted is not sent a second time', async () => {
  const engine = await createEngine({ sandbox: { annotate: true, faults: [refuseDeletes] } });
  const core = await engine.start();
  await addUploads(core, [engine.file('broken.pdf', 'this is no PDF')]);
  await idle(core);
  expect(await states(core)).toEqual(['attention FILE_DAMAGED']);
  await core.calls['uploads.retry']({ filter: {} });
  await idle(core);
  expect(await states(core)).toEqual(['attention NOT_SENT_AGAIN']);
  engine.expectExactlyOnce(['this is no PDF']);
  await core.calls['uploads.resolve']({ filter: {}, choice: 'keep' });
  await idle(core);
  expect(await states(core)).toEqual(['attention FILE_DAMAGED']);
});

test.concurrent('U7: a slot that stays empty and may not be deleted is no reason not to send the file', async () => {
  const engine = await createEngine({
    sandbox: {
      faults: [
        refuseDeletes,
        { match: put, kind: 'status', status: 403, times: 1 },
        { match: put, kind: 'reset', times: 4 },
      ],
    },
    random: () => 0,
  });
  const core = await engine.start();
  await addUploads(core, [engine.file('a.txt', content)]);
  await idle(core);
  expect(await states(core)).toEqual(['completed']);
  engine.expectExactlyOnce([content]);
  expect(engine.emptySlots().length).toBeGreaterThan(0);
  expect((await core.calls['agent.status']({})).abandonedSlots).toBe(engine.emptySlots().length);
});

test.concurrent('U7: cancelled while it is sent: its slot may not be deleted, and is litter once late bytes would have come', async () => {
  const engine = await createEngine({
    sandbox: { faults: [refuseDeletes] },
    profile: { uploadBandwidth: 20_000 },
  });
  const core = await engine.start();
  const [id = 0] = await addUploads(core, [engine.file('a.txt', Buffer.alloc(3_000_000, 'page '))]);
  await until('it is sending', async () => (await uploadOf(core, id)).state === 'putting');
  await core.calls['uploads.cancel']({ filter: { ids: [id] } });
  await until('it waits', async () => (await uploadOf(core, id)).code === 'DELETE_REFUSED');
  expect((await uploadOf(core, id)).state).toBe('cancelling');
  await idle(core);
  expect(await states(core)).toEqual(['cancelled CANCELLED']);
  expect(engine.live()).toEqual([]);
  expect(engine.emptySlots()).toHaveLength(1);
});

test.concurrent.each([
  ['waits for the service', { kind: 'status', status: 500 }],
  ['is under way', { kind: 'slow', delayMs: 20_000 }],
] as const)(
  'U11: cancelled while what is sent again %s, it is cancelled, and nothing is sent',
  async (_when, how) => {
    const engine = await createEngine({ sandbox: { annotate: true } });
    const core = await engine.start();
    const [id = 0] = await addUploads(core, [engine.file('broken.pdf', 'this is no PDF')]);
    await idle(core);
    expect(await states(core)).toEqual(['attention FILE_DAMAGED']);
    engine.sandbox.faults.replace([{ match: { method: 'DELETE' }, ...how }]);
    await core.calls['uploads.retry']({ filter: { ids: [id] } });
    await until('its document is being deleted', () =>
      engine.ledger(
        ({ sqlite }) =>
          sqlite
            .prepare("SELECT 1 FROM uploads WHERE state = 'cancelling' AND after_state = 'requeue'")
            .get() !== undefined,
      ),
    );
    expect(await core.calls['uploads.cancel']({ filter: { ids: [id] } })).toMatchObject({ count: 1 });
    if (how.kind === 'status') engine.sandbox.faults.replace([]);
    await idle(core);
    expect(await states(core)).toEqual(['cancelled CANCELLED']);
    expect(engine.requests({ method: 'POST', path: '/documents$' })).toHaveLength(1);
    expect(engine.live()).toEqual([]);
  },
);

test.concurrent('W7: an old version that may not be deleted stays while the newer one is sent again', async () => {
  const engine = await createEngine();
  const folder = engine.folder('inbox', { changed: 'replace' });
  await engine.settings.update((settings) => ({ ...settings, folders: [folder] }));
  engine.file('inbox/a.txt', 'as it was');
  const core = await engine.start('watch');
  await until('the old one is in', async () => (await states(core))[0] === 'completed');
  await idle(core);
  engine.sandbox.faults.replace([{ match: { method: 'DELETE' }, kind: 'forbidden' }]);
  engine.file('inbox/a.txt', 'as it is now');
  await core.calls['folders.reconcile']({});
  await until('the new one is in', async () => (await states(core))[1] === 'completed');
  await idle(core);
  expect(await states(core)).toEqual(['completed OLD_VERSION_KEPT', 'completed']);
  const [older, newer] = engine.live().map(({ id }) => id);
  const replace = { status: 'failed', error_code: 'X', updated_at: '2099-01-01T00:00:00Z' };
  const fails = { match: { method: 'GET', path: '/documents' }, kind: 'rewrite', replace } as const;
  const slowly = { match: { method: 'DELETE', path: newer }, kind: 'slow', delayMs: 10_000 } as const;
  engine.sandbox.faults.replace([fails, slowly]);
  await core.calls['documents.show']({ contentId: newer ?? '' });
  expect(await states(core)).toEqual(['completed OLD_VERSION_KEPT', 'attention ENRICHMENT_FAILED']);
  await core.calls['uploads.retry']({ filter: {} });
  await until('it failed again', async () => (await states(core))[1] === 'attention ENRICHMENT_FAILED');
  await idle(core);
  expect(engine.live().map(({ id }) => id)).toContain(older);
  expect(await states(core)).toEqual(['completed OLD_VERSION_KEPT', 'attention ENRICHMENT_FAILED']);
});
