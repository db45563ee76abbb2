import { renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { FaultRule } from '../../src/sandbox/http/fault-rule.ts';
import type { Profile } from '#shared/settings/profile.ts';
import type { ProfileId } from '#shared/ids/ids.ts';
import type { EngineFixture } from '../support/engine-fixture.ts';
import { createEngine, idle, sha256, states, until } from '../support/engine-fixture.ts';
import { loseLedger, noticesOf, textOf, uploaded } from './support.ts';

const list = { method: 'GET', path: '^/contents/v1/documents$' };
const records = { method: 'GET', path: '^/contents/v1/documents(/[A-F0-9]{32})?$' };
const original = { method: 'GET', path: '/original$' };

const moved = (engine: EngineFixture, from: string, to: string) =>
  renameSync(join(engine.directory, 'files/inbox', from), join(engine.directory, 'files/inbox', to));
const held = 'attention DUPLICATE_UNCERTAIN';
const posts = (engine: EngineFixture) => engine.requests({ method: 'POST' }).length;

test.concurrent('W10: a file that was renamed since it was sent is recognised by its bytes', async () => {
  const engine = await createEngine();
  await uploaded(engine, ['a.txt', 'b.txt']);
  moved(engine, 'a.txt', 'called-otherwise.md');
  loseLedger(engine);
  const core = await engine.start('watch');
  await until('both are known', async () => (await states(core)).join() === 'completed,completed');
  await idle(core);
  expect(posts(engine)).toBe(0);
  engine.expectExactlyOnce([textOf('a.txt'), textOf('b.txt')]);
});

test.concurrent('W10: of two profiles of one account, none takes the document of the other for its own', async () => {
  const engine = await createEngine();
  const twoProfiles = () =>
    engine.settings.update((settings) => ({
      ...settings,
      profiles: [
        settings.profiles[0],
        { ...settings.profiles[0], id: 'archive', name: 'Archive' },
      ] as Profile[],
      folders: [
        engine.folder('inbox', { changed: 'replace', settleSeconds: 0 }),
        engine.folder('archive', { profileId: 'archive' as ProfileId, settleSeconds: 0 }),
      ],
    }));
  await twoProfiles();
  engine.file('inbox/a.txt', textOf('a.txt'));
  engine.file('inbox/b.txt', textOf('b.txt'));
  const first = await engine.start('watch');
  await until('both are in', () => engine.live().length === 2);
  await idle(first);
  await first.stop();
  loseLedger(engine);
  // Both profiles have these bytes, and the account one document of them.
  engine.file('archive/a.txt', textOf('a.txt'));
  const core = await engine.start('watch');
  await until('the third is in', () => engine.live().length === 3);
  await idle(core);
  engine.file('inbox/a.txt', 'Changed in one of the folders.');
  engine.file('archive/b.txt', textOf('b.txt'));
  await until('all are in', () => engine.live().length === 4);
  await idle(core);
  const contents = ['a.txt', 'b.txt', 'b.txt'].map(textOf).concat('Changed in one of the folders.');
  expect(
    engine
      .live()
      .map((document) => document.sha256)
      .sort(),
  ).toEqual(contents.map(sha256).sort());
});

const one = { method: 'GET', path: '^/contents/v1/documents/[A-F0-9]{32}$' };

describe('W10: a replica that has not heard of a document hides it from nobody', () => {
  const cases: [string, FaultRule[]][] = [
    ['when it is compared', []],
    ['when its size is asked for', [{ match: list, kind: 'rewrite', without: ['raw_size'] }]],
  ];
  test.concurrent.each(cases)('%s', async (_when, faults) => {
    const engine = await createEngine();
    await uploaded(engine, ['a.txt', 'b.txt']);
    moved(engine, 'a.txt', 'c.txt');
    loseLedger(engine);
    engine.sandbox.faults.replace([...faults, { match: one, kind: 'stale', timesEach: 3 }]);
    const core = await engine.start('watch');
    await until('both are known', async () => (await states(core)).join() === 'completed,completed');
    await idle(core);
    expect(posts(engine)).toBe(0);
    engine.expectExactlyOnce([textOf('a.txt'), textOf('b.txt')]);
  });

  test.concurrent('and one that went since the list was read is believed to be gone', async () => {
    const engine = await createEngine();
    await uploaded(engine, ['a.txt', 'b.txt']);
    rmSync(join(engine.directory, 'files/inbox/a.txt'));
    loseLedger(engine);
    const core = await engine.start('watch');
    await until('b is known', async () => (await states(core)).join() === 'completed');
    const gone = engine.live().find(({ file_name }) => file_name === 'a.txt');
    const answer = await fetch(`${engine.sandbox.baseUrl}/contents/v1/documents/${gone?.id}`, {
      method: 'DELETE',
      headers: { 'x-api-key': engine.sandbox.apiKey },
    });
    expect(answer.ok).toBe(true);
    engine.file('inbox/a.txt', textOf('a.txt'));
    await until('it is sent', () => posts(engine) === 1);
    await idle(core);
    engine.expectExactlyOnce([textOf('a.txt'), textOf('b.txt')]);
  });
});

test.concurrent('W10: files of one size are told apart by their bytes, and each original is read once', async () => {
  const engine = await createEngine();
  const names = ['1.txt', '2.txt', '3.txt', '4.txt'];
  await uploaded(engine, names);
  for (const name of names) moved(engine, name, `new-${name}`);
  engine.file('inbox/5.txt', textOf('5.txt'));
  loseLedger(engine);
  const core = await engine.start('watch');
  await until('the new one is in', () => engine.live().length === 5);
  await idle(core);
  expect(posts(engine)).toBe(1);
  expect(
    engine.sandbox.requests.list({ origin: 'api' }).filter(({ route }) => route?.endsWith('/original'))
      .length,
  ).toBe(names.length);
  engine.expectExactlyOnce([...names, '5.txt'].map(textOf));
});

test.concurrent('W10: a service that tells no sizes is asked for each document, and nothing is sent twice', async () => {
  const engine = await createEngine();
  await uploaded(engine, ['a.txt', 'b.txt']);
  moved(engine, 'a.txt', 'renamed.txt');
  engine.file('inbox/c.txt', textOf('c.txt'));
  loseLedger(engine);
  engine.sandbox.faults.replace([{ match: records, kind: 'rewrite', without: ['raw_size'] }]);
  const core = await engine.start('watch');
  await until('the new one is in', () => engine.live().length === 3);
  await idle(core);
  expect(posts(engine)).toBe(1);
  engine.expectExactlyOnce(['a.txt', 'b.txt', 'c.txt'].map(textOf));
});

test.concurrent('W10: a service that takes every document for empty is asked for its bytes, and nothing is sent twice', async () => {
  const engine = await createEngine();
  await uploaded(engine, ['a.txt', 'b.txt']);
  moved(engine, 'a.txt', 'renamed.txt');
  loseLedger(engine);
  engine.sandbox.faults.replace([{ match: records, kind: 'rewrite', replace: { raw_size: 0 } }]);
  const core = await engine.start('watch');
  await until('both are known', async () => (await states(core)).join() === 'completed,completed');
  await idle(core);
  expect(posts(engine)).toBe(0);
});

test.concurrent('W10: where the list states another size than the record, the record counts', async () => {
  const engine = await createEngine();
  await uploaded(engine, ['a.txt', 'b.txt']);
  engine.file('inbox/c.txt', textOf('c.txt'));
  loseLedger(engine);
  engine.sandbox.faults.replace([{ match: list, kind: 'rewrite', replace: { '$.results.*.raw_size': 7 } }]);
  const core = await engine.start('watch');
  await until('the new one is in', () => engine.live().length === 3);
  await idle(core);
  expect(posts(engine)).toBe(1);
  engine.expectExactlyOnce(['a.txt', 'b.txt', 'c.txt'].map(textOf));
});

test.concurrent('W10: documents of one name are asked for once for all files of that name', async () => {
  const engine = await createEngine();
  const named = (folder: string) => `${folder}/report.txt`;
  const before = ['a', 'b', 'c', 'd'].map(named);
  await uploaded(engine, before);
  const after = ['eeeee', 'ffffff', 'ggggggg', 'hhhhhhhh'].map(named);
  for (const name of after) engine.file(`inbox/${name}`, textOf(name));
  loseLedger(engine);
  engine.sandbox.faults.replace([{ match: one, kind: 'slow', delayMs: 2_000 }]);
  const core = await engine.start('watch');
  await until('the new ones are in', () => engine.live().length === 8);
  await idle(core);
  engine.expectExactlyOnce([...before, ...after].map(textOf));
  const asked = engine.sandbox.requests.list({ method: 'GET', path: one.path, limit: 1_000 });
  const times = asked.reduce<Record<string, number>>((sum, { path }) => {
    sum[path] = (sum[path] ?? 0) + 1;
    return sum;
  }, {});
  // Not once for each of the files.
  expect(Math.max(...Object.values(times))).toBeLessThan(after.length);
});

test.concurrent('W10: a page that a proxy answers with is not taken for an original', async () => {
  const engine = await createEngine();
  await uploaded(engine, ['a.txt', 'page.html']);
  loseLedger(engine);
  engine.sandbox.faults.replace([
    { match: records, kind: 'rewrite', without: ['raw_size'] },
    { match: { method: 'GET', origin: 'storage' }, kind: 'html', status: 200 },
  ]);
  const core = await engine.start('watch');
  await until('both are held', async () => (await states(core)).join() === `${held},${held}`);
  await idle(core);
  expect(posts(engine)).toBe(0);
});

test.concurrent('W10: a text that begins as a page is recognised by its bytes', async () => {
  const engine = await createEngine();
  engine.file('inbox/filing.txt', '<!DOCTYPE html><p>10-K</p>');
  await uploaded(engine, ['a.txt']);
  loseLedger(engine);
  engine.sandbox.faults.replace([{ match: records, kind: 'rewrite', without: ['raw_size'] }]);
  const core = await engine.start('watch');
  await until('both are known', async () => (await states(core)).join() === 'completed,completed');
  await idle(core);
  expect(posts(engine)).toBe(0);
});

describe('where the service tells neither size nor bytes, a person is asked', () => {
  async function asked() {
    const engine = await createEngine();
    await uploaded(engine, ['a.txt', 'b.txt']);
    engine.file('inbox/c.dat', textOf('c.dat'));
    loseLedger(engine);
    engine.sandbox.faults.replace([
      { match: records, kind: 'rewrite', without: ['raw_size'] },
      { match: original, kind: 'status', status: 403 },
    ]);
    const core = await engine.start('watch');
    // Of another kind than anything there: it can be none of them.
    await until('the new one is in', () => engine.live().length === 3);
    await until(
      'the others are held',
      async () => (await states(core)).filter((one) => one.startsWith('a')).length === 2,
    );
    await idle(core);
    expect((await states(core)).sort()).toEqual([held, held, 'completed']);
    expect(posts(engine)).toBe(1);
    return { engine, core };
  }
  const filter = { code: 'DUPLICATE_UNCERTAIN' };

  test.concurrent('"already there" ends it', async () => {
    const { engine, core } = await asked();
    await core.calls['uploads.resolve']({ filter, choice: 'already-there' });
    await idle(core);
    expect(posts(engine)).toBe(1);
  });

  test.concurrent('"upload" sends each', async () => {
    const { engine, core } = await asked();
    await core.calls['uploads.resolve']({ filter, choice: 'upload' });
    await idle(core);
    expect(posts(engine)).toBe(3);
  });
});

test.concurrent('W10: pages that move while the list is read hide nothing', async () => {
  const engine = await createEngine();
  const names = Array.from({ length: 130 }, (_, index) => `${index}.txt`);
  await uploaded(engine, names);
  loseLedger(engine);
  engine.sandbox.faults.replace([{ match: { ...list, nth: 2 }, kind: 'shift', by: 10 }]);
  const core = await engine.start('watch');
  await until(
    'all are known',
    async () => (await core.calls['uploads.counts']({ filter: {} })).completed === 130,
  );
  await idle(core);
  expect(posts(engine)).toBe(0);
});

test.concurrent('a start does not wait for the service to tell, says how far it is, and one that is cut off begins again', async () => {
  const engine = await createEngine();
  await uploaded(engine, ['a.txt', 'b.txt']);
  loseLedger(engine);
  // A service that says nothing, so that nothing of it can be noticed meanwhile.
  engine.sandbox.faults.replace([{ match: list, kind: 'hang' }]);
  const core = await engine.start('watch');
  await until('it asks', () => engine.sandbox.requests.list({ method: 'GET' }).length > 0);
  expect(await noticesOf(core)).toEqual(['LEDGER_REBUILDING', 'LEDGER_LOST']);
  await core.stop();
  const cutOff = await engine.start('watch');
  expect(await noticesOf(cutOff)).toEqual(['LEDGER_REBUILDING']);
  await cutOff.stop();
  engine.sandbox.faults.replace([{ match: list, kind: 'status', status: 503 }]);
  const again = await engine.start('watch');
  await until('the list failed', () => engine.sandbox.requests.list({ status: 503 }).length > 0);
  engine.sandbox.faults.replace([]);
  await until('both are known', async () => (await states(again)).join() === 'completed,completed');
  await idle(again);
  expect(await noticesOf(again)).toEqual([]);
  expect(posts(engine)).toBe(0);
});

describe('W10: what was in the middle of being taken when the ledger was lost is not sent again', () => {
  const withoutSizes: FaultRule = { match: records, kind: 'rewrite', without: ['raw_size'] };
  test.concurrent.each<[string, FaultRule[]]>([
    ['where sizes are told', []],
    ['where the list tells none', [{ ...withoutSizes, match: list }]],
    ['where none is told', [withoutSizes]],
    ['where the list takes it for empty', [{ match: list, kind: 'rewrite', replace: { raw_size: 0 } }]],
    [
      'where its size is told only once it is taken',
      [{ match: records, kind: 'rewrite', replace: { raw_size: 0, status: 'processing' } }],
    ],
  ])('%s', async (_where, faults) => {
    const engine = await createEngine();
    await engine.settings.update((settings) => ({ ...settings, folders: [engine.folder('inbox')] }));
    engine.file('inbox/a.txt', textOf('a.txt'));
    const goOn = engine.holdService();
    const first = await engine.start('watch');
    await until('its bytes are in', () => engine.live().length === 1);
    expect(engine.live()).toMatchObject([{ status: 'pending' }]);
    await first.stop();
    engine.sandbox.requests.clear();
    loseLedger(engine);
    engine.sandbox.faults.replace(faults);
    const core = await engine.start('watch');
    await until('it is asked for', () => engine.requests({ method: 'GET' }).some((one) => one.includes('{')));
    goOn();
    await until('it is taken', () => engine.live()[0]?.status === 'completed');
    engine.sandbox.faults.replace(faults.filter(({ replace }) => replace === undefined));
    await until('it is known', async () => (await states(core)).join() === 'completed');
    await idle(core);
    expect(posts(engine)).toBe(0);
    engine.expectExactlyOnce([textOf('a.txt')]);
  });
});

describe('W10: a slot that nobody filled holds no file back after a loss', () => {
  const longAgo = { created_at: '2020-01-01T00:00:00.000Z' };
  test.concurrent.each<[string, FaultRule[], boolean]>([
    ['where the service tells no sizes', [{ match: records, kind: 'rewrite', without: ['raw_size'] }], true],
    ['where it says that it is empty', [], true],
    [
      'and one that is empty for long is not even asked for',
      [{ match: list, kind: 'rewrite', replace: longAgo }],
      false,
    ],
  ])('%s', async (_where, faults, isAskedFor) => {
    const engine = await createEngine();
    await uploaded(engine, ['a.txt']);
    const slot = await fetch(`${engine.sandbox.baseUrl}/contents/v1/documents`, {
      method: 'POST',
      headers: { 'x-api-key': engine.sandbox.apiKey, 'content-type': 'application/json' },
      body: JSON.stringify({ file_name: 'never.txt' }),
    });
    const { id } = (await slot.json()) as { id: string };
    engine.sandbox.requests.clear();
    engine.file('inbox/b.txt', textOf('b.txt'));
    loseLedger(engine);
    engine.sandbox.faults.replace(faults);
    const core = await engine.start('watch');
    await until('the new one is in', () => engine.live().length === 2);
    await idle(core);
    expect(await states(core)).toEqual(['completed', 'completed']);
    expect(posts(engine)).toBe(1);
    const asked = engine.sandbox.requests.list({ method: 'GET' }).some(({ path }) => path.endsWith(id));
    expect(asked).toBe(isAskedFor);
  });
});
