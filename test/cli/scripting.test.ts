import { createHash } from 'node:crypto';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { until } from '../support/until.ts';
import { answerOf, dataOf, errorOf } from './support/answer-of.ts';
import { built } from './support/in-process.ts';
import {
  type Running,
  type Service,
  sluice,
  startService,
  startSluice,
  temporaryFolder,
} from './support/program.ts';

const variables = { SLUICE_API_KEY: 'the-right-key' };
let service: Service;
let folder: { path: string; remove: () => void };
const here = (name: string) => join(folder.path, name);

beforeAll(async () => {
  service = await startService('the-right-key');
});
afterAll(() => service.stop());
beforeEach(() => {
  folder = temporaryFolder();
  onTestFinished(folder.remove);
});

/** Faults of the service from now on; none when left out. */
async function fail(...rules: object[]): Promise<void> {
  const headers = { 'x-api-key': service.apiKey, 'content-type': 'application/json' };
  const body = JSON.stringify(rules);
  await fetch(`${service.baseUrl}/_sandbox/faults`, { method: 'POST', headers, body });
}
const noSlots = { match: { method: 'POST', path: '/documents$' }, kind: 'status', status: 503 };

const common = () => ['--data-dir', here('data'), '--base-url', service.baseUrl];
const run = (args: readonly string[], input?: string) =>
  sluice([...args, ...common()], {
    variables,
    directory: folder.path,
    ...(input === undefined ? {} : { input }),
  });
function start(...args: string[]): Running {
  const one = startSluice([...args, ...common()], { variables, directory: folder.path });
  onTestFinished(async () => {
    one.child.kill('SIGKILL');
    await one.ended;
  });
  return one;
}
interface Landed {
  readonly file_name: string;
  readonly sha256: string;
}
const landed = async () => ((await service.ask('audit')) as { documents: Landed[] }).documents;
/** How often a text is at the service. */
async function timesLanded(text: string): Promise<number> {
  const sha256 = createHash('sha256').update(text).digest('hex');
  return (await landed()).filter((one) => one.sha256 === sha256).length;
}

test('O8: an upload to a service that is down ends when its time is over, and nothing is lost', async () => {
  writeFileSync(here('one.txt'), `Apple reported, says ${folder.path}.`);
  await fail(noSlots);
  const ended = await run(['upload', 'one.txt', '--max-wait', '10s', '--json']);
  expect(ended.code, ended.stderr).toBe(10);
  expect(answerOf(ended.stdout)).toMatchObject({
    data: { uploads: 1, waiting: 1, items: [{ fileName: 'one.txt' }] },
    error: { code: 'TIME_IS_UP', message: 'The time that --max-wait gave is over. (10 s)' },
  });
  const text = await run(['retry', '--max-wait', '1s']);
  expect([text.code, text.stderr]).toEqual([10, expect.stringContaining('uploads stay in the queue')]);
  await fail();
  // The lock is free, and the upload is still to be done.
  const retried = await run(['retry', '--wait', '--json', '--max-wait', '2m']);
  expect([retried.code, dataOf(retried.stdout)], retried.stderr).toMatchObject([0, { completed: 1 }]);
});

test('O8: watch --once ends when its time is over, and the next goes on', async () => {
  mkdirSync(here('in'));
  writeFileSync(here('in/one.txt'), `Tesla reported, says ${folder.path}.`);
  await run(['folders', 'add', 'in', '--settle', '0.3']);
  await fail(noSlots);
  const once = await run(['watch', '--once', '--max-wait', '3s', '--json']);
  expect(once.code, once.stderr).toBe(10);
  // On a busy machine its time may be over before it began to watch: then that is all there is to say.
  const last = JSON.parse(once.stdout.trimEnd().split('\n').at(-1) ?? '');
  expect(last.error.code).toBe('TIME_IS_UP');
  await fail();
  const next = await run(['watch', '--once']);
  expect(next.code, next.stderr).toBe(0);
});

test('O8: a request that is never answered is waited for no longer than a moment after the time', async () => {
  await run(['tags', 'list']);
  await fail({ match: { path: '/tags' }, kind: 'hang' });
  const ended = await run(['tags', 'list', '--max-wait', '0.5s', '--json']);
  await fail();
  expect([ended.code, errorOf(ended.stdout)?.code]).toEqual([10, 'TIME_IS_UP']);
});

test('O8: a sync that goes on is left at its time, and that is said', async () => {
  const create = ['connectors', 'create', '--type', 'investment_research', '--broker-user', 'desk'];
  const made = await run([...create, '--label', 'Desk', '--json'], 'canary-password-7\n');
  const id = dataOf(made.stdout).connector_id as string;
  // An hour of the service's does not pass while a command waits.
  const headers = { 'x-api-key': service.apiKey, 'content-type': 'application/json' };
  const speed = (factor: number) =>
    fetch(`${service.baseUrl}/_sandbox/clock`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ speed: factor }),
    });
  await speed(0);
  onTestFinished(() => speed(1).then(() => undefined));
  const ended = await run([
    'connectors',
    'sync',
    id,
    '--since',
    '2026-01-05',
    '--wait',
    '--max-wait',
    '1s',
    '--json',
  ]);
  expect([ended.code, errorOf(ended.stdout)?.code], ended.stderr).toEqual([10, 'TIME_IS_UP']);
  expect(answerOf(ended.stdout).remarks).toMatchObject([{ message: expect.stringContaining('goes on') }]);
});

test('O8: paths come from a list, with line ends or with NUL, and from stdin', async () => {
  const names = ['a b.txt', '#c.txt', "d'e.txt", 'f\ng.txt'];
  for (const name of names) writeFileSync(here(name), `${name} in ${folder.path}`);
  writeFileSync(here('list'), `a b.txt\r\n\n${here('#c.txt')}\n`);
  const listed = await run(['upload', '--files-from', 'list', '--wait', '--json']);
  expect([listed.code, dataOf(listed.stdout)], listed.stderr).toMatchObject([0, { completed: 2 }]);
  const piped = await run(['upload', "d'e.txt", '-0', '--files-from', '-', '--wait', '--json'], 'f\ng.txt\0');
  expect([piped.code, dataOf(piped.stdout)], piped.stderr).toMatchObject([0, { completed: 2 }]);
  expect((await landed()).map(({ file_name: name }) => name)).toEqual(expect.arrayContaining(names));
  const empty = await run(['upload', '--files-from', '-'], '\n');
  expect([empty.code, empty.stderr]).toEqual([2, expect.stringContaining('Give files or folders')]);
  expect((await run(['upload', '--files-from', 'none'])).code).toBe(7);
  expect((await run(['upload', 'list', '-0'])).code).toBe(2);
});

test('O8: files of before are chosen from a list', async () => {
  mkdirSync(here('in'));
  for (const name of ['a.txt', 'b.txt']) writeFileSync(here(`in/${name}`), `${name} in ${folder.path}`);
  // A file that is written in the last 10 ms before the folder is added counts as new, and is not asked for.
  const writtenAt = statSync(here('in/b.txt')).ctimeMs;
  await until('they are older than the folder', () => Date.now() > writtenAt + 50);
  await run(['folders', 'add', 'in', '--settle', '0.3', '--first-run', 'choose', '--label', 'desk']);
  await run(['watch', '--once']);
  const chosen = await run(['folders', 'choose', 'desk', '--files-from', '-', '--json'], 'in/b.txt\n');
  expect([chosen.code, dataOf(chosen.stdout)], chosen.stderr).toEqual([0, { count: 1 }]);
  const none = await run(['folders', 'choose', 'desk']);
  expect(none.code).toBe(2);
});

test('O8: a document comes on stdin, once, and its copy goes when it is at the service', async () => {
  const text = `Nvidia reported, says ${folder.path}.`;
  const first = await run(['upload', '-', '--name', 'q3.txt', '--wait', '--json'], text);
  expect([first.code, dataOf(first.stdout)], first.stderr).toMatchObject([
    0,
    { completed: 1, items: [{ fileName: 'q3.txt', size: Buffer.byteLength(text) }] },
  ]);
  const again = await run(['upload', '-', '--name', 'again.txt', '--wait', '--json'], text);
  expect([again.code, dataOf(again.stdout)]).toMatchObject([0, { duplicates: 1 }]);
  expect(await timesLanded(text)).toBe(1);
  const told = await run(['upload', '-', '--name', 'told.txt', '--wait'], `${text} Again.`);
  expect(told.stdout).toMatch(/^completed +told\.txt {2}/m);
  expect((await run(['uploads', 'list'])).stdout).not.toContain('inbox');
  // The duplicate's copy stays a day: it is sent after all when the other is given up.
  expect(readdirSync(here('data/inbox'))).toHaveLength(1);
  for (const args of [
    ['-'],
    ['a.txt', '--name', 'x'],
    ['-', '--name', '../x'],
    ['-', '--name', 'x', '--files-from', '-'],
    ['-', '--name', 'x', '--changed', 'replace'],
  ])
    expect([args, (await run(['upload', ...args], text)).code]).toEqual([args, 2]);
  const empty = await run(['upload', '-', '--name', 'x.txt', '--json'], '');
  expect([empty.code, errorOf(empty.stdout)?.code]).toEqual([7, 'FILE_EMPTY']);
  expect(readdirSync(here('data/inbox'))).toHaveLength(1);
});

test('O8: a document from stdin outlives a command that is killed', async () => {
  const text = `Amazon reported, says ${folder.path}.`;
  await fail(noSlots);
  const child = spawn(process.execPath, [built('sluice.js'), 'upload', '-', '--name', 'a.txt', ...common()], {
    env: { PATH: process.env.PATH ?? '', HOME: '/nonexistent', ...variables },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (piece) => (said += piece));
  child.stdin.end(text);
  await until('it waits for the service', () => said.includes('a.txt'));
  child.kill('SIGKILL');
  await once(child, 'exit');
  await fail();
  const retried = await run(['retry', '--wait', '--json']);
  expect([retried.code, dataOf(retried.stdout)], retried.stderr).toMatchObject([0, { completed: 1 }]);
  expect(await timesLanded(text)).toBe(1);
  await run(['upload', '-', '--name', 'b.txt', '--wait'], 'sweeps');
  expect(readdirSync(here('data/inbox'))).toEqual([]);
});

test('O8: what is piped in and broken off leaves nothing', async () => {
  mkdirSync(here('data'));
  const child = spawn(process.execPath, [built('sluice.js'), 'upload', '-', '--name', 'a.txt', ...common()], {
    env: { PATH: process.env.PATH ?? '', HOME: '/nonexistent', ...variables },
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  child.stdin.write('half of it');
  await until('it is being kept', () => {
    const kept = readdirSync(here('data'), { recursive: true, encoding: 'utf8' });
    return kept.some((name) => name.endsWith('a.txt'));
  });
  child.kill('SIGINT');
  expect(await once(child, 'exit')).toEqual([6, null]);
  expect(readdirSync(here('data/inbox'))).toEqual([]);
});

test.each([
  ['is no error in a pipe', {}, 0],
  ['ends a service of systemd so that it is started again', { NOTIFY_SOCKET: '/nonexistent/notify' }, 1],
])('a reader that is gone %s', async (_, extra, code) => {
  const child = spawn(process.execPath, [built('sluice.js'), '--help'], {
    env: { PATH: process.env.PATH ?? '', HOME: '/nonexistent', ...extra },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  child.stdout.destroy();
  expect(await once(child, 'exit')).toEqual([code, null]);
});

test('--quiet writes nothing where all is well, and what fails on stderr', async () => {
  writeFileSync(here('one.txt'), `Quiet, says ${folder.path}.`);
  const upload = await run(['upload', 'one.txt', '--wait', '--quiet']);
  expect(upload).toEqual({ code: 0, stdout: '', stderr: '' });
  expect(await run(['documents', 'list', '--quiet'])).toEqual({ code: 0, stdout: '', stderr: '' });
  const json = await run(['documents', 'list', '--quiet', '--json']);
  expect(answerOf(json.stdout).data).not.toEqual([]);
  const none = await run(['upload', 'none.txt', '--quiet']);
  expect([none.code, none.stdout, none.stderr]).toEqual([7, '', expect.stringContaining('none.txt')]);
  writeFileSync(here('two.exe'), 'MZ\0\0');
  const refused = await run(['upload', 'two.exe', '--wait', '--quiet']);
  expect([refused.code, refused.stdout, refused.stderr]).toEqual([6, '', expect.stringContaining('two.exe')]);
  const failed = await run(['uploads', 'show', '999', '--quiet']);
  expect([failed.code, failed.stderr]).not.toEqual([0, '']);
});

test('S3: --log-file keeps what an agent does, for its owner, without keys, and through a rotation', async () => {
  mkdirSync(here('in'));
  writeFileSync(here('in/one.txt'), `Logged, says ${folder.path}.`);
  await run(['folders', 'add', 'in', '--settle', '0.3']);
  const agent = start('watch', '--quiet', '--log-file', 'sluice.log');
  const log = () => readFileSync(here('sluice.log'), 'utf8');
  await until('the log is there', () => readdirSync(folder.path).includes('sluice.log'));
  await until('it is uploaded', () => log().includes('phase=completed'));
  expect(statSync(here('sluice.log')).mode & 0o777).toBe(0o600);
  expect(log()).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z info started version=/);
  renameSync(here('sluice.log'), here('sluice.log.1'));
  let files = 1;
  await until('it is begun anew', () => {
    files += 1;
    writeFileSync(here(`in/${files}.txt`), `More, says ${folder.path}, ${files}.`);
    return readdirSync(folder.path).includes('sluice.log') && log().includes('phase=');
  });
  agent.child.kill('SIGTERM');
  expect(await agent.ended).toMatchObject({ code: 0, stdout: '', stderr: '' });
  expect(log()).toContain('info stopped');
  const both = log() + readFileSync(here('sluice.log.1'), 'utf8');
  expect(both).not.toContain('the-right-key');
  expect(both).not.toMatch(/signature/i);
  const failed = await run(['uploads', 'show', '999', '--json', '--log-file', 'failed.log']);
  expect(failed.code).not.toBe(0);
  expect(JSON.parse(readFileSync(here('failed.log'), 'utf8'))).toMatchObject({
    level: 'error',
    code: 'NOT_HERE',
  });
  const own = await run(['status', '--log-file', here('data/settings.json'), '--json']);
  expect([own.code, errorOf(own.stdout)?.code]).toEqual([2, 'USAGE']);
  const nowhere = await run(['status', '--log-file', 'no/such/place.log', '--json']);
  expect([nowhere.code, errorOf(nowhere.stdout)?.code]).toEqual([2, 'USAGE']);
});

test.each([
  [['folders', 'remove', 'dsek'], /No watch folder is called dsek; .*\(Did you mean desk\?\)/],
  [['folders', 'edit', 'desk', '--clear', 'tgas'], /\(Did you mean tags\?\)/],
  [['status', '--profile-name', 'reserch'], /No profile is called reserch; .*\(Did you mean research\?\)/],
  [['call', 'tags.lst'], /There is no operation tags\.lst; .*\(Did you mean tags\.list\?\)/],
  [['documents', 'list', '--tag', 'quaterly'], /No tag is called quaterly\. \(Did you mean quarterly\?\)/],
  [['uploads', 'list', '--order', 'newst'], /\(Did you mean newest\?\)/],
  [['help', 'exit-code'], /There is no help about exit-code; .*\(Did you mean exit-codes\?\)/],
])('%j names what may have been meant', async (args, words) => {
  mkdirSync(here('in'));
  await run(['folders', 'add', 'in', '--label', 'desk']);
  await run(['profiles', 'add', 'research', 'https://content.example.com']);
  await run(['tags', 'create', 'quarterly']);
  const ended = await sluice([...args, '--data-dir', here('data')], { variables, directory: folder.path });
  expect(ended.stderr).toMatch(words);
});

test('U16: sluice help exit-codes prints the table of codes, also as JSON', async () => {
  const text = await sluice(['help', 'exit-codes']);
  expect([text.code, text.stderr]).toEqual([0, '']);
  expect(text.stdout).toMatch(/^ +10 {2}The time that --max-wait gave is over/m);
  const json = await sluice(['help', 'exit-codes', '--json']);
  expect(dataOf(json.stdout)[0]).toMatchObject({ code: 0, names: ['ok'] });
  expect((await sluice(['help', 'folders', 'add'])).stdout).toMatch(/^Usage: sluice folders add/);
  expect((await sluice(['help'])).stdout).toMatch(/^Usage: sluice /);
});
