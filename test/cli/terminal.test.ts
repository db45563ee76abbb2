import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { json, type LocalServer, startLocalServer } from '#core/service/testing/local-server.ts';
import { runInProcess } from './support/in-process.ts';
import { temporaryFolder } from './support/program.ts';

/**
 * Sets the title, clears the screen, moves the cursor, rings, goes back, turns the order round; in both sets
 * of controls.
 */
const steering = '\u001b]0;owned\u0007\u001b[2J\u009b1;1H\r\u0008\u202egnp.exe\u2066\u0085';
const name = `a${steering}b`;
const id = 'A'.repeat(32);
const uuid = '7d444840-9dc0-11d1-b245-5ffdce74fad2';

let service: LocalServer;
let folder: { path: string; remove: () => void };
const here = (part: string) => join(folder.path, part);

/** Every text a service may put anywhere holds what steers a terminal. */
const record = {
  id,
  connector_id: uuid,
  name,
  label: name,
  title: name,
  status: name,
  file_name: name,
  type: name,
  description: name,
  error_code: name,
  headline: name,
  request_origin: name,
  [name]: name,
  tags: [{ id: uuid, name }],
  last_sync_status: name,
  last_sync_error_msg: name,
  chunks: [{ cnum: 1, text: name, relevance: 1, detections: [{ id: name, name, entity_type: name }] }],
};

beforeAll(async () => {
  folder = temporaryFolder();
  mkdirSync(here('files'));
  writeFileSync(here(`files/${name.replaceAll('\u0000', '')}.txt`), 'text');
  writeFileSync(here('one.txt'), 'text');
  service = await startLocalServer(({ url = '', method }, response) => {
    if (url.includes('/missing'))
      return json(response, 400, { statusCode: 400, message: name, errorCode: name, requestId: name });
    if (method === 'POST' && url.endsWith('/documents'))
      return json(response, 400, { message: name, errorCode: name });
    const isOne =
      /documents\/[A-F0-9]{32}$|connectors\/[^/]+$/.test(url) || (method === 'POST' && url.endsWith('/tags'));
    return json(
      response,
      200,
      isOne
        ? { ...record, id: url.endsWith('/tags') ? uuid : id }
        : {
            results: [{ ...record, id: url.includes('/tags') ? uuid : id }],
            documents: [record],
            usage: { [name]: 1 },
          },
    );
  });
});
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  folder.remove();
});

const commands = [
  ['profiles', 'add', name, 'https://service.example'],
  ['profiles', 'list'],
  ['profiles', 'edit', name, '--name', `${name}2`],
  ['profiles', 'use', name],
  ['tags', 'create', name],
  ['tags', 'list'],
  ['documents', 'list'],
  ['documents', 'show', id],
  ['documents', 'tag', id, '--add', name],
  ['connectors', 'list'],
  ['connectors', 'show', uuid],
  ['search', name],
  ['quotas'],
  ['executions'],
  ['call', 'tags.list'],
  ['call', 'connectors.list'],
  ['call', name],
  ['call', '--list'],
  ['upload', name],
  ['upload', 'one.txt', 'files', '--no-wait'],
  ['uploads', 'list'],
  ['uploads', 'show', '1'],
  ['uploads', 'export'],
  ['folders', 'add', 'files', '--label', name, '--filter', `-${name}`],
  ['folders', 'add', name],
  ['folders', 'list'],
  ['folders', 'preview', 'files'],
  ['folders', 'preview', 'files', '--csv'],
  ['folders', 'edit', name, '--label', name],
  ['status'],
  ['doctor'],
  ['key', 'test'],
  ['key', 'set'],
  ['retry', '--code', name],
  [name],
  ['tags', name],
  ['status', '--profile-name', name],
  ['status', `--${name}`],
] as const;

// biome-ignore lint/suspicious/noControlCharactersInRegex: what must not come through
const controls = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]/;
/** Colours of ours, and how the live text is drawn anew: without these nothing else may steer. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: what Sluice itself writes
const own = /\u001b\[(?:\?25[hl]|\?2026[hl]|[0-9;]*m|[0-9]*[AGKJ])/g;

describe.each([
  { kind: 'a pipe', terminal: false, more: [] },
  { kind: 'a terminal', terminal: true, more: [] },
  { kind: 'JSON on a terminal', terminal: true, more: ['--json'] },
])('on $kind', ({ kind, terminal, more }) => {
  test('no command lets a name from outside steer the terminal', async () => {
    const data = ['--data-dir', here(`data-${kind}`)];
    let shown = 0;
    for (const args of [['tags', 'list', '--base-url', service.url, '--profile-name', name], ...commands]) {
      const { stdout, stderr } = await runInProcess([...args, ...data, ...more], {
        variables: { SLUICE_API_KEY: 'canary-key', TERM: 'xterm' },
        terminal,
        workingDirectory: folder.path,
        input: 'a-key',
        interrupted: AbortSignal.timeout(60_000),
      });
      const isData = args.some((arg) => arg === 'export' || arg === '--csv');
      const written = stdout + stderr;
      const words = args.join(' ').replaceAll(name, 'NAME');
      expect(written, words).not.toBe('');
      if (/\\(?:x|u00)1b/.test(written)) shown += 1;
      // Data is as it is in a pipe: it is no text for people.
      if (isData && !terminal) continue;
      expect(
        controls.exec(written.replaceAll(own, ''))?.[0] ?? null,
        `${words}: ${JSON.stringify(written)}`,
      ).toBeNull();
      for (const sequence of ['\u001b[2J', '\u001b]']) expect(written, words).not.toContain(sequence);
    }
    // The name was there, and visible.
    expect(shown).toBeGreaterThan(15);
  });
});

test('nothing but the room of the output writes to a stream', () => {
  const room = fileURLToPath(new URL('../../src/cli/', import.meta.url));
  const files = readdirSync(room, { recursive: true, encoding: 'utf8' }).filter(
    (file) => /\.ts$/.test(file) && !/test/.test(file),
  );
  expect(files.length).toBeGreaterThan(50);
  const writing = files.filter((file) =>
    /\bstd(?:out|err)\.write\(|\bconsole\./.test(readFileSync(join(room, file), 'utf8')),
  );
  // The help, which is ours; warnings of Node; a question; and the output itself.
  expect(writing.sort()).toEqual([
    'command-line.ts',
    'output/output.ts',
    'output/stream-writer.ts',
    'quiet-warnings.ts',
    'read-secret.ts',
  ]);
});
