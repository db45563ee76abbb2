import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test, vi } from 'vitest';
import { Reader, type ReaderLimits } from './reader.ts';

const program = new URL('./testing/reader-program.ts', import.meta.url);

function open(limits: Partial<ReaderLimits> = {}): Reader {
  const reader = new Reader(program, {
    heap: 200,
    deadline: 60_000,
    kept: 60_000,
    output: 2 ** 24,
    ...limits,
  });
  onTestFinished(() => reader.stop());
  return reader;
}

const sourceOf = (bytes: Uint8Array) => ({
  size: bytes.byteLength,
  read: async (from: number, length: number) => bytes.subarray(from, from + length),
});

test('a document goes in by pieces, and what is made of it comes out by pieces', async () => {
  const bytes = Uint8Array.from({ length: 3_000_001 }, (_, index) => index % 251);
  const pieces: Uint8Array[] = [];
  const size = await open().ask(
    { what: 'copy' },
    { source: sourceOf(bytes), write: (_name, piece) => void pieces.push(piece) },
  );
  expect(size).toBe(bytes.byteLength);
  expect(pieces.length).toBeGreaterThan(2);
  expect(Buffer.compare(Buffer.concat(pieces), bytes)).toBe(0);
});

test('a reader that never ends, takes all memory or floods is killed, and the next document gets another', async () => {
  const reader = open({ deadline: 300, heap: 40 });
  await expect(reader.ask({ what: 'loop' })).rejects.toMatchObject({ why: 'slow' });
  const patient = open({ heap: 40 });
  const first = await patient.ask({ what: 'process' });
  await expect(patient.ask({ what: 'memory' })).rejects.toMatchObject({ why: 'ended' });
  await expect(patient.ask({ what: 'flood' })).rejects.toMatchObject({ why: 'ended' });
  await expect(patient.ask({ what: 'wrong' })).rejects.toMatchObject({ why: 'ended' });
  const second = await patient.ask({ what: 'process' });
  expect(second).not.toBe(first);
  await expect(patient.ask({ what: 'fail' })).rejects.toThrow('no such document');
  expect(await patient.ask({ what: 'process' })).toBe(second);
});

test('it gets no more than there is of its document', async () => {
  expect(await open().ask({ what: 'beyond' }, { source: sourceOf(new Uint8Array(5)) })).toBe(1);
});

test('a signal and a stop end what is under way, and nothing begins after a stop', async () => {
  const reader = open();
  const ending = new AbortController();
  const loop = reader.ask({ what: 'loop' }, { signal: ending.signal });
  ending.abort(new Error('not wanted'));
  await expect(loop).rejects.toThrow('not wanted');
  const ended = Promise.allSettled([reader.ask({ what: 'loop' }), reader.ask({ what: 'process' })]);
  await reader.stop();
  const stopped = { status: 'rejected', reason: { why: 'stopped' } };
  expect(await ended).toMatchObject([stopped, stopped]);
  await expect(reader.ask({ what: 'process' })).rejects.toMatchObject({ why: 'stopped' });
});

test('a reader that was taken over ends no agent by what it says', async () => {
  const uncaught = vi.fn();
  process.on('uncaughtException', uncaught);
  onTestFinished(() => void process.off('uncaughtException', uncaught));
  const reader = open();
  await expect(reader.ask({ what: 'odd' })).rejects.toMatchObject({ why: 'ended' });
  await expect(reader.ask({ what: 'process' })).resolves.toBeTypeOf('number');
  expect(uncaught).not.toHaveBeenCalled();
});

test('what a reader asks for and does not take is not kept in memory', async () => {
  const size = 2 ** 23;
  let given = 0;
  const read = async (from: number, length: number) => {
    given += 1;
    return new Uint8Array(size).subarray(from, from + length);
  };
  await open().ask({ what: 'hoard' }, { source: { size, read } });
  expect(given).toBeLessThan(5);
});

test('an idle reader ends', async () => {
  const reader = open({ kept: 0 });
  const first = await reader.ask({ what: 'process' });
  await expect.poll(() => reader.ask({ what: 'process' })).not.toBe(first);
});

test('a reader has no key, no files, no network, no ledger and no programs', async () => {
  const place = mkdtempSync(join(tmpdir(), 'sluice-reader-'));
  onTestFinished(() => rmSync(place, { recursive: true, force: true }));
  const file = join(place, 'keys.json');
  writeFileSync(file, 'a key');
  const ledger = join(place, 'ledger.sqlite');
  new DatabaseSync(ledger).close();
  const heard: unknown[] = [];
  const server = createServer((socket) => void heard.push(socket.destroy()));
  const port = await new Promise<string>((resolve) =>
    server.listen(0, '127.0.0.1', () => resolve(String((server.address() as { port: number }).port))),
  );
  onTestFinished(() => void server.close());
  const reader = open();
  expect(process.env.PATH).toBeDefined();
  const environment = Object.keys((await reader.ask({ what: 'environment' })) as object);
  expect(
    environment.filter((name) => !/^(TZ|NODE_COMPILE_CACHE|NODE_CHANNEL.*|SYSTEM.*|WINDIR)$/i.test(name)),
  ).toEqual([]);
  const given: Readonly<Record<string, string>> = {
    'read a file': file,
    'read a file by another module': file,
    'connect to a port': port,
    'request an address': port,
    fetch: port,
    'ask for a name': '',
    'send a datagram': port,
    'open a ledger': ledger,
    'load a module of Node': '',
    'start a program': '',
    'start a thread': '',
    'signal the agent': '',
    'signal the agent past Node': '',
    'slow the agent down': '',
    'listen beside the pipe to the agent': join(place, 'socket'),
    'find the pipe in what is active': '',
    'follow what is made': '',
    'load that by require': '',
    'write a report': join(place, 'report'),
    'run a text': '',
    'run a text of an address': '',
    'run a text as a module': '',
    'load what a hook of its own brings': '',
    'write what it compiled to disk': '',
  };
  const outcomes: Record<string, unknown> = {};
  for (const [what, value] of Object.entries(given))
    outcomes[what] = await reader.ask({ what, given: value });
  expect(Object.entries(outcomes).filter(([, outcome]) => outcome === 'done')).toEqual([]);
  expect(heard).toEqual([]);
  expect(readdirSync(place).toSorted()).toEqual(['keys.json', 'ledger.sqlite']);
});

test('a reader that never yields ends with the process that started it', async () => {
  const starter = `
    import { Reader } from ${JSON.stringify(new URL('./reader.ts', import.meta.url).href)};
    const limits = { heap: 100, deadline: 600_000, kept: 600_000, output: 1 };
    const reader = new Reader(new URL(${JSON.stringify(program.href)}), limits);
    console.log(await reader.ask({ what: 'process' }));
    reader.ask({ what: 'loop' }, { write: () => process.exit() });`;
  const pid = Number(
    execFileSync(process.execPath, ['--input-type=module', '-e', starter], { encoding: 'utf8' }),
  );
  const isRunning = () => {
    try {
      process.kill(pid, 0);
      return true;
    } catch {
      return false;
    }
  };
  await expect.poll(isRunning).toBe(false);
});
