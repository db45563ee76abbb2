import { once } from 'node:events';
import { copyFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, test } from 'vitest';
import { createCore } from '#core/create-core.ts';
import { createClock } from '#core/ports/clock.ts';
import type { FaultRule } from '../../src/sandbox/http/fault-rule.ts';
import { atTestEnd } from '../support/at-test-end.ts';
import {
  allUploads,
  createEngine,
  type EngineFixture,
  idle,
  states,
  until,
} from '../support/engine-fixture.ts';
import { dropLog, ledgerOf, loseLedger, textOf, uploaded } from './support.ts';

/** What a rebuild may conclude from, and what not: a list that shows nothing is silence (docs/adr/0046). */

const list = { method: 'GET', path: '^/contents/v1/documents$' };
const records = { method: 'GET', path: '^/contents/v1/documents(/[A-F0-9]{32})?$' };
/** As while an index is rebuilt. */
const emptyList: FaultRule = { match: list, kind: 'rewrite', replace: { '$.results': [] } };
const posts = (engine: EngineFixture) => engine.requests({ method: 'POST' }).length;
const held = 'attention DUPLICATE_UNCERTAIN';

/** The address of a page that stands at every address of a server. */
async function servePage(text: string): Promise<string> {
  const server = createServer((_request, response) => void response.end(text)).listen(0, '127.0.0.1');
  atTestEnd(() => void server.close());
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

async function allHeld(engine: EngineFixture, count: number) {
  const core = await engine.start('watch');
  await until('they are decided', async () => {
    const all = await states(core);
    return all.filter((state) => state === held).length === count || posts(engine) > 0;
  });
  await idle(core);
  expect(posts(engine)).toBe(0);
  expect((await states(core)).filter((state) => state === held)).toHaveLength(count);
  return core;
}

test.concurrent('W10: a clock that was years behind when the loss was found, and is set then, makes no file a new one', async () => {
  const engine = await createEngine();
  await uploaded(engine, ['a.txt', 'b.txt']);
  loseLedger(engine);
  engine.sandbox.faults.replace([emptyList]);
  const { clock = createClock() } = engine.dependencies;
  let behind = 20 * 365 * 24 * 60 * 60_000;
  const core = createCore({ ...engine.dependencies, clock: { ...clock, now: () => clock.now() - behind } });
  atTestEnd(() => core.stop());
  await core.start('watch');
  behind = 0;
  await until('they are decided', async () => {
    const all = await states(core);
    return all.filter((state) => state === held).length === 2 || posts(engine) > 0;
  });
  await idle(core);
  expect(posts(engine)).toBe(0);
});

test.concurrent('W10: nor if the agent starts again before it knows, and the clock is set by then', async () => {
  const engine = await createEngine();
  await uploaded(engine, ['a.txt', 'b.txt']);
  loseLedger(engine);
  engine.sandbox.faults.replace([{ match: list, kind: 'status', status: 503 }]);
  const { clock = createClock() } = engine.dependencies;
  const now = () => clock.now() - 20 * 365 * 24 * 60 * 60_000;
  const early = createCore({ ...engine.dependencies, clock: { ...clock, now } });
  atTestEnd(() => early.stop());
  await early.start('watch');
  await until('the list to be asked for', () => engine.requests({ method: 'GET' }).length > 0);
  await early.stop();
  engine.sandbox.faults.replace([emptyList]);
  await allHeld(engine, 2);
});

test.concurrent('W10: nor if it is set after the list was read, and before the files are', async () => {
  const engine = await createEngine();
  await uploaded(engine, ['a.txt', 'b.txt']);
  loseLedger(engine);
  engine.sandbox.faults.replace([emptyList]);
  const pause = (paused: boolean) =>
    engine.settings.update((settings) => ({
      ...settings,
      folders: settings.folders.map((folder) => ({ ...folder, paused })),
    }));
  await pause(true);
  const { clock = createClock() } = engine.dependencies;
  let behind = 20 * 365 * 24 * 60 * 60_000;
  const core = createCore({ ...engine.dependencies, clock: { ...clock, now: () => clock.now() - behind } });
  atTestEnd(() => core.stop());
  await core.start('watch');
  await until('the list to be read', () =>
    engine.ledger(({ sqlite }) => {
      const fact = sqlite.prepare(`SELECT value FROM facts WHERE key LIKE 'rebuild:%'`).get();
      return String(fact?.value).includes('uncertain');
    }),
  );
  behind = 0;
  await pause(false);
  await until('they are decided', async () => {
    const all = await states(core);
    return all.filter((state) => state === held).length === 2 || posts(engine) > 0;
  });
  await idle(core);
  expect(posts(engine)).toBe(0);
});

test.concurrent('a clock that is set back during a rebuild does not hold it', async () => {
  const engine = await createEngine();
  await uploaded(engine, ['a.txt', 'b.txt']);
  loseLedger(engine);
  const { clock = createClock() } = engine.dependencies;
  let behind = 0;
  const core = createCore({ ...engine.dependencies, clock: { ...clock, now: () => clock.now() - behind } });
  atTestEnd(() => core.stop());
  await core.start('watch');
  behind = 30 * 24 * 60 * 60_000;
  await until('all are known', async () => (await states(core)).join() === 'completed,completed');
  expect(posts(engine)).toBe(0);
});

describe('W10: an empty list is not an empty service', () => {
  const names = ['a.txt', 'b.txt', 'c.txt'];

  test.concurrent('where the ledger is gone, ledger.json knows that there were documents', async () => {
    const engine = await createEngine();
    await uploaded(engine, names);
    loseLedger(engine);
    engine.sandbox.faults.replace([emptyList]);
    const core = await allHeld(engine, 3);
    // Later the list is whole again: the rebuild that a person asks for recognises all of them.
    engine.sandbox.faults.replace([]);
    await core.calls['ledger.rebuild']({ profileId: 'test' });
    await core.calls['uploads.retry']({ filter: {} });
    await until('all are known', async () => (await states(core)).every((state) => state === 'completed'));
    expect(posts(engine)).toBe(0);
  });

  test.concurrent.each([
    ['that names one document in all its rows', { '$.results.*.id': 'C'.repeat(32) }],
    [
      'that takes all for slots of long ago',
      {
        '$.results.*.status': 'placeholder',
        '$.results.*.raw_size': 0,
        '$.results.*.created_at': '2001-02-03T04:05:06.000Z',
      },
    ],
  ])('nor is a list %s', async (_what, replace) => {
    const engine = await createEngine();
    await uploaded(engine, names);
    loseLedger(engine);
    engine.sandbox.faults.replace([{ match: list, kind: 'rewrite', replace }]);
    await allHeld(engine, 3);
  });

  test.concurrent('also when it is lost once more before it was rebuilt', async () => {
    const engine = await createEngine();
    await uploaded(engine, names);
    engine.sandbox.faults.replace([emptyList]);
    loseLedger(engine);
    await (await allHeld(engine, 3)).stop();
    loseLedger(engine);
    await allHeld(engine, 3);
  });

  test.concurrent('where an older copy was put back, its own documents tell', async () => {
    const engine = await createEngine();
    await uploaded(engine, ['a.txt']);
    const older = `${ledgerOf(engine)}.backup`;
    copyFileSync(ledgerOf(engine), older);
    await uploaded(engine, names);
    copyFileSync(older, ledgerOf(engine));
    dropLog(engine);
    engine.sandbox.faults.replace([emptyList]);
    // The first was saved again since.
    await allHeld(engine, 3);
  });

  test.concurrent('where nothing was ever sent, it is empty', async () => {
    const engine = await createEngine();
    await uploaded(engine, []);
    loseLedger(engine);
    engine.file('inbox/a.txt', textOf('a.txt'));
    const core = await engine.start('watch');
    await until('it is in', () => engine.live().length === 1);
    await idle(core);
    expect(await states(core)).toEqual(['completed']);
  });
});

test.concurrent.each([1, 100])(
  'W10: a page that a proxy answers with in place of originals is none of them (%i sentences)',
  async (sentences) => {
    const engine = await createEngine();
    await uploaded(engine, ['a.txt', 'b.txt']);
    loseLedger(engine);
    const originals = { method: 'GET', path: '/original$' };
    const url = await servePage('No.'.repeat(sentences));
    engine.sandbox.faults.replace([{ match: originals, kind: 'rewrite', replace: { url } }]);
    await allHeld(engine, 2);
  },
);

test.concurrent.each([
  ['its original can be had', []],
  [
    'its original cannot be had',
    [{ match: { method: 'GET', path: '/original$' }, kind: 'status', status: 404 }],
  ],
] as [string, FaultRule[]][])(
  'a document that failed is recognised, and not sent again: %s',
  async (_what, more) => {
    const engine = await createEngine();
    const failing: FaultRule = { match: records, kind: 'rewrite', replace: { status: 'failed' } };
    engine.sandbox.faults.replace([failing, ...more]);
    await uploaded(engine, ['a.txt', 'b.txt']);
    loseLedger(engine);
    const core = await engine.start('watch');
    await until('both are decided', async () => {
      const all = await allUploads(core);
      return all.filter(({ state }) => state === 'attention').length === 2 || posts(engine) > 0;
    });
    await idle(core);
    expect(posts(engine)).toBe(0);
    expect(await states(core)).toEqual(['attention ENRICHMENT_FAILED', 'attention ENRICHMENT_FAILED']);
    // A person has one sent again.
    engine.sandbox.faults.replace([]);
    const [first] = await allUploads(core);
    await core.calls['uploads.retry']({ filter: { ids: [first?.id ?? 0] } });
    await until('it is sent', async () => (await states(core)).includes('completed'));
    await idle(core);
    expect(posts(engine)).toBe(1);
    engine.expectExactlyOnce([textOf('a.txt'), textOf('b.txt')]);
  },
);
