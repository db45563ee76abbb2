import { writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { addUploads, createEngine, type EngineFixture, states, until } from '../support/engine-fixture.ts';

/** What a person waits for at most when they close Sluice, ms on a machine that does nothing else. */
const bound = 2_000;

async function timeToStop(engine: EngineFixture, core: { stop(): Promise<void> }): Promise<number> {
  const before = engine.lived();
  await core.stop();
  return engine.lived() - before;
}

const enrich = { method: 'POST', path: '^/contents/v1/documents$' };

test.each([
  ['a cleanup that was asked to wait an hour', { method: 'DELETE' }, 'status', 429],
  ['a cleanup that is never answered', { method: 'DELETE' }, 'hang', undefined],
] as const)('stopping does not wait for %s', async (_name, match, kind, status) => {
  const engine = await createEngine({ sandbox: { enrichSeconds: [600, 600] } });
  const core = await engine.start();
  const ids = await addUploads(core, [engine.file('a.txt')]);
  await until('it landed', () => engine.live().length === 1);
  engine.sandbox.faults.replace([
    { match, kind, ...(status === undefined ? {} : { status, retryAfter: 3_600 }) },
  ]);
  await core.calls['uploads.cancel']({ filter: { ids } });
  await until('it was asked to delete', () => engine.sandbox.faults.state()[0]?.struck === 1);
  expect(await timeToStop(engine, core)).toBeLessThan(bound);
});

test.each([
  ['asked to wait an hour', { kind: 'status', status: 503, retryAfter: 3_600 }],
  ['not answered', { kind: 'hang' }],
] as const)(
  'stopping does not wait for uploads that are %s, and the next start goes on',
  async (_name, fault) => {
    const engine = await createEngine();
    engine.sandbox.faults.replace([{ match: enrich, ...fault }]);
    const core = await engine.start();
    await addUploads(core, [engine.file('a.txt'), engine.file('b.txt')]);
    await until('it was asked for', () => (engine.sandbox.faults.state()[0]?.struck ?? 0) > 0);
    expect(await timeToStop(engine, core)).toBeLessThan(bound);
    engine.sandbox.faults.replace([]);
    const again = await engine.start();
    // The pause that was asked for is kept; a person's retry ends it.
    await again.calls['uploads.retry']({ filter: {} });
    await until('both are in', async () => (await states(again)).every((state) => state === 'completed'));
  },
);

test('stopping does not wait for a document that nobody answers for', async () => {
  const engine = await createEngine({ sandbox: { enrichSeconds: [600, 600] } });
  engine.sandbox.faults.replace([{ match: { method: 'GET' }, kind: 'hang' }]);
  const core = await engine.start();
  await addUploads(core, [engine.file('a.txt')]);
  await until('it is asked about', () => (engine.sandbox.faults.state()[0]?.struck ?? 0) > 0);
  expect(await timeToStop(engine, core)).toBeLessThan(bound);
});

test('stopping does not wait for what the service holds after the ledger was lost', async () => {
  const engine = await createEngine();
  const core = await engine.start();
  await core.stop();
  writeFileSync(`${engine.dataDirectory}/ledger.sqlite`, Buffer.alloc(50_000, 'no database at all '));
  engine.sandbox.faults.replace([{ match: { method: 'GET' }, kind: 'hang' }]);
  const again = await engine.start();
  await until('it is asked', () => (engine.sandbox.faults.state()[0]?.struck ?? 0) > 0);
  expect(await timeToStop(engine, again)).toBeLessThan(bound);
});
