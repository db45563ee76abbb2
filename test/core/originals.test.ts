import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { expect, test } from 'vitest';
import { addUploads, createEngine, type EngineFixture, idle, uploadOf } from '../support/engine-fixture.ts';

const note = '<p>Oracle raised its dividend.</p><script>steal()</script>';

async function oneUploaded(engine: EngineFixture, options = {}) {
  const core = await engine.start();
  const own = engine.file('note.html', note);
  const [id = 0] = await addUploads(core, [own], options);
  await idle(core);
  const contentId = (await uploadOf(core, id)).contentId ?? '';
  return { core, contentId, own, open: () => core.calls['documents.openOriginal']({ contentId }) };
}

/** What the service was asked about its original. */
const asked = (engine: EngineFixture) => engine.requests().filter((line) => line.includes('/original'));
/** The service answers nothing any more. */
const goAway = (engine: EngineFixture) => engine.sandbox.faults.replace([{ match: {}, kind: 'reset' }]);
const page = ({ path }: { readonly path: string }) => readFileSync(path, 'utf8');

test('an original is shown from the person’s own file, sanitised, and without the service', async () => {
  const engine = await createEngine();
  const { open } = await oneUploaded(engine);
  goAway(engine);
  const opened = await open();
  expect(opened).toMatchObject({ kind: 'html', bytes: Buffer.byteLength(page(opened)) });
  expect(page(opened)).toContain('<p>Oracle raised its dividend.</p>');
  expect(page(opened)).not.toContain('steal');
  expect(asked(engine)).toEqual([]);
});

test.each([
  ['changed', (own: string) => writeFileSync(own, note.replace('raised', 'cut'))],
  ['gone', (own: string) => rmSync(own)],
])('where the own file is %s, the service has the original, which is then kept', async (_, change) => {
  const engine = await createEngine();
  const { own, open } = await oneUploaded(engine);
  change(own);
  expect(page(await open())).toContain('Oracle raised');
  const once = asked(engine);
  expect(once).not.toEqual([]);
  goAway(engine);
  expect(page(await open())).toContain('Oracle raised');
  expect(asked(engine)).toEqual(once);
});

test('a service that keeps no originals is told in words, and the document is none the less there', async () => {
  const engine = await createEngine();
  const { core, own, open } = await oneUploaded(engine);
  rmSync(own);
  engine.sandbox.faults.replace([{ match: { path: '/original' }, kind: 'status', status: 404 }]);
  await expect(open()).rejects.toMatchObject({ code: 'ORIGINAL_NOT_KEPT' });
  const { rows } = await core.calls['documents.query']({});
  expect(rows).toMatchObject([{ status: 'completed' }]);
});

test('of a document that is deleted no page stays on this machine', async () => {
  const engine = await createEngine();
  const { core, contentId, own, open } = await oneUploaded(engine);
  const { path } = await open();
  expect(existsSync(`${path}.tables-2`)).toBe(true);
  rmSync(own);
  // As a power cut leaves it.
  writeFileSync(`${path}.part`, 'half of it');
  await core.calls['documents.delete']({ contentId });
  expect(existsSync(path)).toBe(false);
  expect(readdirSync(dirname(path))).toEqual([]);
  await expect(open()).rejects.toMatchObject({ code: 'DOCUMENT_NOT_FOUND' });
});

test('tables are read cell by cell from an original that is here, and the service is asked for none', async () => {
  const engine = await createEngine();
  const core = await engine.start();
  const rows = '<tr><td></td><th colspan="2">2024</th></tr><tr><td>Revenue</td><td>$</td><td>5</td></tr>';
  const own = engine.file('table.html', `<table>${rows}<tr><td>Costs</td><td></td><td>3</td></tr></table>`);
  const [id = 0] = await addUploads(core, [own]);
  await idle(core);
  const contentId = (await uploadOf(core, id)).contentId ?? '';
  const read = () => core.calls['documents.originalTables']({ contentId });
  goAway(engine);
  const cell = (text: string) => ({ text, columns: 1, rows: 1, isHeading: false });
  const table = {
    rows: [
      [cell(''), { text: '2024', columns: 2, rows: 1, isHeading: true }],
      [cell('Revenue'), cell('$'), cell('5')],
      [cell('Costs'), cell(''), cell('3')],
    ],
  };
  expect(await read()).toEqual({ tables: [table] });
  // Kept beside the copy, which is enough.
  rmSync(own);
  expect(await read()).toEqual({ tables: [table] });
  expect(asked(engine)).toEqual([]);
});

test('of an original that is not here no table is known, and it is not fetched', async () => {
  const engine = await createEngine();
  const { core, contentId, own } = await oneUploaded(engine);
  rmSync(own);
  expect(await core.calls['documents.originalTables']({ contentId })).toEqual({ tables: [] });
  expect(asked(engine)).toEqual([]);
});
