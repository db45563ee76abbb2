import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Service, sluice, startService, temporaryFolder } from './support/program.ts';

const german = { SLUICE_API_KEY: 'the-right-key', LANG: 'de_DE.UTF-8' };
const english = { SLUICE_API_KEY: 'the-right-key', LANG: 'C' };
let service: Service;
let folder: { path: string; remove: () => void };
const here = (name: string) => join(folder.path, name);
const run = (variables: Record<string, string>, ...args: string[]) =>
  sluice([...args, '--base-url', service.baseUrl, '--data-dir', here('data')], { variables });

beforeAll(async () => {
  folder = temporaryFolder();
  writeFileSync(here('one.txt'), 'Apple reported.');
  service = await startService('the-right-key');
});
afterAll(async () => {
  await service.stop();
  folder.remove();
});

test('an answer is in the language of the environment, from its headings to its last line', async () => {
  const uploaded = await run(german, 'upload', here('one.txt'), here('nothing.txt'), '--wait');
  expect(uploaded.stderr).toBe(`${here('nothing.txt')}: Die Datei ist nicht (mehr) da.\n`);
  expect(uploaded.stdout.replace(/\n\S+ +\S+one\.txt .*/, '')).toBe(
    `1 Upload an 127.0.0.1:${new URL(service.baseUrl).port} (${service.baseUrl})\n1 Upload, 15 B gesendet · 1 fertig.\n`,
  );
  expect((await run(german, 'uploads', 'list')).stdout).toMatch(
    /^ *Kennung +Zustand +Größe +Datei +Dokument +Bemerkung\n *1 +fertig +15 B /,
  );
  const status = await run(german, 'status');
  expect(status.stdout).toMatch(/^Zustand {5}alles ist erledigt\nDienst {6}http/);
  expect(status.stdout).toMatch(/\nSchlüssel {3}gesetzt\n/);
  const doctor = await run(german, 'doctor');
  expect(doctor.stdout).toContain('✓ Schlüssel angenommen: Der Dienst nimmt den Schlüssel an.\n');
  expect(doctor.stdout).not.toMatch(/\b(?:the|and|is)\b/);
});

test('so is what a command does not understand', async () => {
  const wrong = await run(german, 'uploads', 'list', '--limit', 'none');
  expect([wrong.code, wrong.stdout]).toEqual([2, '']);
  expect(wrong.stderr).toContain(
    "Der Wert 'none' der Option '--limit <n>' ist ungültig. Erwartet wird eine ganze Zahl ab 1; " +
      'siehe `sluice uploads list --help`.',
  );
  const unknown = await run(german, 'folders', 'remove', 'nothing');
  expect(unknown.stderr).toMatch(
    /^Kein beobachteter Ordner heißt nothing; `sluice folders list` zeigt sie\.\n/,
  );
});

test('so is what a schema refuses, and what an operation rules out', async () => {
  const id = await run(german, 'documents', 'show', 'abc');
  expect(id.stderr).toMatch(/^Eine Inhalts-ID hat 32 Zeichen, 0-9 und A-F\.\n/);
  const days = '{"start_date": "then", "end_date": "now"}';
  const asked = await run(german, 'call', 'economic-calendar.query', days);
  expect(asked.stderr).toMatch(/^Ein Datum wird JJJJ-MM-TT geschrieben\.\n/);
  const missing = await run(german, 'call', 'tags.create', '{}');
  expect(missing.stderr).toMatch(/^tag_name fehlt\.\n/);
});

test.each([
  ['uploads', 'list'],
  ['uploads', 'list', '--limit', 'none'],
  ['call', 'search.query', '--describe'],
])('%s %s: with --json the language changes nothing', async (...args) => {
  const [first, second] = [await run(german, ...args, '--json'), await run(english, ...args, '--json')];
  expect(first).toEqual(second);
  expect(first.stdout).not.toBe('');
});

test('a history written as CSV is the same in every language', async () => {
  const [first, second] = [await run(german, 'uploads', 'export'), await run(english, 'uploads', 'export')];
  expect(first.stdout).toBe(second.stdout);
});

test('a folder that is not there is taken and said not to be there; so is what it does not have', async () => {
  const missing = here('nothing-here');
  const added = await run(english, 'folders', 'add', missing, '--label', 'later');
  expect([added.code, added.stderr]).toEqual([0, '']);
  expect(added.stdout).toContain('\nIt is not there now, and is watched from when it comes.\n');
  const there = await run(german, 'folders', 'add', folder.path, '--label', 'now');
  expect(there.stdout).toContain('Beobachteter Ordner now');
  expect(there.stdout).not.toContain('nicht da');
  const files = async (...flags: string[]) =>
    (await run(german, 'folders', 'files', 'later', ...flags)).stdout;
  expect(await files()).toBe('Dort warten keine Dateien.\n');
  expect(await files('--place', 'attention')).toBe('Keine Dateien dieses Ordners brauchen Sie.\n');
  expect(await files('--reason', 'pdf-end')).toBe('Aus diesem Grund ist keine Datei dort.\n');
  expect((await run(german, 'folders', 'add', missing)).stderr).toContain(
    `${missing} ist schon ein beobachteter Ordner.\n`,
  );
  await run(german, 'folders', 'remove', 'later');
  const again = await run(german, 'folders', 'add', missing);
  expect(again.stdout).toContain('\nEr ist jetzt nicht da und wird beobachtet, sobald er da ist.\n');
});

test('where no service is set up, both languages name the option that sets one up', async () => {
  const doctor = (variables: Record<string, string>) =>
    sluice(['doctor', '--data-dir', here('empty')], { variables }).then(({ stdout }) => stdout);
  expect(await doctor(english)).toContain('No service is set up yet: give its address with --base-url.');
  expect(await doctor(german)).toContain('Geben Sie mit --base-url seine Adresse an.');
});
