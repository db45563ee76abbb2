import { existsSync, linkSync, mkdirSync, readdirSync, renameSync, utimesSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { contentIdSchema } from '#shared/ids/ids.ts';
import type { WatchFolder } from '#shared/settings/watch-folder.ts';
import { expect, test } from 'vitest';
import { createEngine, idle, states, until } from '../support/engine-fixture.ts';

const text = 'Bytes that two files have.';

async function watching(changes: Partial<WatchFolder>) {
  const engine = await createEngine();
  const folder = engine.folder('inbox', changes);
  await engine.settings.update((settings) => ({ ...settings, folders: [folder] }));
  return { engine, folder, at: (name: string) => join(folder.path, name) };
}

test.concurrent.each([
  ['move', ['a.txt', 'b.txt']],
  ['delete', []],
] as const)(
  'W18: a file whose bytes are in already gets its after-upload action too: %s',
  async (afterUpload, left) => {
    const { engine, at } = await watching({ afterUpload });
    engine.file('inbox/a.txt', text);
    const core = await engine.start('watch');
    await until('the first file to be dealt with', () => !existsSync(at('a.txt')));
    engine.file('inbox/b.txt', text);
    await until('the second file to be dealt with', () => !existsSync(at('b.txt')));
    await idle(core);
    expect(existsSync(at('done')) ? readdirSync(at('done')).sort() : []).toEqual(left);
    engine.expectExactlyOnce([text]);
    expect(await states(core)).toEqual(['completed', 'duplicate']);
  },
);

test.concurrent('W18: a copy of a file that could not be processed gets its action once a retry has helped', async () => {
  const record = { method: 'GET', path: '/documents/[A-F0-9]{32}$' };
  const { engine, at } = await watching({ afterUpload: 'move' });
  engine.sandbox.faults.replace([{ match: record, kind: 'rewrite', replace: { status: 'failed' } }]);
  engine.file('inbox/a.txt', text);
  const core = await engine.start('watch');
  await until('it to have failed', async () => (await states(core))[0] === 'attention ENRICHMENT_FAILED');
  engine.file('inbox/b.txt', text);
  await until('the steps of the copy to have ended', () =>
    engine.ledger(
      ({ sqlite }) =>
        sqlite.prepare(`SELECT 1 FROM uploads WHERE state = 'duplicate' AND after_state IS NULL`).get() !==
        undefined,
    ),
  );
  await idle(core);
  engine.sandbox.faults.replace([]);
  await core.calls['uploads.retry']({ filter: { states: ['attention'] } });
  await until('both to be dealt with', () => !existsSync(at('a.txt')) && !existsSync(at('b.txt')));
  await idle(core);
  expect(readdirSync(at('done')).sort()).toEqual(['a.txt', 'b.txt']);
  engine.expectExactlyOnce([text]);
});

test.concurrent.each([
  ['move', ['a (2).txt', 'a.txt']],
  ['delete', []],
] as const)(
  'W18: the same file that is saved again under its name gets its after-upload action again: %s',
  async (afterUpload, left) => {
    const { engine, at } = await watching({ afterUpload });
    engine.file('inbox/a.txt', text);
    const core = await engine.start('watch');
    await until('the file to be dealt with', () => !existsSync(at('a.txt')));
    await idle(core);
    engine.file('inbox/a.txt', text);
    await until('it to be dealt with again', () => !existsSync(at('a.txt')));
    await idle(core);
    expect(existsSync(at('done')) ? readdirSync(at('done')).sort() : []).toEqual(left);
    engine.expectExactlyOnce([text]);
    expect(await states(core)).toEqual(['completed', 'duplicate']);
  },
);

test.concurrent('W6: a replica that does not know the document yet delays the tags of a copy', async () => {
  const engine = await createEngine();
  const folders = [engine.folder('inbox'), engine.folder('other', { duplicates: 'add-tags', tags: ['bee'] })];
  await engine.settings.update((settings) => ({ ...settings, folders }));
  engine.file('inbox/a.txt', text);
  const core = await engine.start('watch');
  await idle(core);
  engine.sandbox.faults.replace([
    { match: { method: 'GET', path: '/documents/[^/]+$' }, kind: 'stale', times: 2 },
  ]);
  engine.file('other/a.txt', text);
  await until('the copy to be known', async () => (await states(core)).includes('duplicate'));
  await idle(core);
  expect(await states(core)).toEqual(['completed', 'duplicate']);
  expect(engine.live().map(({ tags }) => tags.length)).toEqual([1]);
});

test.concurrent('W18: a file that is saved again with its bytes while they are processed is deleted too', async () => {
  const { engine, at } = await watching({ afterUpload: 'delete' });
  engine.file('inbox/a.txt', text);
  const core = await engine.start('watch');
  await until('the bytes to be there', () => engine.live().length === 1);
  const go = engine.holdService();
  utimesSync(at('a.txt'), 1000, 1000);
  await until('the second look at it', () =>
    engine.ledger(
      ({ sqlite }) => sqlite.prepare(`SELECT 1 FROM uploads WHERE state = 'duplicate'`).get() !== undefined,
    ),
  );
  go();
  await until('it to go', () => !existsSync(at('a.txt')));
  await idle(core);
  engine.expectExactlyOnce([text]);
});

test.concurrent('W18: a file whose bytes are still being processed is left until they are searchable', async () => {
  const { engine, at } = await watching({ afterUpload: 'delete' });
  engine.file('inbox/a.txt', text);
  engine.file('inbox/b.txt', text);
  const go = engine.holdService();
  const core = await engine.start('watch');
  await until('the duplicate', () =>
    engine.ledger(
      ({ sqlite }) => sqlite.prepare(`SELECT 1 FROM uploads WHERE state = 'duplicate'`).get() !== undefined,
    ),
  );
  expect([at('a.txt'), at('b.txt')].map((path) => existsSync(path))).toEqual([true, true]);
  go();
  await until('both to go', () => !existsSync(at('a.txt')) && !existsSync(at('b.txt')));
  await idle(core);
  engine.expectExactlyOnce([text]);
});

test.concurrent('W18: a file whose bytes are in already gets its annotated document', async () => {
  const { engine, at } = await watching({ saveAnnotated: 'beside' });
  engine.file('inbox/a.txt', text);
  const core = await engine.start('watch');
  await until('the first annotated document', () => existsSync(at('a.txt.annotated.json')));
  engine.file('inbox/b.txt', text);
  await until('the second', () => existsSync(at('b.txt.annotated.json')));
  await idle(core);
  expect(await states(core)).toEqual(['completed', 'duplicate']);
});

const names = Array.from({ length: 10 }, (_, index) => `${index}.txt`);

test.concurrent.each([
  ['move', names],
  ['delete', []],
] as const)('W18: every name of one file gets its after-upload action: %s', async (afterUpload, left) => {
  const { engine, at } = await watching({ afterUpload });
  engine.file('inbox/0.txt', text);
  for (const name of names.slice(1)) linkSync(at('0.txt'), at(name));
  const core = await engine.start('watch');
  await until('all to be dealt with', () => names.every((name) => !existsSync(at(name))));
  await idle(core);
  expect(existsSync(at('done')) ? readdirSync(at('done')).sort() : []).toEqual(left);
  engine.expectExactlyOnce([text]);
  expect((await states(core)).sort()).toEqual(['completed', ...names.slice(1).map(() => 'duplicate')]);
});

test.concurrent.each(['b.txt', 'sub/b.txt'])(
  'W18: a name that appears after another one of its file was deleted is no renamed file: it is deleted too (%s)',
  async (name) => {
    const { engine, at } = await watching({ afterUpload: 'delete' });
    const other = engine.file('elsewhere/b.txt', text);
    linkSync(other, at('a.txt'));
    const core = await engine.start('watch');
    await until('the first name to be dealt with', () => !existsSync(at('a.txt')));
    await idle(core);
    mkdirSync(dirname(at(name)), { recursive: true });
    renameSync(other, at(name));
    await core.calls['folders.reconcile']({});
    await until('the second name to be dealt with', () => !existsSync(at(name)));
    await idle(core);
    engine.expectExactlyOnce([text]);
  },
);

test.concurrent.each(['delete', 'trash', 'move'] as const)(
  'W18: a file is left in place while the document with its bytes is being removed (%s)',
  async (afterUpload) => {
    const engine = await createEngine();
    const inbox = engine.folder('inbox', { changed: 'replace' });
    const drop = engine.folder('drop', { afterUpload });
    await engine.settings.update((settings) => ({ ...settings, folders: [inbox, drop] }));
    engine.file('inbox/a.txt', 'The first version, and another file.');
    const core = await engine.start('watch');
    await until('the first version', () => engine.live().length === 1);
    await idle(core);
    engine.sandbox.faults.replace([{ match: { method: 'DELETE' }, kind: 'status', status: 503 }]);
    engine.file('inbox/a.txt', 'The second version.');
    const deletes = () => engine.requests({ method: 'DELETE' }).length;
    await until('its removal', () => deletes() > 0);
    engine.file('drop/b.txt', 'The first version, and another file.');
    await until('the duplicate', async () => (await states(core)).includes('duplicate'));
    const before = deletes();
    await until('the next try', () => deletes() > before);
    engine.sandbox.faults.replace([]);
    await until('the duplicate to be uploaded', () => engine.live().some((one) => one.file_name === 'b.txt'));
    await idle(core);
    engine.expectExactlyOnce(['The second version.', 'The first version, and another file.']);
  },
);

test.concurrent('W18: a file is not deleted for a document whose deletion was not answered', async () => {
  const engine = await createEngine();
  const drop = engine.folder('drop', { afterUpload: 'delete' });
  await engine.settings.update((settings) => ({ ...settings, folders: [engine.folder('inbox'), drop] }));
  engine.file('inbox/a.txt', text);
  const core = await engine.start('watch');
  await until('the first file', () => engine.live().length === 1);
  await idle(core);
  engine.sandbox.faults.replace([{ match: { method: 'DELETE' }, kind: 'reset-after' }]);
  const contentId = contentIdSchema.parse(engine.live()[0]?.id);
  await expect(core.calls['documents.delete']({ contentId })).rejects.toThrow();
  expect(engine.live()).toEqual([]);
  const path = engine.file('drop/b.txt', text);
  await until('the duplicate', async () =>
    (await states(core)).some((state) => state.startsWith('duplicate')),
  );
  await idle(core);
  expect(existsSync(path)).toBe(true);
});
