import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readCommandLine } from './command-line.ts';
import { send } from './test-support/sandbox-caller.ts';

let directory: string;
let children: ChildProcess[];
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'sandbox-program-'));
  children = [];
});
afterEach(async () => {
  for (const child of children) child.kill('SIGKILL');
  await rm(directory, { recursive: true });
});

/** Starts the program; `line` is its first line on stdout. */
function start(...argumentList: string[]) {
  return startWith({}, ...argumentList);
}

async function startWith(variables: Record<string, string>, ...argumentList: string[]) {
  const program = join(import.meta.dirname, 'index.ts');
  const child = spawn(process.execPath, [program, '--json', ...argumentList], {
    env: { PATH: process.env.PATH, ...variables },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  children.push(child);
  let output = '';
  child.stdout.on('data', (part: Buffer) => {
    output += part.toString();
  });
  while (!output.includes('\n')) await Promise.race([once(child.stdout, 'data'), once(child, 'exit')]);
  const { data: ready } = JSON.parse(output) as {
    data: Record<'baseUrl' | 'agentsUrl' | 'storageUrl' | 'apiKey', string>;
  };
  return { child, ready, output: () => output };
}

test('prints exactly one line of JSON, works, and ends cleanly on SIGTERM', async () => {
  const { child, ready, output } = await start('--enrich-seconds', '0-0');
  expect(Object.keys(ready)).toEqual(['baseUrl', 'agentsUrl', 'storageUrl', 'apiKey']);
  const answer = await send('GET', `${ready.baseUrl}/contents/v1/tags`, undefined, {
    'x-api-key': ready.apiKey,
  });
  expect(answer.json).toEqual({ results: [] });
  child.kill('SIGTERM');
  expect(await once(child, 'exit')).toEqual([0, null]);
  expect(output().trim().split('\n')).toHaveLength(1);
});

test('ends with the program that started it, where it is told to', async () => {
  const { child } = await startWith({ SLUICE_SANDBOX_WITH_STDIN: '1' });
  child.stdin.end();
  expect(await once(child, 'exit')).toEqual([0, null]);
});

test('a fault that ends it leaves no folder behind', async () => {
  const fault = "process.once('SIGUSR2', () => { throw new Error('a fault') })";
  const variables = {
    TMPDIR: directory,
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(fault)}`,
  };
  const { child } = await startWith(variables);
  expect(await readdir(directory)).toHaveLength(1);
  child.kill('SIGUSR2');
  expect(await once(child, 'exit')).not.toEqual([0, null]);
  expect(await readdir(directory)).toEqual([]);
});

test('killed with SIGKILL, it comes back with everything', async () => {
  const first = await start('--data', directory, '--enrich-seconds', '1-1');
  const headers = { 'x-api-key': first.ready.apiKey };
  const body = JSON.stringify({ file_name: 'a.txt' });
  const { json } = await send('POST', `${first.ready.baseUrl}/contents/v1/documents`, body, headers);
  await send('PUT', String(json.url), 'Apple grew.');
  first.child.kill('SIGKILL');
  await once(first.child, 'exit');
  const { ready } = await start('--data', directory, '--speed', '50');
  expect(ready.apiKey).toBe(first.ready.apiKey);
  const read = () => send('GET', `${ready.baseUrl}/contents/v1/documents/${json.id}`, undefined, headers);
  await expect.poll(async () => (await read()).json.status).toBe('completed');
  const log = await send('GET', `${ready.baseUrl}/_sandbox/requests?origin=storage`, undefined, headers);
  expect(log.json.requests).toMatchObject([{ method: 'PUT', status: 200, bytesIn: 11 }]);
});

test('every option is read', async () => {
  const faults = join(directory, 'faults.json');
  await writeFile(faults, '[{"match":{},"kind":"status","status":503}]');
  const words = `--port 1 --storage-port 2 --agents-port 3 --no-ipos --quotas bare --unlimited word --data D --profile field --rate 500 --rate-by organization --late-bytes --enrich-seconds 60-180 --faults ${faults} --no-list --no-annotate --speed 60 --seed 9 --json`;
  expect(readCommandLine(words.split(' '), { SLUICE_SANDBOX_API_KEY: 'from the environment' })).toEqual({
    kind: 'run',
    json: true,
    options: {
      port: 1,
      storagePort: 2,
      agentsPort: 3,
      ipoCalendar: false,
      quotas: { shape: 'bare', unlimited: 'word' },
      dataDirectory: 'D',
      profile: 'field',
      rateLimitPerMinute: 500,
      rateLimitBy: 'organization',
      lateBytes: true,
      enrichSeconds: [60, 180],
      faults: [{ match: {}, kind: 'status', status: 503 }],
      listEndpoint: false,
      annotate: false,
      speed: 60,
      seed: 9,
      apiKey: 'from the environment',
    },
  });
  const given = readCommandLine(['--api-key', 'given'], { SLUICE_SANDBOX_API_KEY: 'other' });
  expect(given).toMatchObject({ kind: 'run', json: false, options: { apiKey: 'given', profile: 'spec' } });
});

test.each([
  [['--port', 'many'], '--port takes a whole number'],
  [['--speed', 'fast'], '--speed takes a number'],
  [['--rate', '2.5'], '--rate takes a whole number'],
  [['--rate', '0'], '--rate takes a whole number of at least 1'],
  [['--rate-by', 'odd'], '--rate-by takes key or organization'],
  [['--profile', 'odd'], '--profile takes spec or field'],
  [['--quotas', 'odd'], '--quotas takes wrapped or bare'],
  [['--enrich-seconds', '3-1'], '--enrich-seconds takes a range'],
  [['--faults', '/nowhere.json'], 'cannot be read'],
  [['--unknown'], 'Unknown option'],
])('%j is a mistake, said in a sentence', (words, sentence) => {
  expect(readCommandLine(words, {})).toMatchObject({
    kind: 'mistake',
    message: expect.stringContaining(sentence),
  });
});

test('a faults file with a bad rule says where', async () => {
  const path = join(directory, 'faults.json');
  await writeFile(path, '[{"match":{},"kind":"explode"}]');
  expect(readCommandLine(['--faults', path], {})).toMatchObject({
    kind: 'mistake',
    message: expect.stringContaining('0.kind'),
  });
  await writeFile(path, 'not json');
  expect(readCommandLine(['--faults', path], {})).toMatchObject({
    kind: 'mistake',
    message: expect.stringContaining('not valid JSON'),
  });
});

test('help names every option', () => {
  const help = readCommandLine(['--help'], {});
  expect(help).toMatchObject({ kind: 'help', text: expect.stringContaining('--enrich-seconds') });
});
