import { expect, test } from 'vitest';
import type { FaultRule } from '../../src/sandbox/http/fault-rule.ts';
import {
  addUploads,
  createEngine,
  eventsOf,
  idle,
  states,
  until,
  uploadOf,
} from '../support/engine-fixture.ts';

const content = 'The outlook for the year was raised.';
const one = '/documents/[A-F0-9]{32}$';
const lostAnswer = {
  match: { origin: 'storage', method: 'PUT' },
  kind: 'reset-after',
  times: 1,
} as const;

test.concurrent.each([
  ['the first three looks', { match: { method: 'GET', path: one }, times: 3 }, true],
  ['the first three looks, and no list', { match: { method: 'GET', path: one }, times: 3 }, false],
  ['every look of the first 40 s', { match: { path: one, method: 'GET', youngerThanMs: 40_000 } }, true],
] as const)(
  'U7: a document whose PUT lost its answer is not sent again because a replica lags (%s)',
  async (_how, lag, listEndpoint) => {
    const engine = await createEngine({
      sandbox: { faults: [lostAnswer, { ...lag, kind: 'stale' }], listEndpoint },
    });
    const core = await engine.start();
    await addUploads(core, [engine.file('a.txt', content)]);
    await idle(core);
    expect(await states(core)).toEqual(['completed']);
    engine.expectExactlyOnce([content]);
    expect(engine.requests({ method: 'POST', path: '/documents$' })).toHaveLength(1);
  },
);

test.concurrent('U7: a document that no look finds by itself, but the list shows, is not sent again', async () => {
  const engine = await createEngine({
    sandbox: { faults: [lostAnswer, { match: { method: 'GET', path: one }, kind: 'stale' }] },
  });
  const core = await engine.start();
  await addUploads(core, [engine.file('a.txt', content)]);
  await idle(core);
  expect(await states(core)).toEqual(['completed']);
  engine.expectExactlyOnce([content]);
  expect(engine.requests({ method: 'POST', path: '/documents$' })).toHaveLength(1);
  expect(engine.requests({ method: 'DELETE' })).toEqual([]);
});

test.concurrent('U7: while the list cannot be asked, nothing is sent again', async () => {
  const engine = await createEngine({
    sandbox: {
      faults: [
        lostAnswer,
        { match: { method: 'GET', path: one }, kind: 'stale' },
        { match: { method: 'GET', path: '/documents$' }, kind: 'status', status: 500, times: 4 },
      ],
    },
  });
  const core = await engine.start();
  await addUploads(core, [engine.file('a.txt', content)]);
  await idle(core);
  expect(await states(core)).toEqual(['completed']);
  expect(engine.requests({ method: 'POST', path: '/documents$' })).toHaveLength(1);
});

test.concurrent('U7, U8: the looks at what is not there go on after a restart, and burn no attempt', async () => {
  const engine = await createEngine({
    sandbox: { faults: [lostAnswer, { match: { method: 'GET', path: one }, kind: 'stale' }] },
  });
  const core = await engine.start();
  const [id = 0] = await addUploads(core, [engine.file('a.txt', content)]);
  await until('it waits', async () => (await uploadOf(core, id)).state === 'verifying');
  const { attempts } = await uploadOf(core, id);
  const looks = engine.requests({ method: 'GET', path: one }).length;
  await core.stop();
  const again = await engine.start();
  await until('it was looked for again', () => engine.requests({ method: 'GET', path: one }).length > looks);
  expect(await uploadOf(again, id)).toMatchObject({ state: 'verifying', attempts });
  engine.sandbox.faults.replace([]);
  await idle(again);
  expect(await states(again)).toEqual(['completed']);
  engine.expectExactlyOnce([content]);
  expect(engine.requests({ method: 'POST', path: '/documents$' })).toHaveLength(1);
});

test.concurrent('U7: a document that a replica never shows is deleted before its bytes are sent again', async () => {
  const engine = await createEngine({
    sandbox: {
      // Two while the address is tried again, and four over a minute.
      faults: [lostAnswer, { match: { method: 'GET', path: one }, kind: 'stale', times: 5 }],
      listEndpoint: false,
    },
  });
  const core = await engine.start();
  const [id = 0] = await addUploads(core, [engine.file('a.txt', content)]);
  await until('sent again', () => engine.requests({ method: 'POST', path: '/documents$' }).length === 2);
  await idle(core);
  expect(await states(core)).toEqual(['completed']);
  engine.expectExactlyOnce([content]);
  expect(engine.requests({ method: 'DELETE' }).length).toBeGreaterThan(0);
  expect((await eventsOf(core, id)).map(({ kind }) => kind)).toContain('failed');
});

test.concurrent('U11: a DELETE that a lagging replica answers with "not there" does not make an upload cancelled', async () => {
  const engine = await createEngine({
    sandbox: {
      enrichSeconds: [600, 600],
      faults: [{ match: { method: 'DELETE', path: one }, kind: 'stale', times: 3 }],
    },
  });
  const core = await engine.start();
  const [id = 0] = await addUploads(core, [engine.file('a.txt', content)]);
  await until('it is being enriched', async () => (await uploadOf(core, id)).state === 'processing');
  await core.calls['uploads.cancel']({ filter: { ids: [id] } });
  await idle(core);
  expect(await states(core)).toEqual(['cancelled CANCELLED']);
  expect(engine.live()).toEqual([]);
});

test.concurrent('U11: a DELETE that always says "not there" of what the list shows does not make an upload cancelled', async () => {
  const engine = await createEngine({
    sandbox: { faults: [{ match: { method: 'DELETE', path: one }, kind: 'stale' }] },
  });
  const core = await engine.start();
  const [id = 0] = await addUploads(core, [engine.file('a.txt', content)]);
  await until('it is there', () => engine.live().length === 1);
  await core.calls['uploads.cancel']({ filter: { ids: [id] } });
  await idle(core);
  expect(await states(core)).toEqual(['attention DELETE_REFUSED']);
  engine.expectExactlyOnce([content]);
});

test.concurrent('U7: a document that the service had forgotten, and shows again after its bytes were sent again, is deleted', async () => {
  const forgotten: FaultRule[] = [
    { match: { path: one, method: 'GET' }, kind: 'stale' },
    { match: { path: one, method: 'DELETE' }, kind: 'stale' },
    { match: { path: '/documents$', method: 'GET' }, kind: 'rewrite', replace: { results: [] } },
  ];
  const engine = await createEngine({ sandbox: { faults: [lostAnswer, ...forgotten] } });
  const core = await engine.start();
  await addUploads(core, [engine.file('a.txt', content)]);
  await until('sent again', () => engine.requests({ method: 'POST', path: '/documents$' }).length === 2);
  engine.sandbox.faults.replace([]);
  await until('one is left', async () => {
    const isDone = (await states(core)).includes('completed');
    return isDone && engine.live().length === 1;
  });
  engine.expectExactlyOnce([content]);
});
