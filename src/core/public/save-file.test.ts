import { expect, test } from 'vitest';
import { noteFormats } from '#shared/bridge/notes.ts';
import { nameToSave, writeFileToSave } from './save-file.ts';

const contentId = '0123456789ABCDEF0123456789ABCDEF';

/** The name that the original of a document with this name is offered under. */
const offered = (fileName: string) =>
  nameToSave({ 'documents.detail': async () => ({ document: { fileName } }) } as never, {
    what: 'original',
    contentId: contentId as never,
  });

test.each([
  ['report.pdf', 'report.pdf'],
  ['../..\\a:b\n.pdf', '_.._a_b .pdf'],
  ['', contentId],
  ['...', contentId],
  // Turned around it would be read as `evilfdp.exe`, the program as a document.
  ['evil\u202Efdp.exe', 'evil_fdp.exe'],
  ['half \uD83D of a sign.pdf', 'half _ of a sign.pdf'],
])('%j is offered as %s', async (given, name) => {
  expect(await offered(given)).toBe(name);
});

test('a long name is cut between signs, and begins with no dot then', async () => {
  for (const given of [`${'😀'.repeat(120)}x.pdf`, `${'.'.repeat(120)}a${'.'.repeat(170)}x.pdf`]) {
    const name = await offered(given);
    expect([name.isWellFormed(), name.length <= 180, name.startsWith('.')]).toEqual([true, true, false]);
  }
});

test('notes are offered under a name that says their format, and written by the call', async () => {
  const asked: unknown[] = [];
  const calls = {
    'notes.export': async (input: unknown) => {
      asked.push(input);
      return { path: '/somewhere', bytes: 1, count: 1 };
    },
  } as never;
  const names = await Promise.all(
    noteFormats.map((format) => nameToSave(calls, { what: 'notes', filter: {}, format })),
  );
  expect(names.map((name) => name.replace('sluice-notes.', ''))).toEqual([
    'jsonld',
    'md',
    'csv',
    'json',
    'ris',
    'bib',
  ]);
  const filter = { states: ['orphan' as const] };
  expect(await writeFileToSave(calls, { what: 'notes', filter, format: 'ris' }, '/there')).toBe('/somewhere');
  expect(asked).toEqual([{ filter, format: 'ris', path: '/there' }]);
});
