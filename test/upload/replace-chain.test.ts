import { contentIdOf } from '#core/service/testing/content-id.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { expect, test } from 'vitest';
import { openDatabase } from '#core/ledger/database.ts';
import { createSqliteLedger } from '#core/ledger/sqlite-ledger.ts';
import type { UploadPatch, UploadRow } from '#core/ledger/upload-row.ts';
import { type FinishContext, finishUpload } from '#core/finish/finish-upload.ts';
import type { DocumentRecord } from '#core/service/schemas/document.ts';
import { createLocalTeam } from '#core/team/local-team.ts';
import { cleanUp } from '#core/upload/discard.ts';
import type { UploadContext } from '#core/upload/job.ts';
import { defaultUploadOptions } from '../support/core-fixture.ts';
import { createEngine, idle, sha256, states, until } from '../support/engine-fixture.ts';
import { uploadAt } from '#core/ledger/testing/upload-at.ts';

/** Never aborted. */
const { signal } = new AbortController();

const versionOf = (letter: string, more: UploadPatch = {}): UploadPatch => ({
  state: 'completed',
  contentId: contentIdOf(letter),
  ...more,
});

test.concurrent.each([
  [3, 2],
  [2, 3],
])(
  'W7: three versions in a row: the older two are deleted, whichever is finished first',
  async (...order) => {
    const { context, add, deleted, get, finishAll, end } = await fixture();
    const first = await add(null, versionOf('A'));
    const second = await add(first, versionOf('B', { afterState: 'pending' }));
    await add(second, versionOf('C', { afterState: 'pending' }));
    for (const id of order) {
      const row = await get(id);
      if (row.afterState !== null && (await finishUpload(context, row, signal)) === true)
        context.ledger.uploads.recordAfterwork(row, { afterState: null });
    }
    await finishAll();
    expect(deleted.sort()).toEqual(['A', 'B'].map(contentIdOf).sort());
    end();
  },
);

test.concurrent.each<[string, Partial<DocumentRecord>]>([
  ['has 0 bytes', { raw_size: 0 }],
  ['has other bytes', { raw_size: 4 }],
  ['failed after all', { status: 'failed' }],
])('W7: the old document stays while the service says that the new one %s', async (_what, record) => {
  const { add, deleted, finishAll, get, says, end } = await fixture();
  const first = await add(null, versionOf('A'));
  const second = await add(first, versionOf('B', { afterState: 'pending', finishedAt: 1 }));
  says.set(contentIdOf('B'), record);
  await finishAll().catch((error: AppError) => expect(error.code).toBe('NOT_INTACT'));
  expect(deleted).toEqual([]);
  expect(await get(first)).toMatchObject({ state: 'completed', contentId: contentIdOf('A') });
  says.clear();
  if ((await get(second)).state !== 'completed') return end();
  await finishAll();
  expect(deleted).toEqual([contentIdOf('A')]);
  end();
});

test.concurrent('W7: that a replaced document goes is on disk before the service is asked to delete it', async () => {
  const { add, deleted, synced, finishAll, end } = await fixture();
  const first = await add(null, versionOf('A'));
  await add(first, versionOf('B', { afterState: 'pending' }));
  await finishAll();
  expect(deleted).toEqual(['A'].map(contentIdOf));
  // After a power cut nothing may come to stand for a document that may be gone (docs/adr/0002).
  expect(synced).toEqual([0]);
  end();
});

test.concurrent('W7: a version waits until the one before it is at rest', async () => {
  const { context, add, deleted, get, finishAll, end } = await fixture();
  const first = await add(null, versionOf('A'));
  const second = await add(first, versionOf('B', { state: 'processing' }));
  const third = await add(second, versionOf('C', { afterState: 'pending' }));
  expect(await finishUpload(context, await get(third), signal)).toBe(false);
  expect(deleted).toEqual([]);
  await context.ledger.uploads.advance(uploadAt(context.ledger.uploads, second), ['processing'], {
    state: 'attention',
    code: 'ENRICHMENT_FAILED',
  });
  await finishAll();
  expect(deleted.sort()).toEqual(['A', 'B'].map(contentIdOf).sort());
  end();
});

test.concurrent('W7: a new version that another document holds deletes the old one only when that is completed', async () => {
  const { context, add, deleted, get, finishAll, end } = await fixture();
  const old = await add(null, versionOf('A'));
  const other = await add(null, versionOf('B', { state: 'processing' }));
  const young = await add(old, { state: 'duplicate', duplicateOf: other, afterState: 'replace' });
  expect(await finishUpload(context, await get(young), signal)).toBe(false);
  expect(deleted).toEqual([]);
  await context.ledger.uploads.advance(uploadAt(context.ledger.uploads, other), ['processing'], {
    state: 'completed',
  });
  await finishAll();
  expect(deleted).toEqual(['A'].map(contentIdOf));
  expect(await get(old)).toMatchObject({ state: 'cancelled', contentId: null });
  end();
});

test.concurrent('W7: a new version whose bytes waited here for another machine, which sent them, replaces the old one', async () => {
  const { context, add, deleted, get, finishAll, end } = await fixture();
  const old = await add(null, versionOf('A'));
  const waits = await add(null, { state: 'claiming' });
  const between = await add(null, { state: 'duplicate', duplicateOf: waits });
  const young = await add(old, { state: 'duplicate', duplicateOf: between, afterState: 'replace' });
  expect(await finishUpload(context, await get(young), signal)).toBe(false);
  await context.ledger.uploads.advance(uploadAt(context.ledger.uploads, waits), ['claiming'], {
    state: 'duplicate',
    remoteMachine: 'FILESRV1',
    remoteContentId: contentIdOf('B'),
  });
  await finishAll();
  expect(deleted).toEqual(['A'].map(contentIdOf));
  expect(await get(young)).toMatchObject({ state: 'duplicate', afterState: null });
  end();
});

test.concurrent('W7: what the old document still stands for is kept, until that is replaced, too', async () => {
  const { add, deleted, finishAll, end } = await fixture();
  const old = await add(null, versionOf('A'));
  const same = await add(null, { state: 'duplicate', duplicateOf: old });
  const other = await add(null, versionOf('B'));
  await add(old, { state: 'duplicate', duplicateOf: other, afterState: 'replace' });
  await add(old, { state: 'duplicate', duplicateOf: old, afterState: 'replace' });
  await finishAll();
  expect(deleted).toEqual([]);
  await add(same, { state: 'duplicate', duplicateOf: other, afterState: 'replace' });
  await finishAll();
  expect(deleted).toEqual([]);
  end();
});

test.concurrent('W7: an old document for which another file came to stand before it was deleted is kept', async () => {
  const { context, add, deleted, get, finishAll, end } = await fixture();
  const old = await add(null, versionOf('A'));
  const young = await add(old, versionOf('B', { afterState: 'pending' }));
  expect(await finishUpload(context, await get(young), signal)).toBe(true);
  expect(await get(old)).toMatchObject({ afterState: `replaced:${young}` });
  await add(null, { state: 'duplicate', duplicateOf: old });
  await finishAll();
  expect(deleted).toEqual([]);
  expect(await get(old)).toMatchObject({ state: 'completed', contentId: contentIdOf('A') });
  end();
});

test.concurrent('W7: two files with the same bytes, both changed to the same new ones: the old document goes', async () => {
  const { add, deleted, finishAll, end } = await fixture();
  const a = await add(null, versionOf('A'));
  const b = await add(null, { state: 'duplicate', duplicateOf: a });
  const newA = await add(a, versionOf('B', { afterState: 'pending' }));
  await finishAll();
  expect(deleted).toEqual([]);
  await add(b, { state: 'duplicate', duplicateOf: newA, afterState: 'replace' });
  await finishAll();
  expect(deleted).toEqual(['A'].map(contentIdOf));
  end();
});

test.concurrent('W7: a document at another service, of a folder whose profile was changed, is not deleted at this one', async () => {
  const { context, add, deleted, finishAll, end } = await fixture();
  const old = await add(null, versionOf('A'), 'other');
  await add(old, versionOf('B', { afterState: 'pending' }));
  await finishAll();
  expect(deleted).toEqual([]);
  expect(context.ledger.uploads.get(old)).toMatchObject({ state: 'completed' });
  end();
});

test.concurrent('W7: an old version that may not be deleted says so, and is deleted once that is retried', async () => {
  const engine = await createEngine({
    sandbox: { faults: [{ match: { method: 'DELETE' }, kind: 'forbidden' }] },
  });
  await engine.settings.update((settings) => ({
    ...settings,
    folders: [engine.folder('inbox', { changed: 'replace' })],
  }));
  engine.file('inbox/a.txt', 'version one');
  const core = await engine.start('watch');
  await until('it is in', () => engine.live().length === 1);
  await idle(core);
  engine.file('inbox/a.txt', 'version two');
  await core.calls['folders.reconcile']({});
  await until('the new one is in', () => engine.live().length === 2);
  await until('it says so', async () => (await states(core))[0] === 'completed OLD_VERSION_KEPT');
  engine.sandbox.faults.replace([]);
  await core.calls['uploads.retry']({ filter: { code: 'OLD_VERSION_KEPT' } });
  await until('the old one is gone', () => engine.live().length === 1);
  await idle(core);
  engine.expectExactlyOnce(['version two']);
});

test.concurrent('W7: two files in step, changed together and then one after the other: only their current bytes are documents', async () => {
  const engine = await createEngine();
  await engine.settings.update((settings) => ({
    ...settings,
    folders: [engine.folder('inbox', { changed: 'replace' })],
  }));
  const write = async (names: string[], content: string) => {
    for (const name of names) engine.file(`inbox/${name}`, content);
    await core.calls['folders.reconcile']({});
    await until('they are in', async () => {
      const { rows } = await core.calls['uploads.list']({ order: 'newest', limit: names.length });
      return rows.length === names.length && rows.every(({ sha256: hash }) => hash === sha256(content));
    });
    await idle(core);
  };
  const core = await engine.start('watch');
  await write(['a.txt', 'b.txt'], 'version one');
  await write(['a.txt', 'b.txt'], 'version two');
  engine.expectExactlyOnce(['version two']);
  await write(['a.txt'], 'version three');
  engine.expectExactlyOnce(['version two', 'version three']);
  await write(['b.txt'], 'version three');
  engine.expectExactlyOnce(['version three']);
});

test.concurrent('W7: who stands for a document whose deletion was sent and not answered gets one of its own', async () => {
  const { add, deleted, get, finishAll, loseAnswer, end } = await fixture();
  const old = await add(null, versionOf('A'));
  const other = await add(null, versionOf('B'));
  await add(old, { state: 'duplicate', duplicateOf: other, afterState: 'replace' });
  loseAnswer();
  await expect(finishAll()).rejects.toThrow();
  // As when two files change places.
  const late = await add(other, { state: 'duplicate', duplicateOf: old });
  await finishAll();
  expect(deleted).toEqual(['A', 'A'].map(contentIdOf));
  expect(await get(old)).toMatchObject({ state: 'cancelled', contentId: null });
  expect(await get(late)).toMatchObject({ state: 'queued', duplicateOf: null });
  end();
});

test.concurrent('W9: a document that is deleted while something was left to do for it leaves nothing to wait for', async () => {
  const { context, add, deleted, get, end } = await fixture();
  const id = await add(null, { state: 'completed', contentId: contentIdOf('A'), afterState: 'pending' });
  context.ledger.history.deleteDocuments([id]);
  await cleanUp(context, await get(id));
  expect(deleted).toEqual(['A'].map(contentIdOf));
  expect(await get(id)).toMatchObject({ state: 'cancelled', afterState: null });
  expect(context.ledger.uploads.isUnfinished('p', [])).toBe(false);
  end();
});

async function fixture() {
  const database = openDatabase(':memory:');
  const deleted: string[] = [];
  /** What the service says of a document beside that it is whole. */
  const says = new Map<string, Partial<DocumentRecord>>();
  /** How many deletions had been asked for whenever the ledger was put on disk. */
  const synced: number[] = [];
  const durable = async () => void synced.push(deleted.length);
  const ledger = { ...createSqliteLedger(database, () => 1), durable };
  let isLost = false;
  const context = {
    ledger,
    team: createLocalTeam(),
    clock: { now: () => 1 },
    client: {
      documents: {
        get: async (id: string) => ({
          ok: true,
          value: { id, status: 'completed', raw_size: 5, ...says.get(id) },
        }),
        async delete(contentId: string) {
          deleted.push(contentId);
          if (isLost) {
            isLost = false;
            throw new AppError('CONNECTION_LOST', { retryable: true });
          }
          return { ok: true, value: 'deleted' };
        },
      },
    },
    folder: () => undefined,
  } as unknown as FinishContext & UploadContext;
  return {
    context,
    deleted,
    says,
    synced,
    /** The next deletion is done, and nobody hears of it. */
    loseAnswer: () => {
      isLost = true;
    },
    end: () => database.close(),
    get: async (id: number) => ledger.uploads.get(id) as UploadRow,
    /** What the finisher does, until all that is left waits. */
    async finishAll(): Promise<void> {
      for (let again = true; again; ) {
        again = false;
        for (const row of ledger.uploads.listWithMoreToDo('p', 1, 100)) {
          const isDone = (await finishUpload(context, row, signal)) === true;
          again =
            !ledger.uploads.recordAfterwork(row, isDone ? { afterState: null } : { notBefore: 0 }) ||
            isDone ||
            again;
        }
      }
    },
    async add(replaces: number | null, patch: UploadPatch, profileId = 'p'): Promise<number> {
      const [id = 0] = ledger.uploads.addMany([
        {
          ...{
            profileId,
            folderId: 'f',
            path: '/f/a.txt',
            fileName: 'a.txt',
            size: 5,
            mtimeNs: 1n,
            lane: 1,
          },
          replaces,
          options: { ...defaultUploadOptions, changed: 'replace' as const },
        },
      ]);
      await ledger.uploads.advance(uploadAt(ledger.uploads, id), ['queued'], patch);
      return id;
    },
  };
}
