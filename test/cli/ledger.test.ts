import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Ended, type Service, sluice, startService, temporaryFolder } from './support/program.ts';
import { dataOf } from './support/answer-of.ts';

const key = 'a-key-of-the-ledger-tests';
let folder: ReturnType<typeof temporaryFolder>;
let service: Service;
const here = (name: string) => join(folder.path, name);

beforeAll(async () => {
  folder = temporaryFolder();
  service = await startService(key);
  mkdirSync(here('in'));
  writeFileSync(here('in/one.txt'), 'Apple and Microsoft reported higher revenue.');
  await run('profiles', 'add', 'Team', service.baseUrl);
  const sent = await run('upload', 'in/one.txt');
  expect(sent.code, sent.stderr).toBe(0);
});
afterAll(async () => {
  await service.stop();
  folder.remove();
});

function run(...args: string[]): Promise<Ended> {
  return sluice([...args, '--data-dir', here('data')], {
    directory: folder.path,
    variables: { SLUICE_API_KEY: key },
  });
}

const notices = async () =>
  (
    dataOf((await run('status', '--json')).stdout) as { health: { findings: { code: string }[] } }
  ).health.findings.map(({ code }) => code);

/** How the ledger goes on: what it noted of a rebuild. */
function rebuildState(): string | undefined {
  const ledger = new DatabaseSync(here('data/ledger.sqlite'), { readOnly: true });
  try {
    const row = ledger.prepare("SELECT value FROM facts WHERE key LIKE 'rebuild:%'").get();
    return row && (JSON.parse(String(row.value)) as { state: string }).state;
  } finally {
    ledger.close();
  }
}

test('W10: `ledger rebuild` has the service asked before anything more is sent, and says so', async () => {
  const { code, stdout, stderr } = await run('ledger', 'rebuild', 'Team');
  expect(code, stderr).toBe(0);
  expect(stdout).toContain('The service is asked what it holds before anything more is sent.');
  expect(rebuildState()).toBe('collecting');
});

test('W10: `ledger start-fresh` asks first, and does nothing where nobody can be asked', async () => {
  const asked = await run('ledger', 'start-fresh', 'Team');
  expect(asked.code).toBe(2);
  expect(asked.stderr).toContain('Files that the service holds already may be sent a second time.');
  expect(rebuildState()).toBe('collecting');
  const meant = await run('ledger', 'start-fresh', 'Team', '--yes');
  expect(meant.code, meant.stderr).toBe(0);
  expect(meant.stdout).toContain('Sluice goes on without what the service holds.');
  expect(rebuildState()).not.toBe('collecting');
});

test.each([
  ['same-service', 'moved', 'What is in is known still.'],
  [
    'another-service',
    'moved/on',
    'What was sent is history; the files of its folders are queued for the new service.',
  ],
])('a profile that leads elsewhere: `ledger service Team %s`', async (answer, path, said) => {
  const edited = await run('profiles', 'edit', 'Team', '--address', `${service.baseUrl}/${path}`);
  expect(edited.code, edited.stderr).toBe(0);
  expect(await notices()).toContain('PROFILE_MOVED');
  const { code, stdout, stderr } = await run('ledger', 'service', 'Team', answer);
  expect(code, stderr).toBe(0);
  expect(stdout).toContain(said);
  expect(await notices()).not.toContain('PROFILE_MOVED');
});

test('an answer or a profile that there is not is refused', async () => {
  expect((await run('ledger', 'service', 'Team', 'perhaps')).code).toBe(2);
  expect((await run('ledger', 'rebuild', 'Nobody')).code).toBe(2);
});
