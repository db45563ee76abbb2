import * as nodeModule from 'node:module';
import os from 'node:os';

/** What of Node reaches files, networks, programs or the insides of this process: emptied. */
const emptied = [
  'child_process',
  'dgram',
  'dns',
  'dns/promises',
  'fs',
  'fs/promises',
  'http',
  'https',
  'net',
  'sqlite',
  'tls',
  'worker_threads',
] as const;
/**
 * Only denied: slow to load and built upon those, or what Node 22 looks up for itself (`v8` for each message
 * to the parent, `vm` for streams).
 */
const onlyDenied = [
  'async_hooks',
  'cluster',
  'http2',
  'inspector',
  'inspector/promises',
  'repl',
  'test',
  'trace_events',
  'v8',
  'vm',
  'wasi',
];
const denied: ReadonlySet<string> = new Set([...emptied, ...onlyDenied]);
const deniedGlobals = ['fetch', 'WebSocket', 'EventSource', 'XMLHttpRequest'] as const;
const deniedOfProcess = [
  '_debugEnd',
  '_debugProcess',
  '_getActiveHandles',
  '_getActiveRequests',
  '_linkedBinding',
  'binding',
  'chdir',
  'dlopen',
  'execve',
  'getBuiltinModule',
  'kill',
  'loadEnvFile',
  'openStdin',
  'report',
] as const;
/**
 * Of Node's loader: a hook would undo the denials here, `_compile` runs text as code that V8's flag does not
 * see, and what is compiled goes into a cache on disk.
 */
const deniedOfModule = [
  'enableCompileCache',
  'flushCompileCache',
  'register',
  'registerHooks',
  'runMain',
] as const;
/** Of the pipe to the parent: each makes a socket of its own, or reaches another one. */
const deniedOfPipe = ['bind', 'connect', 'constructor', 'fchmod', 'listen', 'open'] as const;

/**
 * Takes files, networks and other programs away from this process, for good, before it reads what a stranger
 * wrote. Everything that the process needs must be loaded by then.
 *
 * Node's permission model (`fork-program.ts`) denies files, programs, threads and native code on its own; the
 * network it denies from Node 25 on only, and `node:sqlite` opens files past it. Electron has no such model.
 * There, and for the network, this function is the wall: it replaces what JavaScript can call, and is no wall
 * for native code (docs/adr/0053).
 */
export function confine(): void {
  // All of them first: some extend what another one exports.
  const modules = emptied.map((name) => process.getBuiltinModule(`node:${name}`) as object | undefined);
  for (const exports of modules) if (exports) denyAll(exports as Record<string, unknown>);
  replace(os, 'setPriority');
  nodeModule.syncBuiltinESMExports();
  nodeModule.registerHooks({
    resolve(specifier, context, next) {
      const found = next(specifier, context);
      const name = found.url.replace(/^node:/, '');
      // An address such as `data:` contains its text.
      if (denied.has(name) || /^electron/.test(specifier) || !/^(?:file|node):/.test(found.url)) deny();
      return found;
    },
  });
  confineLoader();
  for (const name of deniedGlobals) Reflect.deleteProperty(globalThis, name);
  for (const name of deniedOfProcess) replace(process, name);
  confineSignals();
  confinePipe();
}

function confineLoader(): void {
  const { Module } = nodeModule;
  for (const name of deniedOfModule) replace(Module, name);
  replace(Module.prototype, '_compile');
  nodeModule.syncBuiltinESMExports();
}

/** `process.kill`, which `parent-line.ts` kept to end this process, calls `process._kill`. */
function confineSignals(): void {
  const { pid } = process;
  const owner = process as unknown as { _kill(pid: number, signal: number): number };
  const kill = owner._kill.bind(process);
  replace(owner, '_kill', (whom: number, signal: number) => (whom === pid ? kill(pid, signal) : deny()));
}

/** Node keeps the pipe to the parent under a symbol of `process`. */
function confinePipe(): void {
  for (const symbol of Object.getOwnPropertySymbols(process)) {
    const pipe: unknown = Reflect.get(process, symbol);
    if (typeof pipe !== 'object' || pipe === null) continue;
    const prototype = Object.getPrototypeOf(pipe) as object | null;
    for (const name of deniedOfPipe)
      if (prototype && Object.hasOwn(prototype, name)) replace(prototype, name);
  }
}

function denyAll(exports: Record<string, unknown>): void {
  for (const name of Object.getOwnPropertyNames(exports)) {
    const value = exports[name];
    const { prototype } = (typeof value === 'function' ? value : {}) as { prototype?: object };
    if (typeof prototype === 'object' && prototype !== null)
      for (const method of Object.getOwnPropertyNames(prototype))
        if (method !== 'constructor') replace(prototype, method);
    if (typeof value === 'function' || name === 'promises') replace(exports, name);
  }
}

function replace(owner: object, name: string, value: unknown = deny): void {
  const known = Object.getOwnPropertyDescriptor(owner, name);
  if (known && !known.configurable && !known.writable) return;
  if (known?.configurable === false) Reflect.set(owner, name, value);
  else Object.defineProperty(owner, name, { value, configurable: false, writable: false });
}

function deny(): never {
  throw Object.assign(new Error('This process has no files, no network and no programs.'), {
    code: 'ERR_ACCESS_DENIED',
  });
}
