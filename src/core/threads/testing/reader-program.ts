import { readFileSync } from 'node:fs';
import { get } from 'node:http';
import * as nodeModule from 'node:module';
import { connect } from 'node:net';
import { serveReader } from '../serve-reader.ts';

/** What code that took a reader over would try, by name. Each returns what it got. */
const attempts: Readonly<Record<string, (given: string) => unknown>> = {
  'read a file': (path) => readFileSync(path, 'utf8'),
  'read a file by another module': async (path) => (await import('node:fs/promises')).readFile(path, 'utf8'),
  'connect to a port': (port) =>
    new Promise((resolve, reject) => {
      const socket = connect(Number(port), '127.0.0.1', () => resolve('connected'));
      socket.on('error', reject);
    }),
  'request an address': (port) =>
    new Promise((resolve, reject) => {
      get(`http://127.0.0.1:${port}/`, () => resolve('answered')).on('error', reject);
    }),
  fetch: (port) => fetch(`http://127.0.0.1:${port}/`),
  'ask for a name': async () => (await import('node:dns/promises')).lookup('localhost'),
  'send a datagram': async (port) => {
    const { createSocket } = await import('node:dgram');
    createSocket('udp4').send('x', Number(port), '127.0.0.1');
    return 'sent';
  },
  'open a ledger': async (path) => {
    const sqlite = 'node:sqlite';
    const { DatabaseSync } = await import(sqlite);
    return new DatabaseSync(path).location();
  },
  'load a module of Node': () => process.getBuiltinModule('node:net'),
  'start a program': async () => (await import('node:child_process')).spawnSync('true').status,
  'start a thread': async () => new (await import('node:worker_threads')).Worker('', { eval: true }),
  'signal the agent': () => process.kill(process.ppid, 0),
  'signal the agent past Node': () => Reflect.get(process, '_kill').call(process, process.ppid, 0),
  'slow the agent down': async () => (await import('node:os')).default.setPriority(process.ppid, 1),
  'listen beside the pipe to the agent': (path) => {
    const Pipe = pipeToAgent().constructor as new (kind: number) => { bind(path: string): number };
    return new Pipe(0).bind(path);
  },
  'find the pipe in what is active': () => Reflect.get(process, '_getActiveHandles').call(process),
  'follow what is made': async () => (await import('node:async_hooks')).createHook({}).enable(),
  'load that by require': async () =>
    (await import('node:module')).createRequire(import.meta.url)('async_hooks'),
  'write a report': (path) => process.report.writeReport(path),
  'run a text': () => new Function('return 1')(),
  'run a text of an address': () => import(`data:text/javascript,${Date.now()}`),
  'run a text as a module': () => compile('module.exports = 1'),
  'load what a hook of its own brings': async () => {
    nodeModule.registerHooks({
      resolve: (_specifier, _context, _next) => ({ url: 'node:vm', format: 'builtin', shortCircuit: true }),
    });
    const hooked = 'hooked';
    return ((await import(hooked)) as typeof import('node:vm')).runInThisContext('1');
  },
  'write what it compiled to disk': () => nodeModule.flushCompileCache(),
};

function compile(text: string): unknown {
  const made = new nodeModule.Module('made');
  (made as unknown as { _compile(text: string, path: string): void })._compile(text, import.meta.filename);
  return made.exports;
}

/** Node keeps it under a symbol. */
function pipeToAgent(): object {
  const own = Object.getOwnPropertySymbols(process).find((one) => one.description === 'kChannelHandle');
  return Reflect.get(process, own ?? '') as object;
}

/** What no reader says, and is meant to end the agent. */
const oddMessages: readonly unknown[] = [
  null,
  5,
  'text',
  { id: 1, kind: 'error', message: { toString: null } },
  { cmd: 'NODE_HANDLE', type: 'net.Socket' },
  { cmd: 'NODE_HANDLE_ACK' },
  { cmd: 'NODE_HANDLE_NACK' },
];

interface Asked {
  readonly what: string;
  readonly given?: string;
}

await serveReader(async () => async ({ what, given = '' }: Asked, document) => {
  if (what === 'loop') {
    document.write('begun', new Uint8Array(1));
    for (;;);
  }
  if (what === 'memory') for (const all: number[][] = []; ; ) all.push(new Array(1e6).fill(1.5));
  if (what === 'fail') throw new Error('no such document');
  if (what === 'environment') return { ...process.env };
  if (what === 'process') return process.pid;
  if (what === 'copy') {
    document.write('copy', await document.readAll());
    return document.size;
  }
  if (what === 'flood')
    for (;;) {
      document.write('flood', new Uint8Array(2 ** 22));
      await new Promise((resolve) => setImmediate(resolve));
    }
  if (what === 'beyond') return (await document.read(document.size - 1, 10)).byteLength;
  if (what === 'odd') {
    for (const message of oddMessages) process.send?.(message);
    return 'said';
  }
  if (what === 'hoard') {
    for (let of = 1_000; of < 1_100; of += 1)
      process.send?.({ id: 1, kind: 'read', of, from: 0, length: document.size });
    for (const end = Date.now() + 1_000; Date.now() < end; );
    return 'asked';
  }
  if (what === 'wrong') return document.read(-1, 2 ** 40);
  try {
    await attempts[what]?.(given);
    return 'done';
  } catch (error) {
    return (error as { code?: string }).code ?? (error as Error).name;
  }
});
