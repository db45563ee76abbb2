import { existsSync, mkdirSync, readFileSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Core } from '#core/create-core.ts';
import type { Note } from '#shared/bridge/notes.ts';
import { type ContentId, contentIdSchema } from '#shared/ids/ids.ts';
import { addUploads, createEngine, type EngineFixture, idle, until } from '../support/engine-fixture.ts';
import { rowsOf } from './documents-support.ts';

const sandbox = { annotate: true, enrichSeconds: [0.1, 0.2] as [number, number] };
/** A sentence that stands three times, each in a paragraph of its own. */
const text = [
  'Overview of the year.',
  'Revenue rose by 5% in 2025. The board approved a dividend.',
  'Europe did well. Revenue rose by 5% in 2025. Asia followed with growth.',
  'Outlook for the group. Revenue rose by 5% in 2025. Costs fell to $3.2 billion.',
].join('\n\n');
const sentence = 'Revenue rose by 5% in 2025.';

async function idOf(core: Core, fileName = 'report.txt'): Promise<ContentId> {
  const rows = await rowsOf(core, { search: fileName, statuses: ['completed'] });
  return contentIdSchema.parse(rows[0]?.contentId);
}

/** The block of the annotated document that holds words, and where in it they stand. */
async function placeOf(core: Core, contentId: ContentId, words: string, within = words) {
  const { path } = await core.calls['documents.annotated']({ contentId });
  const { content } = JSON.parse(readFileSync(path, 'utf8')) as { content: { body: { text: string }[] } };
  const block = content.body.findIndex((one) => one.text.includes(within));
  const outer = content.body[block]?.text.indexOf(within) ?? 0;
  const from = content.body[block]?.text.indexOf(words, outer) ?? 0;
  return { path: `$.content.body[${block}].text`, from, to: from + words.length };
}

async function mark(
  core: Core,
  contentId: ContentId,
  words: string,
  within = words,
  body = '',
): Promise<Note> {
  const place = await placeOf(core, contentId, words, within);
  return core.calls['notes.add']({ contentId, quote: words, ...place, body });
}

async function notesOf(core: Core): Promise<Note[]> {
  return (await core.calls['notes.list']({})).rows;
}

async function started(
  options: Parameters<typeof createEngine>[0] = {},
): Promise<[EngineFixture, Core, ContentId]> {
  const engine = await createEngine({ sandbox, ...options });
  const core = await engine.start();
  await addUploads(core, [engine.file('report.txt', text)]);
  await idle(core);
  return [engine, core, await idOf(core)];
}

test('a sentence that stands three times is kept at its own place, with what surrounds it', async () => {
  const [, core, contentId] = await started();
  const events: string[][] = [];
  core.on('notes.changed', ({ contentIds }) => events.push(contentIds));
  const note = await mark(core, contentId, sentence, `Europe did well. ${sentence}`, 'Check the region.');
  expect(note).toMatchObject({
    contentId,
    quote: sentence,
    body: 'Check the region.',
    color: 'yellow',
    state: 'exact',
    reason: null,
    document: { fileName: 'report.txt' },
  });
  expect(note.prefix.endsWith('Europe did well. ')).toBe(true);
  expect(note.suffix.startsWith(' Asia followed')).toBe(true);
  expect(note.document.sha256).toMatch(/^[0-9a-f]{64}$/);
  expect(events).toEqual([[contentId]]);
  expect(await core.calls['notes.list']({ filter: { contentId } })).toMatchObject({
    total: 1,
    counts: { exact: 1, approximate: 0, waiting: 0, orphan: 0 },
    rows: [note],
  });
});

describe('a document is replaced by a newer version (W7)', () => {
  async function watched(first: string): Promise<[EngineFixture, Core, ContentId]> {
    const engine = await createEngine({ sandbox });
    await engine.settings.update((settings) => ({
      ...settings,
      folders: [engine.folder('inbox', { changed: 'replace' })],
    }));
    engine.file('inbox/report.txt', first);
    const core = await engine.start('watch');
    await until('it is in', () => engine.live().length === 1);
    await idle(core);
    return [engine, core, await idOf(core)];
  }

  async function replaceWith(
    engine: EngineFixture,
    core: Core,
    old: ContentId,
    second: string,
  ): Promise<ContentId> {
    engine.file('inbox/report.txt', second);
    await core.calls['folders.reconcile']({});
    await until('the newer version is all there is', async () => {
      const rows = await rowsOf(core, { search: 'report.txt' });
      return rows.length === 1 && rows[0]?.contentId !== old && rows[0]?.status === 'completed';
    });
    await idle(core);
    return idOf(core);
  }

  const settled = async (core: Core) => {
    await until('no note waits', async () => (await notesOf(core)).every(({ state }) => state !== 'waiting'));
    return notesOf(core);
  };

  test('its notes follow: moved along, marked where their words differ, listed where they are gone', async () => {
    const [engine, core, old] = await watched(text);
    const same = await mark(core, old, sentence, `Europe did well. ${sentence}`);
    const alike = await mark(core, old, 'Costs fell to $3.2 billion.');
    const gone = await mark(core, old, 'The board approved a dividend.', undefined, 'Ask why.');
    const newer = [
      'A new beginning, before all of it.',
      'Revenue rose by 5% in 2025.',
      'Europe did well. Revenue rose by 5% in 2025. Asia followed with growth.',
      'Outlook for the group. Costs fell to $3.4 billion.',
    ].join('\n\n');
    const contentId = await replaceWith(engine, core, old, newer);
    const rows = new Map((await settled(core)).map((row) => [row.id, row]));
    expect(rows.get(same.id)).toMatchObject({ contentId, state: 'exact', quote: sentence });
    const place = rows.get(same.id)?.place;
    expect(place).toMatchObject(await placeOf(core, contentId, sentence, `Europe did well. ${sentence}`));
    expect(rows.get(alike.id)).toMatchObject({
      contentId,
      state: 'approximate',
      quote: 'Costs fell to $3.2 billion.',
    });
    expect(rows.get(gone.id)).toMatchObject({
      contentId: old,
      state: 'orphan',
      reason: 'not-found',
      body: 'Ask why.',
      quote: 'The board approved a dividend.',
      document: { fileName: 'report.txt' },
    });
    const ofNewer = await core.calls['notes.list']({ filter: { contentId } });
    expect(ofNewer.counts).toEqual({ exact: 1, approximate: 1, waiting: 0, orphan: 1 });

    // The words come back in a third version, and so does the note.
    const third = await replaceWith(engine, core, contentId, `${newer}\n\n${text}`);
    const again = new Map((await settled(core)).map((row) => [row.id, row]));
    expect(again.get(gone.id)).toMatchObject({ contentId: third, state: 'exact', reason: null });
    expect(again.get(alike.id)).toMatchObject({ contentId: third, state: 'exact' });
  });

  test('where the newer version cannot be read, its notes wait and say so', async () => {
    const [engine, core, old] = await watched(text);
    const note = await mark(core, old, sentence);
    engine.sandbox.faults.replace([
      {
        match: { method: 'GET', path: '/annotated$' },
        kind: 'forbidden',
      },
    ]);
    await replaceWith(engine, core, old, `${text}\n\nOne paragraph more.`);
    await until('it waits', async () => {
      const [row] = await notesOf(core);
      return row?.state === 'waiting' && row.reason === 'unreachable';
    });
    engine.sandbox.faults.replace([]);
    expect((await core.calls['notes.place']({ ids: [note.id] })).count).toBe(0);
    expect((await settled(core))[0]).toMatchObject({
      id: note.id,
      state: 'exact',
      contentId: await idOf(core),
    });
  });
});

test('a document that is deleted leaves its notes behind as orphans, also after a restart', async () => {
  const [engine, core, contentId] = await started();
  const note = await mark(core, contentId, sentence, sentence, 'Keep me.');
  await core.calls['documents.delete']({ contentId });
  const orphan = { id: note.id, state: 'orphan', reason: 'deleted', body: 'Keep me.', quote: sentence };
  expect(await notesOf(core)).toMatchObject([orphan]);
  await core.stop();
  const again = await engine.start();
  await until('nothing else came of it', async () => (await notesOf(again)).length === 1);
  expect(await notesOf(again)).toMatchObject([orphan]);
  // Sent again, the same bytes are another document: it has its words.
  await addUploads(again, [engine.file('report.txt', text)]);
  await idle(again);
  const anew = await idOf(again);
  await until('it stands there', async () => (await notesOf(again))[0]?.state === 'exact');
  expect(await notesOf(again)).toMatchObject([{ id: note.id, contentId: anew, body: 'Keep me.' }]);
});

test('notes go out as W3C annotations and come back once', async () => {
  const [engine, core, contentId] = await started();
  const note = await mark(core, contentId, sentence, `Europe did well. ${sentence}`, 'A note.');
  const file = join(engine.directory, 'notes.jsonld');
  const exported = await core.calls['notes.export']({ format: 'jsonld', path: file });
  expect(exported).toMatchObject({ path: file, count: 1 });
  const written = readFileSync(file, 'utf8');
  expect(await core.calls['notes.import']({ text: written })).toEqual({
    added: 0,
    changed: 0,
    known: 1,
    unplaced: 0,
    refused: [],
  });
  await core.calls['notes.remove']({ ids: [note.id] });
  expect(await notesOf(core)).toEqual([]);
  expect(await core.calls['notes.import']({ text: written })).toMatchObject({ added: 1, unplaced: 0 });
  expect(await core.calls['notes.import']({ text: written })).toMatchObject({ added: 0, known: 1 });
  expect(await notesOf(core)).toMatchObject([{ ...note, since: expect.any(Number) }]);
});

test('what another program wrote is taken as far as it names words, and the rest is said', async () => {
  const [, core, contentId] = await started();
  await core.calls['documents.annotated']({ contentId });
  const target = (more: object) => ({
    source: 'https://files.example/reports/report.txt',
    selector: { type: 'TextQuoteSelector', ...more },
  });
  const page = {
    '@context': 'http://www.w3.org/ns/anno.jsonld',
    type: 'AnnotationPage',
    items: [
      {
        id: 'https://other.example/a/1',
        type: 'Annotation',
        bodyValue: 'Theirs.',
        target: target({ exact: 'Europe did well. Revenue rose by 5%' }),
      },
      {
        id: 'https://other.example/a/2',
        type: 'Annotation',
        target: target({ exact: 'These words stand nowhere in it at all' }),
      },
      { type: 'Annotation', target: 'https://files.example/reports/report.txt' },
      {
        type: 'Annotation',
        target: { ...target({ exact: 'Asia' }), source: 'https://files.example/unknown.pdf' },
      },
      'nonsense',
    ],
  };
  const text = JSON.stringify(page);
  const taken = await core.calls['notes.import']({ text });
  expect(taken).toMatchObject({ added: 2, unplaced: 1 });
  expect(taken.refused.map(({ item, why }) => [item, why.code])).toEqual([
    [3, 'notes.noWords'],
    [4, 'notes.noDocument'],
    [5, 'notes.noAnnotation'],
  ]);
  expect(await core.calls['notes.import']({ text })).toMatchObject({ added: 0, known: 2 });
  const states = (await notesOf(core)).map(({ state, reason, contentId: id }) => [state, reason, id]);
  expect(states.sort()).toEqual([
    ['exact', null, contentId],
    ['orphan', 'not-found', contentId],
  ]);
  await expect(core.calls['notes.import']({ text: '{"a":1}' })).rejects.toMatchObject({ code: 'USAGE' });
});

test('notes outlive a ledger that is lost, and find their document again', async () => {
  const [engine, core, contentId] = await started();
  const note = await mark(core, contentId, sentence, `Europe did well. ${sentence}`, 'Keep me.');
  await core.stop();
  writeFileSync(join(engine.dataDirectory, 'ledger.sqlite'), Buffer.alloc(50_000, 'no database at all '));
  const again = await engine.start();
  const kept = { id: note.id, body: 'Keep me.', quote: sentence, prefix: note.prefix };
  expect(await notesOf(again)).toMatchObject([kept]);
  await idle(again);
  await again.calls['documents.list']({});
  await until('it stands there', async () => (await notesOf(again))[0]?.state === 'exact');
  expect(await notesOf(again)).toMatchObject([{ ...kept, contentId, place: note.place }]);
});

test('a damaged copy of the notes is set aside and said, and a note that is gone is not edited in silence', async () => {
  const [engine, core, contentId] = await started();
  const note = await mark(core, contentId, sentence, `Europe did well. ${sentence}`);
  await core.calls['notes.remove']({ ids: [note.id] });
  const gone = { code: 'USAGE', spoken: { code: 'usage.noNote' } };
  await expect(core.calls['notes.edit']({ id: note.id, body: 'Too late.' })).rejects.toMatchObject(gone);
  await core.stop();
  writeFileSync(join(engine.dataDirectory, 'notes.json'), '{"notes":[');
  const again = await engine.start();
  const { findings } = (await again.calls['agent.status']({})).health;
  expect(findings.map(({ code }) => code)).toContain('NOTES_DAMAGED');
});

test('a damaged copy beside which nothing can be written stays, and is said once it could be set aside', async () => {
  const [engine, core, contentId] = await started();
  await mark(core, contentId, sentence, `Europe did well. ${sentence}`);
  await core.stop();
  const copy = join(engine.dataDirectory, 'notes.json');
  writeFileSync(copy, '{"notes":[');
  mkdirSync(`${copy}.new`);
  const again = await engine.start();
  const codes = async () =>
    (await again.calls['agent.status']({})).health.findings.map(({ code }) => code as string);
  expect(await codes()).not.toContain('NOTES_DAMAGED');
  expect(readFileSync(copy, 'utf8')).toBe('{"notes":[');
  rmdirSync(`${copy}.new`);
  await mark(again, contentId, 'The board approved a dividend.');
  await until('it is said', async () => (await codes()).includes('NOTES_DAMAGED'));
  expect(readFileSync(copy, 'utf8')).toContain(sentence);
});

test('a copy that a killed process did not write is written by the next', async () => {
  const [engine, core, contentId] = await started();
  await mark(core, contentId, sentence, `Europe did well. ${sentence}`);
  await core.stop();
  const copy = join(engine.dataDirectory, 'notes.json');
  rmSync(copy);
  await engine.start();
  await until('the copy', () => existsSync(copy));
  expect(readFileSync(copy, 'utf8')).toContain(sentence);
});
