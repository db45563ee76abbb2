import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startRawServer } from '#core/service/testing/local-server.ts';
import { type Service, sluice, sluiceProcess, startService, temporaryFolder } from './support/program.ts';
import { runInProcess } from './support/in-process.ts';
import { answerOf, dataOf, errorOf } from './support/answer-of.ts';

let service: Service;
let folder: { path: string; remove: () => void };
const here = (name: string) => join(folder.path, name);
const variables = { SLUICE_API_KEY: 'the-right-key' };

beforeAll(async () => {
  folder = temporaryFolder();
  writeFileSync(here('one.txt'), 'Apple reported.');
  service = await startService('the-right-key');
});
afterAll(async () => {
  await service.stop();
  folder.remove();
});

const desk = ['--base-url', 'http://127.0.0.1:1'];
const misunderstood = [
  ['an unknown command', ['uplaod', 'x'], "Unknown command 'uplaod'"],
  ['an unknown sub-command', ['folders', 'ad'], "Unknown command 'ad'"],
  ['an unknown option', ['upload', 'x', '--shared'], "Unknown option '--shared'"],
  ['a missing argument', ['documents', 'show'], "Missing required argument 'id'"],
  ['nothing to upload', ['upload'], 'Give files or folders, or a list of them with --files-from'],
  ['an empty path to upload', ['upload', '', ...desk], 'The path is empty'],
  ['an empty path among others', ['upload', 'one.txt', '', ...desk], 'The path is empty'],
  ['an empty folder to watch', ['folders', 'add', '', ...desk], 'The path is empty'],
  ['an empty name of a folder', ['folders', 'remove', '', ...desk], 'The folder is empty'],
  ['an empty search', ['uploads', 'cancel', '--search', '', ...desk], 'The --search is empty'],
  [
    'an empty place of annotated documents',
    ['folders', 'add', '.', '--save-annotated', ' ', ...desk],
    'The --save-annotated is empty',
  ],
  ['an empty state', ['uploads', 'cancel', '--state', '', ...desk], 'The --state is empty'],
  ['a wrong choice', ['upload', 'x', '--duplicates', 'label'], 'Allowed choices are skip, upload'],
  ['a wrong address', ['status', '--base-url', 'content.example.com'], 'An address starts with https'],
  ['a wrong date', ['upload', 'x', '--published', 'today'], 'Expected an ISO 8601 date'],
  ['no day of the calendar', ['uploads', 'list', '--after', '2026-02-30'], 'Expected an ISO 8601 date'],
  ['no day of the calendar', ['upload', 'one.txt', '--published', '2026-02-30'], 'Expected an ISO 8601 date'],
  [
    'no day of the calendar',
    ['connectors', 'sync', 'c', '--since', '2026-02-30'],
    'Expected an ISO 8601 date',
  ],
  ['a file without a certificate', ['network', 'certificates', 'one.txt'], 'one.txt contains no certificate'],
  ['no file of certificates', ['status', '--ca-file', 'none.pem'], 'none.pem cannot be read'],
  ['an unknown profile', ['status', '--profile-name', 'nobody'], 'No profile is called nobody'],
  ['an upload before any set-up', ['upload', 'one.txt'], 'No service is set up'],
  ['a wrong upload id', ['uploads', 'show', 'abc'], 'abc is no upload id'],
  [
    'a missing field',
    ['call', 'documents.get', '--base-url', 'http://127.0.0.1:1'],
    'content_id is required.',
  ],
  ['a page that is too long', ['documents', 'list', '--page-size', '101'], 'from 1 to 100'],
  ['a port that is none', ['ui', '--port', '65536'], 'from 0 to 65,535'],
  ['a host that other machines reach', ['ui', '--host', '0.0.0.0'], 'Expected a loopback address'],
  ['a wrong content id', ['documents', 'show', 'abc'], 'A content id is 32 characters'],
  ['a wrong content id to delete', ['documents', 'delete', 'null'], 'A content id is 32 characters'],
  ['an unknown profile to remove', ['profiles', 'remove', 'nobody'], 'No profile is called nobody; `sluice'],
  ['an export to nowhere', ['uploads', 'export', '--output', 'no/x.csv'], 'x.csv cannot be written: ENOENT'],
  ['no such watch folder', ['folders', 'remove', 'nothing'], 'No watch folder is called nothing'],
  ['an open bracket', ['folders', 'add', '.', '--include', '[', ...desk], '[ has an unmatched bracket'],
  [
    'no extension',
    ['folders', 'add', '.', '--types', 'pdf;html', ...desk],
    'pdf;html is not a file extension',
  ],
  ['an open bracket', ['folders', 'preview', '.', '--include', '[', ...desk], '[ has an unmatched bracket'],
] as const;

test.each(misunderstood)('%s ends with exit code 2 and a sentence', async (_name, args, words) => {
  const run = await sluice([...args, '--data-dir', here('unused')], { directory: folder.path });
  expect([run.code, run.stdout]).toEqual([2, '']);
  expect(run.stderr).toContain(words);
  expect(run.stderr).not.toMatch(/^\s+at /m);
  const json = await sluice([...args, '--data-dir', here('unused'), '--json'], { directory: folder.path });
  expect(answerOf(json.stdout)).toEqual({
    version: 1,
    error: {
      code: 'USAGE',
      message: expect.stringContaining(words),
      next: 'Nothing was changed.',
      remedy: expect.any(String),
    },
  });
});

test.each([
  ['retry', '998', '999'],
  ['uploads', 'cancel', '998', '999'],
  ['uploads', 'list', '998', '999'],
])('%s names the ids that no upload has, and does nothing', async (...args) => {
  const place = ['--base-url', service.baseUrl, '--data-dir', here('unknown-ids')];
  const run = await sluice([...args, ...place], { variables });
  expect([run.code, run.stdout]).toEqual([3, '']);
  expect(run.stderr).toContain('Sluice has no such thing. (upload 998, 999)');
});

test('no command at all shows the help and ends with exit code 2', async () => {
  const { code, stdout, stderr } = await sluiceProcess([]);
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toContain('Usage: sluice');
});

test('help and version are no failures', async () => {
  for (const args of [['--help'], ['folders', 'add', '--help'], ['--version'], ['sandbox', '--help']]) {
    const { code, stdout, stderr } = await sluiceProcess(args);
    expect([code, stderr], args.join(' ')).toEqual([0, '']);
    expect(stdout).not.toBe('');
  }
});

test.each([
  ['a key the service refuses', { SLUICE_API_KEY: 'another-key' }, 'KEY_REJECTED'],
  ['no key', {}, 'KEY_MISSING'],
])('%s ends with exit code 4', async (_name, given, name) => {
  const args = ['--base-url', service.baseUrl, '--data-dir', here(`key-${name}`), '--json'];
  for (const command of [
    ['tags', 'list'],
    ['upload', here('one.txt')],
  ]) {
    const run = await sluice([...command, ...args], { variables: given });
    expect([run.code, errorOf(run.stdout)?.code], run.stderr).toEqual([4, name]);
  }
});

test('an address where nobody answers ends with exit code 5', async () => {
  const args = ['--base-url', 'http://127.0.0.1:1', '--data-dir', here('nobody'), '--json'];
  const run = await sluice(['tags', 'list', ...args], { variables });
  expect([run.code, errorOf(run.stdout)?.code]).toEqual([5, 'UNREACHABLE']);
  expect(run.stderr).toContain('This command stops here.');
});

test('a change answered with 503 may have been made: the advice is to look, and not to do it again', async () => {
  await using broken = await startRawServer((message, response) => {
    message.resume();
    response.writeHead(503, { 'content-type': 'application/json' }).end('{}');
  });
  const args = ['--base-url', broken.url, '--data-dir', here('broken'), '--json'];
  const change = await sluice(['call', 'tags.create', '{"tag_name":"macro"}', ...args], { variables });
  expect([change.code, errorOf(change.stdout)?.code]).toEqual([5, 'SERVICE_FAILED']);
  expect(change.stderr).toContain('This command stops here. It may have been done all the same');
});

test('a refusal by the service ends with exit code 3 and the id of the request', async () => {
  const args = ['--base-url', service.baseUrl, '--data-dir', here('refused'), '--json'];
  const run = await sluice(['documents', 'show', '0'.repeat(32), ...args], { variables });
  expect(run.code).toBe(3);
  expect(errorOf(run.stdout)).toMatchObject({
    code: 'DOCUMENT_NOT_FOUND',
    requestId: expect.any(String),
  });
  expect(run.stderr).toContain('request ');
});

test('a file that is not there ends with exit code 7, some of several with 6', async () => {
  const args = ['--base-url', service.baseUrl, '--data-dir', here('files'), '--json'];
  const none = await sluice(['upload', here('nothing.txt'), ...args], { variables });
  expect([none.code, dataOf(none.stdout).refused[0].path]).toEqual([7, here('nothing.txt')]);
  const some = await sluice(['upload', here('nothing.txt'), here('one.txt'), ...args], { variables });
  expect([some.code, dataOf(some.stdout).uploads]).toEqual([6, 1]);
});

test('a document that cannot be processed ends with exit code 6, and a retry says so again', async () => {
  writeFileSync(here('broken.pdf'), 'this is no PDF');
  const args = ['--base-url', service.baseUrl, '--data-dir', here('damaged'), '--json'];
  const first = await sluice(['upload', here('broken.pdf'), '--wait', ...args], { variables });
  expect(first.code, first.stderr).toBe(6);
  expect(dataOf(first.stdout)).toMatchObject({
    failed: 1,
    items: [{ state: 'attention', code: 'FILE_DAMAGED' }],
  });
  const again = await sluice(['retry', '--wait', ...args], { variables });
  expect([again.code, dataOf(again.stdout)]).toMatchObject([6, { count: 1, failed: 1 }]);
});

test('corrupt settings are moved aside, said, and the command goes on', async () => {
  const data = here('corrupt');
  mkdirSync(data);
  writeFileSync(join(data, 'settings.json'), '{"version":1,');
  const run = await sluice(['tags', 'list', '--base-url', service.baseUrl, '--data-dir', data, '--json'], {
    variables,
  });
  expect([run.code, answerOf(run.stdout)]).toEqual([
    0,
    {
      version: 1,
      data: [],
      remarks: [{ message: expect.stringContaining('The settings could not be read.') }],
    },
  ]);
  expect(run.stderr).toContain('The settings could not be read.');
  const aside = readdirSync(data).find((name) => name.startsWith('settings.json.corrupt-')) ?? '';
  expect(readFileSync(join(data, aside), 'utf8')).toBe('{"version":1,');
  expect(existsSync(join(data, 'settings.json'))).toBe(true);
});

test('a data folder that cannot be one ends with exit code 9, in words and at once', async () => {
  const file = here('one.txt');
  const places = [file, join(file, 'deep'), ...(process.platform === 'linux' ? ['/proc/sluice'] : [])];
  for (const place of places) {
    const ended = await sluice(['status', '--data-dir', place]);
    expect([ended.code, ended.stderr.split('\n').length]).toEqual([9, 3]);
    expect(ended.stderr).toContain(place === '/proc/sluice' ? place : file);
    const json = await sluice(['status', '--json', '--data-dir', place]);
    expect(errorOf(json.stdout)?.code).toBe('DATA_FOLDER_UNUSABLE');
  }
});

test('a port that is taken is said in words', async () => {
  const other = createServer();
  await once(other.listen(0, '127.0.0.1'), 'listening');
  const { port } = other.address() as AddressInfo;
  const run = await sluice(
    ['ui', '--host', '127.0.0.1', '--port', String(port), '--data-dir', here('port')],
    {
      directory: folder.path,
    },
  );
  other.close();
  expect([run.code, run.stderr]).toEqual([
    8,
    expect.stringContaining('Another program listens on this port.'),
  ]);
  expect(run.stderr).not.toMatch(/^\s+at /m);
});

test('a command that reads ends when it is interrupted while the service does not answer', async () => {
  const person = new AbortController();
  await using server = await startRawServer(() => person.abort());
  const ended = await runInProcess(
    ['documents', 'list', '--base-url', server.url, '--data-dir', here('interrupted'), '--json'],
    { variables, workingDirectory: folder.path, interrupted: person.signal },
  );
  expect([ended.code, errorOf(ended.stdout)?.code]).toEqual([6, 'CALL_CANCELLED']);
});

test('the same upload again is no success while its bytes are not at the service', async () => {
  const upload = ['upload', 'one.txt', ...desk, '--data-dir', here('twice'), '--max-wait', '2s', '--json'];
  for (const state of ['queued', 'duplicate']) {
    const { code, stdout } = await sluice(upload, { variables, input: '', directory: folder.path });
    const data = { duplicates: 0, waiting: 1, items: [{ state }] };
    expect([code, answerOf(stdout)]).toMatchObject([10, { data }]);
  }
});
