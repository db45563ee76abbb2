import { expect, test } from 'vitest';
import type { FaultRule } from '../../src/sandbox/http/fault-rule.ts';
import {
  addUploads,
  allUploads,
  createEngine,
  type EngineFixture,
  states,
  until,
} from '../support/engine-fixture.ts';

const minute = 60_000;
const lasts = 15 * minute;
const enrich = { method: 'POST', path: '^/contents/v1/documents$' };
const api = { origin: 'api' } as const;
const storage = { origin: 'storage', method: 'PUT' } as const;

/** Waits until so much of core's time has passed. */
function pass(engine: EngineFixture, milliseconds: number): Promise<void> {
  const { clock } = engine.dependencies;
  const end = clock.now() + milliseconds;
  return until(`${milliseconds} ms passed`, () => clock.now() >= end, 600_000);
}

const outages: [string, number, FaultRule, string][] = [
  ['503 to everything', 30, { match: api, kind: 'status', status: 503 }, 'SERVICE_FAILED'],
  ['503 to new documents', 30, { match: enrich, kind: 'status', status: 503 }, 'SERVICE_FAILED'],
  ['402 to new documents', 30, { match: enrich, kind: 'status', status: 402 }, 'QUOTA_EXHAUSTED'],
  ['403 to new documents', 30, { match: enrich, kind: 'status', status: 403 }, 'NOT_PERMITTED'],
  ['404 to new documents', 30, { match: enrich, kind: 'status', status: 404 }, 'NO_SUCH_OPERATION'],
  ['401 to everything', 30, { match: api, kind: 'status', status: 401 }, 'KEY_REJECTED'],
  ['500 of the storage', 30, { match: storage, kind: 'status', status: 500 }, 'STORAGE_FAILED'],
  [
    '503 of a storage that asks to slow down',
    30,
    { match: storage, kind: 'status', status: 503 },
    'RATE_LIMITED',
  ],
  [
    '502 of the storage to a file alone',
    1,
    { match: storage, kind: 'status', status: 502 },
    'STORAGE_FAILED',
  ],
];

test.concurrent.each(outages)(
  '15 minutes of %s: at most two requests a minute on average, nothing given up, nothing counted, two lines, and it goes on',
  async (_name, count, fault, code) => {
    const engine = await createEngine({
      speed: 200,
      random: () => 0.5,
      sandbox: { enrichSeconds: [600, 900] },
    });
    const core = await engine.start();
    // Something to follow meanwhile.
    await addUploads(core, [engine.file('before.txt')]);
    await until('one is in', () => engine.live().length === 1);
    engine.sandbox.faults.replace([fault]);
    const paths = Array.from({ length: count }, (_, index) => engine.file(`${index}.txt`));
    await addUploads(core, paths);
    const health = async () => (await core.calls['agent.status']({})).health.services.test;
    await until('it is known', async () => (await health())?.code === code);
    const lastAsked = () => engine.sandbox.requests.list({ limit: 100_000 }).at(-1)?.time ?? 0;
    // Probes are further apart.
    await until('what was under way has ended', () => engine.sandboxClock.now() - lastAsked() > 15_000);
    const since = engine.sandboxClock.now();
    await pass(engine, lasts);
    // Over all of it: on a full machine several may arrive together.
    const asked = engine.sandbox.requests.list({ since, limit: 100_000 });
    expect(asked.length).toBeLessThanOrEqual((2 * lasts) / minute);
    expect((await states(core)).filter((state) => state.startsWith('attention'))).toEqual([]);
    expect((await allUploads(core)).filter(({ attempts }) => attempts > 0)).toEqual([]);
    expect(await health()).toMatchObject({ code, since: expect.any(Number) });
    const said = () => engine.log.filter((line) => line.startsWith('Background work'));
    expect(said()).toHaveLength(1);
    const slots = engine.ledger(({ sqlite }) =>
      sqlite
        .prepare("SELECT count(*) AS n FROM abandoned_slots WHERE state = 'open' AND content_id IS NULL")
        .get(),
    ) as { n: number };
    expect(slots.n).toBeLessThanOrEqual(10);
    engine.sandbox.faults.replace([]);
    await until('all are in', () => engine.live().length === count + 1);
    expect(engine.sandbox.audit().duplicates).toEqual({});
    await until('that is said', () => said().length > 1);
    expect(said()).toHaveLength(2);
  },
);
