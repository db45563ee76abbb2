import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { expect, test } from 'vitest';
import { said } from '../../src/shared/spoken/said.ts';
import { addUploads, createEngine, type EngineFixture, idle, until } from '../support/engine-fixture.ts';

/** An engine whose data folder holds what it holds after some days. */
async function used(): Promise<EngineFixture> {
  const engine = await createEngine({ speed: 200 });
  mkdirSync(join(engine.dataDirectory, 'cache/p/annotated'), { recursive: true });
  writeFileSync(join(engine.dataDirectory, 'keys.json'), '{"key":"canary"}');
  writeFileSync(join(engine.dataDirectory, 'cache/p/annotated/a.json'), '{"text":"of a document"}');
  return engine;
}

test.each([false, true])(
  'a watch folder around the data folder uploads nothing of it, neither keys nor copies (through a link: %s)',
  async (isLinked) => {
    const engine = await used();
    const around = dirname(engine.dataDirectory);
    const path = isLinked ? join(engine.directory, 'files', 'linked') : around;
    const document = engine.file('a.txt', 'a document');
    if (isLinked) symlinkSync(around, path);
    else writeFileSync(join(around, 'a.txt'), 'a document');
    const folder = { ...engine.folder('f'), path: isLinked ? path : around, types: [], includeHidden: true };
    const core = await engine.start('watch');
    await core.calls['folders.add']({ folder: { ...folder, types: ['txt', 'json'] } });
    await core.calls['folders.reconcile']({});
    await until('the document is in', () => engine.live().length > 0);
    await core.calls['folders.reconcile']({});
    expect(document).toBeDefined();
    engine.expectExactlyOnce(['a document']);
    const preview = await core.calls['folders.preview']({ folder: { ...folder, types: ['json'] } });
    expect(preview.rows.filter(({ path: found }) => found.includes('keys.json'))).toEqual([]);
  },
);

test('the data folder itself, and what lies in it, is no watch folder; the samples in it may be one', async () => {
  const engine = await used();
  mkdirSync(join(engine.dataDirectory, 'samples'));
  const core = await engine.start('none');
  const add = (path: string) => core.calls['folders.add']({ folder: { ...engine.folder('f'), path } });
  for (const path of [engine.dataDirectory, join(engine.dataDirectory, 'cache')])
    await expect(add(path)).rejects.toMatchObject({ code: 'USAGE', detail: expect.stringContaining('keys') });
  await add(join(engine.dataDirectory, 'samples'));
});

test('a preview says of the data folder, and of what lies in it, what adding it says', async () => {
  const engine = await used();
  const core = await engine.start('none');
  const folder = engine.folder('f');
  for (const path of [engine.dataDirectory, join(engine.dataDirectory, 'cache')])
    await expect(core.calls['folders.preview']({ folder: { ...folder, path } })).rejects.toMatchObject({
      code: 'USAGE',
      detail: expect.stringContaining('keys'),
    });
});

test('a folder that a person names for an upload gives nothing of the data folder in it', async () => {
  const engine = await used();
  engine.file('a.txt', 'a document');
  const core = await engine.start('uploads');
  const ids = await addUploads(core, [engine.directory]).catch(() => []);
  const { rows } = await core.calls['uploads.list']({});
  expect(ids.length + rows.length).toBeGreaterThan(0);
  expect(rows.filter(({ path }) => path.startsWith(engine.dataDirectory))).toEqual([]);
  const named = await core.calls['uploads.add']({ paths: [engine.dataDirectory], options: {} });
  expect(named).toMatchObject({ refused: [{ path: engine.dataDirectory, code: 'NAMED_DATA_FOLDER' }] });
});

test('nothing of a data folder that is copied into a watch folder while it is watched is uploaded', async () => {
  const engine = await createEngine({ speed: 200 });
  const folder = { ...engine.folder('f'), includeHidden: true, settleSeconds: 0 };
  engine.file('f/a.txt', 'a document');
  mkdirSync(join(folder.path, 'copy/cache'), { recursive: true });
  const core = await engine.start('watch');
  await core.calls['folders.add']({ folder });
  await until('the document is in', () => engine.live().length > 0);
  for (const name of ['ledger.sqlite', 'settings.json', 'keys.json', 'cache/b.txt'])
    engine.file(`f/copy/${name}`, `${name} of another instance`);
  engine.file('f/z.txt', 'the last one');
  await until('the last one is in', () => engine.live().length > 1);
  await core.calls['folders.reconcile']({});
  await idle(core);
  engine.expectExactlyOnce(['a document', 'the last one']);
});

test('nothing of the data folder of another instance, or of a copy of one, is uploaded', async () => {
  const engine = await createEngine({ speed: 200 });
  const folder = { ...engine.folder('f'), includeHidden: true };
  engine.file('f/a.txt', 'a document');
  for (const name of ['ledger.sqlite', 'settings.json', 'keys.json', 'cache/p/b.txt'])
    engine.file(`f/x/other/${name}`, `${name} of another instance`);
  const core = await engine.start('watch');
  const preview = await core.calls['folders.preview']({ folder });
  const listed = preview.rows.filter(({ outcome }) => outcome === 'upload').map(({ path }) => path);
  expect(listed).toEqual(['a.txt']);
  await core.calls['folders.add']({ folder });
  await core.calls['folders.reconcile']({});
  await until('the document is in', () => engine.live().length > 0);
  await core.calls['folders.reconcile']({});
  const added = await core.calls['uploads.add']({ paths: [folder.path], options: {} });
  expect(added.ids).toHaveLength(1);
  const other = join(folder.path, 'x/other');
  expect(added.refused).toMatchObject([{ path: other, code: 'NAMED_DATA_FOLDER' }]);
  await idle(core);
  engine.expectExactlyOnce(['a document']);
});

test.each([
  ['a watch folder', '', said('health.dataFolder')],
  ['a subfolder', 'project/', said('health.dataFolderBelow', { path: 'project' })],
])(
  '%s that becomes a data folder says that nothing of it is uploaded, until it is none',
  async (_, place, why) => {
    const engine = await createEngine({ speed: 200 });
    const folder = { ...engine.folder('f'), settleSeconds: 0 };
    engine.file(`f/${place}a.txt`, 'a document');
    const core = await engine.start('watch');
    await core.calls['folders.add']({ folder });
    await until('the document is in', () => engine.live().length === 1);
    const findings = async () => {
      const { health } = await core.calls['agent.status']({});
      return health.findings.filter(({ level }) => level === 'attention').map((finding) => finding.said);
    };
    const markers = ['ledger.sqlite', 'settings.json'].map((name) => engine.file(`f/${place}${name}`, ''));
    await until('it is said', async () => isDeepStrictEqual(await findings(), [why]));
    engine.file(`f/${place}b.txt`, 'another document');
    for (const path of markers) rmSync(path);
    await until('nothing is said any more', async () => (await findings()).length === 0);
    await until('the other document is in', () => engine.live().length === 2);
    await idle(core);
    engine.expectExactlyOnce(['a document', 'another document']);
  },
);

test('no link leads into a data folder, also one that a rule leaves out', async () => {
  const engine = await createEngine({ speed: 200 });
  const folder = { ...engine.folder('f'), followLinks: true, settleSeconds: 0 };
  engine.file('f/a.txt', 'a document');
  for (const name of ['ledger.sqlite', 'settings.json', 'inbox/b.txt'])
    for (const place of ['noted', 'left-out']) engine.file(`f/${place}/${name}`, `${name} in ${place}`);
  engine.file('f/.sluiceignore', 'left-out/');
  for (const place of ['noted', 'left-out']) {
    symlinkSync(join(folder.path, place, 'inbox'), join(folder.path, `link to ${place}`));
    symlinkSync(join(folder.path, place, 'inbox/b.txt'), join(folder.path, `${place}.txt`));
  }
  const core = await engine.start('watch');
  await core.calls['folders.add']({ folder });
  await until('the document is in', () => engine.live().length > 0);
  await core.calls['folders.reconcile']({});
  await idle(core);
  engine.expectExactlyOnce(['a document']);
});
