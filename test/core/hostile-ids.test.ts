import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { contentIdSchema } from '#shared/ids/ids.ts';
import { addUploads, createEngine, type EngineFixture, states, until } from '../support/engine-fixture.ts';

/** What a service would name to read, write and delete files of this machine. */
const hostile = [
  '../../../keys',
  '../../../../../outside/evil',
  '..',
  'CON',
  '__proto__',
  'a/b',
  'A'.repeat(31),
];
const canary = '{"key":"canary"}';

/**
 * A service that gives this id for every document; the keys of the agent lie where `../../../keys.json`
 * leads.
 */
async function lyingEngine(id: string): Promise<EngineFixture & { keys: string }> {
  const engine = await createEngine({
    sandbox: {
      annotate: true,
      faults: [{ match: { path: '^/contents/v1/documents' }, kind: 'rewrite', replace: { id } }],
    },
  });
  mkdirSync(engine.dataDirectory, { recursive: true });
  const keys = join(engine.dataDirectory, 'keys.json');
  writeFileSync(keys, canary);
  return { ...engine, keys };
}

/** Every file below a folder, by its path. */
function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

test.each(hostile)(
  'an answer to enrich that names %j is none: its slot is remembered, nothing is sent',
  async (id) => {
    const engine = await lyingEngine(id);
    const core = await engine.start('watch');
    engine.file('notes/a.txt');
    await core.calls['folders.add']({ folder: engine.folder('notes', { saveAnnotated: 'beside' }) });
    await until(
      'the answer was judged',
      async () => (await core.calls['agent.status']({})).abandonedSlots > 0,
    );
    expect(engine.ledger((one) => one.statement('SELECT content_id FROM uploads').all())).toEqual([
      { content_id: null },
    ]);
    await core.stop();
    expect(engine.live()).toEqual([]);
    expect(
      filesBelow(join(engine.directory, 'files')).map((path) => readFileSync(path, 'utf8')),
    ).not.toContain(canary);
    expect(readFileSync(engine.keys, 'utf8')).toBe(canary);
  },
);

test('a list row with such an id costs that row, and is said; what was uploaded is there under its own', async () => {
  const engine = await createEngine();
  const core = await engine.start();
  await addUploads(core, [engine.file('a.txt'), engine.file('b.txt')]);
  await until('both are in', async () => (await states(core)).every((state) => state === 'completed'));
  engine.sandbox.faults.replace([
    {
      match: { method: 'GET', path: '^/contents/v1/documents$' },
      kind: 'rewrite',
      replace: { '$.results.0.id': '../../../keys' },
    },
  ]);
  const { documents, source } = await core.calls['documents.list']({});
  expect(source).toBe('service');
  expect(documents.map(({ id }) => id).sort()).toEqual(
    engine
      .live()
      .map(({ id }) => id)
      .sort(),
  );
  expect(
    engine.log.some((line) => line.includes('without a usable id') && line.includes('"refused":1')),
  ).toBe(true);
});

test.each(hostile)('nobody can ask for the document %j: not a page, not a command', async (id) => {
  const engine = await createEngine();
  const core = await engine.start('none');
  writeFileSync(join(engine.dataDirectory, 'keys.json'), canary);
  for (const name of [
    'documents.show',
    'documents.delete',
    'documents.annotated',
    'documents.original',
  ] as const)
    await expect(core.calls[name]({ contentId: id })).rejects.toMatchObject({ code: 'USAGE' });
  await expect(
    core.calls['documents.change']({ kind: 'delete', filter: { contentIds: [id] } }),
  ).rejects.toThrow();
  expect(contentIdSchema.safeParse(id).success).toBe(false);
  expect(readFileSync(join(engine.dataDirectory, 'keys.json'), 'utf8')).toBe(canary);
});
