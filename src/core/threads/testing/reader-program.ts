import { readFileSync } from 'node:fs';
import { get } from 'node:http';
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
  'run a text': () => new Function('return 1')(),
};

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
  if (what === 'wrong') return document.read(-1, 2 ** 40);
  try {
    await attempts[what]?.(given);
    return 'done';
  } catch (error) {
    return (error as { code?: string }).code ?? (error as Error).name;
  }
});
