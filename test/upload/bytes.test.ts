import {
  appendFileSync,
  chmodSync,
  mkdirSync,
  rmSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Core } from '#core/create-core.ts';
import { createFileGate } from '#core/local/file-gate.ts';
import { AppError } from '#shared/errors/app-error.ts';
import type { WatchFolder } from '#shared/settings/watch-folder.ts';
import {
  addUploads,
  allUploads,
  createEngine,
  type EngineFixture,
  type EngineOptions,
  eventsOf,
  idle,
  states,
  until,
} from '../support/engine-fixture.ts';

async function watching(
  folders: Record<string, Partial<WatchFolder>>,
  options: EngineOptions = {},
): Promise<{ engine: EngineFixture; start: () => Promise<Core> }> {
  const engine = await createEngine(options);
  const all = Object.entries(folders).map(([name, changes]) => engine.folder(name, changes));
  await engine.settings.update((settings) => ({ ...settings, folders: all }));
  return { engine, start: () => engine.start('watch') };
}

/** Waits until the folder has taken note of a change and everything is at its end. */
async function settled(core: Core): Promise<void> {
  await core.calls['folders.reconcile']({});
  await idle(core);
}

describe('W6: the same bytes', () => {
  test.concurrent('under two names are one document, and the second says of which', async () => {
    const { engine, start } = await watching({ inbox: {} });
    engine.file('inbox/a.txt', 'the same');
    engine.file('inbox/sub/b.txt', 'the same');
    const core = await start();
    await settled(core);
    engine.expectExactlyOnce(['the same']);
    const [first, second] = await allUploads(core);
    const duplicate = first?.state === 'duplicate' ? first : second;
    expect((await states(core)).sort()).toEqual(['completed', 'duplicate']);
    expect(duplicate?.duplicateOf).toBe(first === duplicate ? second?.id : first?.id);
  });

  test.concurrent('added twice by hand, at once, forty times: one document', async () => {
    const engine = await createEngine();
    const core = await engine.start();
    const paths = Array.from({ length: 40 }, (_, index) => engine.file(`${index}.txt`, 'the same'));
    await addUploads(core, [...paths, ...paths]);
    await idle(core);
    engine.expectExactlyOnce(['the same']);
    expect(engine.requests({ method: 'POST' })).toHaveLength(1);
  });

  test.concurrent('with "upload": each is a document', async () => {
    const { engine, start } = await watching({ inbox: { duplicates: 'upload' } });
    engine.file('inbox/a.txt', 'the same');
    engine.file('inbox/b.txt', 'the same');
    const core = await start();
    await settled(core);
    expect(await states(core)).toEqual(['completed', 'completed']);
    expect(engine.live()).toHaveLength(2);
  });

  test.concurrent.each(['spec', 'field'] as const)(
    'with "add-tags" the first gets the tags of the second (%s)',
    async (profile) => {
      const engine = await createEngine({ sandbox: { profile, enrichSeconds: [20, 20] } });
      const core = await engine.start();
      await addUploads(core, [engine.file('a.txt', 'the same')], { tags: ['one'] });
      await until('it landed', () => engine.live().length === 1);
      await addUploads(core, [engine.file('b.txt', 'the same')], { tags: ['two'], duplicates: 'add-tags' });
      await idle(core);
      expect(await states(core)).toEqual(['completed', 'duplicate']);
      expect(engine.live()[0]?.tags.sort()).toEqual(['one', 'two']);
    },
  );

  test.concurrent('with "add-tags" of a document that failed: nobody waits for ever', async () => {
    const engine = await createEngine({ sandbox: { annotate: true } });
    const core = await engine.start();
    await addUploads(core, [engine.file('a.docx', 'no document at all')]);
    await idle(core);
    await addUploads(core, [engine.file('b.docx', 'no document at all')], {
      tags: ['two'],
      duplicates: 'add-tags',
    });
    await idle(core);
    expect(await states(core)).toEqual(['attention FILE_DAMAGED', 'duplicate']);
  });
});

describe('W7: the same name, new bytes', () => {
  test.concurrent('only touched: read again, nothing sent, no new row in the history', async () => {
    const { engine, start } = await watching({ inbox: {} });
    const path = engine.file('inbox/a.txt', 'unchanged');
    const core = await start();
    await settled(core);
    utimesSync(path, new Date(), new Date(Date.now() + 5_000));
    await settled(core);
    engine.expectExactlyOnce(['unchanged']);
    expect(await states(core)).toEqual(['completed']);
    expect(engine.requests({ method: 'POST' })).toHaveLength(1);
  });

  test.concurrent('only touched, in a folder that uploads duplicates: nothing is sent', async () => {
    const { engine, start } = await watching({ inbox: { duplicates: 'upload' } });
    const first = engine.file('inbox/a.txt', 'unchanged');
    const second = engine.file('inbox/b.txt', 'unchanged');
    const core = await start();
    await settled(core);
    chmodSync(first, 0o600);
    utimesSync(second, new Date(), new Date(Date.now() + 5_000));
    await settled(core);
    expect(engine.live()).toHaveLength(2);
    expect(await states(core)).toEqual(['completed', 'completed']);
    expect(engine.requests({ method: 'POST' })).toHaveLength(2);
  });

  test.concurrent('a new document by default: both are there', async () => {
    const { engine, start } = await watching({ inbox: {} });
    const path = engine.file('inbox/a.txt', 'version one');
    const core = await start();
    await settled(core);
    writeFileSync(path, 'version two');
    await settled(core);
    engine.expectExactlyOnce(['version one', 'version two']);
    expect((await allUploads(core))[1]?.replaces).toBe((await allUploads(core))[0]?.id);
  });

  test.concurrent('replace: the old one is deleted, but not before the new one is completed', async () => {
    const { engine, start } = await watching(
      { inbox: { changed: 'replace' } },
      { sandbox: { enrichSeconds: [8, 8] } },
    );
    const path = engine.file('inbox/a.txt', 'version one');
    const core = await start();
    await settled(core);
    writeFileSync(path, 'version two');
    await until('both are there', () => engine.live().length === 2);
    await until('one is left', () => engine.live().length === 1);
    await idle(core);
    engine.expectExactlyOnce(['version two']);
    const [old, young] = engine.sandbox.audit().documents;
    expect(Date.parse(old?.deleted_at ?? '')).toBeGreaterThanOrEqual(Date.parse(young?.finished_at ?? ''));
  });

  test.concurrent('replace, while the old one is still being enriched: it is deleted all the same', async () => {
    const { engine, start } = await watching(
      { inbox: { changed: 'replace' } },
      { sandbox: { enrichSeconds: [10, 40], seed: 3 } },
    );
    const path = engine.file('inbox/a.txt', 'version one');
    const core = await start();
    for (const version of ['version two', 'version three', 'version four']) {
      const before = engine.live().length;
      await until('it landed', () => engine.live().length >= Math.min(before, 1) + (before === 0 ? 1 : 0));
      writeFileSync(path, version);
      await core.calls['folders.reconcile']({});
      await until('the next landed', () =>
        engine.sandbox.audit().documents.some((one) => one.raw_size === version.length),
      );
    }
    await settled(core);
    engine.expectExactlyOnce(['version four']);
  });

  test.concurrent('replace, where the new bytes are another file’s: the old document goes once that one’s is completed', async () => {
    const { engine, start } = await watching(
      { inbox: { changed: 'replace' } },
      { sandbox: { enrichSeconds: [8, 8] } },
    );
    const path = engine.file('inbox/a.txt', 'version one');
    const core = await start();
    await settled(core);
    engine.file('inbox/b.txt', 'version two');
    writeFileSync(path, 'version two');
    await settled(core);
    await until('one is left', () => engine.live().length === 1);
    await idle(core);
    engine.expectExactlyOnce(['version two']);
    const [old, young] = engine.sandbox.audit().documents;
    expect(Date.parse(old?.deleted_at ?? '')).toBeGreaterThanOrEqual(Date.parse(young?.finished_at ?? ''));
    expect((await states(core)).sort()).toEqual(['cancelled', 'completed', 'duplicate']);
  });

  test.concurrent.each(['new-document', 'replace'] as const)(
    'ask: it waits for a person, and %s is done',
    async (choice) => {
      const { engine, start } = await watching({ inbox: { changed: 'ask' } });
      const path = engine.file('inbox/a.txt', 'version one');
      const core = await start();
      await settled(core);
      writeFileSync(path, 'version two');
      await settled(core);
      expect(await states(core)).toEqual(['completed', 'attention CHANGED_FILE_ASKS']);
      engine.expectExactlyOnce(['version one']);
      const answer = await core.calls['uploads.resolve']({ filter: { code: 'CHANGED_FILE_ASKS' }, choice });
      expect(answer).toEqual({ count: 1, left: {} });
      await idle(core);
      await until('done', () => engine.live().length === (choice === 'replace' ? 1 : 2));
      engine.expectExactlyOnce(choice === 'replace' ? ['version two'] : ['version one', 'version two']);
    },
  );
});

describe('W3: a file that changes while it is sent', () => {
  const bytes = Buffer.alloc(2_000_000, 'A long filing. ');
  const slow = { profile: { uploadBandwidth: 60_000 } };

  test.concurrent.each<[string, (path: string) => void, string]>([
    ['grows', (path) => appendFileSync(path, 'and a little more'), 'queued FILE_CHANGED'],
    ['is cut', (path) => truncateSync(path, 1_000_000), 'queued FILE_CHANGED'],
    [
      'is overwritten in place',
      (path) => writeFileSync(path, Buffer.from(bytes).fill('B', 0, 10)),
      'queued FILE_CHANGED',
    ],
    ['is deleted', (path) => rmSync(path), 'queued FILE_GONE'],
  ])('%s: nothing half is left, and the document made of it is discarded', async (_name, change, after) => {
    const engine = await createEngine(slow);
    const core = await engine.start();
    const path = engine.file('a.txt', bytes);
    const [id = 0] = await addUploads(core, [path]);
    await until('bytes move', async () =>
      (await core.calls['agent.status']({})).active.some((upload) => upload.sentBytes > 0),
    );
    change(path);
    if (after === 'queued FILE_GONE') {
      // An open file can be read to its end after it was deleted: either way nothing half is there.
      await until('an end', async () => ['completed', after].includes((await states(core))[0] ?? ''));
      const [state] = await states(core);
      if (state === 'completed') engine.expectExactlyOnce([bytes]);
      else expect(engine.live()).toEqual([]);
      expect(engine.emptySlots()).toEqual([]);
      return;
    }
    await until('the change is seen', async () =>
      (await eventsOf(core, id)).some((event) => event.detail?.code === 'FILE_CHANGED'),
    );
    expect(engine.live()).toEqual([]);
    await until('the slot is given up', () => engine.emptySlots().length === 0);
  });

  test.concurrent('and is then left alone: its last state arrives once', async () => {
    const engine = await createEngine({ profile: { uploadBandwidth: 200_000 } });
    const core = await engine.start();
    const path = engine.file('a.txt', bytes);
    await addUploads(core, [path]);
    await until(
      'bytes move',
      async () => (await core.calls['agent.status']({})).active[0]?.sentBytes !== undefined,
    );
    appendFileSync(path, 'the end');
    await idle(core);
    engine.expectExactlyOnce([Buffer.concat([bytes, Buffer.from('the end')])]);
    expect(engine.emptySlots()).toEqual([]);
  });
});

describe('files that cannot be sent', () => {
  test.concurrent('empty, missing, no file, unreadable name: each is refused with a sentence, the rest goes on', async () => {
    const engine = await createEngine();
    const core = await engine.start();
    const good = engine.file('good.txt');
    const result = await core.calls['uploads.add']({
      paths: [engine.file('empty.txt', ''), join(engine.directory, 'nowhere.txt'), '/dev/null', good],
      options: {},
    });
    expect(result.refused.map((one) => one.code)).toEqual(['FILE_EMPTY', 'FILE_GONE', 'NOT_A_FILE']);
    for (const one of result.refused) expect(one.message).toMatch(/\.$/);
    await idle(core);
    expect(await states(core)).toEqual(['completed']);
  });

  // Only Linux keeps names that are not UTF-8.
  test.runIf(process.platform === 'linux')(
    'a name in a folder that is not text is refused, not passed over',
    async () => {
      const engine = await createEngine();
      const core = await engine.start();
      const folder = dirname(engine.file('old/good.txt'));
      writeFileSync(Buffer.concat([Buffer.from(`${folder}/caf`), Buffer.from([0xe9])]), 'latin 1');
      const result = await core.calls['uploads.add']({ paths: [folder], options: {} });
      expect(result.refused).toMatchObject([
        { path: join(folder, String.raw`caf\xE9`), code: 'NAME_UNDECODABLE' },
      ]);
      await idle(core);
      expect(await states(core)).toEqual(['completed']);
    },
  );

  test.concurrent('emptied, or made a folder, while waiting in the queue: attention, and a retry takes what is there then', async () => {
    const engine = await createEngine();
    const setup = await engine.start('none');
    const paths = [engine.file('a.txt'), engine.file('b.txt')];
    await addUploads(setup, paths);
    await setup.stop();
    writeFileSync(paths[0] ?? '', '');
    rmSync(paths[1] ?? '');
    mkdirSync(paths[1] ?? '');
    const core = await engine.start();
    await idle(core);
    expect(await states(core)).toEqual(['attention FILE_EMPTY', 'attention NOT_A_FILE']);
    expect(engine.requests()).toEqual([]);
    writeFileSync(paths[0] ?? '', 'now with content');
    await core.calls['uploads.retry']({ filter: { code: 'FILE_EMPTY' } });
    await idle(core);
    expect(await states(core)).toEqual(['completed', 'attention NOT_A_FILE']);
    engine.expectExactlyOnce(['now with content']);
  });

  test.concurrent('unreadable: tried a few times, then attention; a retry after the cause is gone works', async () => {
    const gate = createFileGate();
    let isReadable = false;
    // Root reads everything, so nobody may.
    const readForUpload: typeof gate.readForUpload = (...asked) => {
      if (isReadable) return gate.readForUpload(...asked);
      throw new AppError('FILE_UNREADABLE', { detail: 'EACCES', retryable: true });
    };
    const engine = await createEngine({ speed: 1000, tuning: { gate: { ...gate, readForUpload } } });
    const core = await engine.start();
    await addUploads(core, [engine.file('a.txt', 'readable')]);
    await idle(core);
    expect(await states(core)).toEqual(['attention FILE_UNREADABLE']);
    isReadable = true;
    await core.calls['uploads.retry']({ filter: {} });
    await idle(core);
    engine.expectExactlyOnce(['readable']);
  });
});
