import { type ChildProcess, fork } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isBundled, places } from '../places/places.ts';
import type { Confinement, StartProgram } from '../ports/programs.ts';
import { childEnvironment, confinedEnvironment } from './child-environment.ts';
import { compiledOfReaders, compiledThread } from './compiled-thread.ts';

/**
 * A process of Node's for a program: what it says on its outputs is nobody's, and they keep nobody waiting.
 */
export const forkProgram: StartProgram = (program, events, confinement) => {
  const cache = compiledThread(program, confinement && compiledOfReaders).env?.NODE_COMPILE_CACHE;
  const path = fileURLToPath(program);
  const child = fork(path, [], {
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    execArgv: confinement ? confine(path, confinement, cache) : [],
    env: {
      ...(confinement ? confinedEnvironment : childEnvironment)(process.env),
      ...(cache && { NODE_COMPILE_CACHE: cache }),
    },
    // A folder that is deleted meanwhile would keep Node from starting.
    ...(confinement && { cwd: dirname(path) }),
  });
  child.unref();
  child.channel?.unref();
  child.on('message', (message) => events.message(message));
  // By these messages Node hands sockets over. An acknowledgement that nothing waits for ends this process.
  if (confinement) child.removeAllListeners('internalMessage');
  const endings = killedAtExit();
  endings.add(child);
  const exited = () => {
    endings.delete(child);
    events.exited();
  };
  // One that could not be started never exits.
  child.once('error', exited);
  child.once('exit', exited);
  return {
    send(message, sent = () => undefined) {
      if (child.connected) child.send(message as object, () => sent());
      else sent();
    },
    keepAlive(keep) {
      if (keep) child.channel?.ref();
      else child.channel?.unref();
    },
    kill() {
      child.kill('SIGKILL');
      if (child.connected) child.disconnect();
    },
  };
};

let running: Set<ChildProcess> | undefined;

/** Programs that this process kills when it exits: one that never yields does not notice the end. */
function killedAtExit(): Set<ChildProcess> {
  if (!running) {
    const all = new Set<ChildProcess>();
    process.once('exit', () => {
      for (const child of all) child.kill('SIGKILL');
    });
    running = all;
  }
  return running;
}

/**
 * Node's permission model: the program reads itself and nothing else, writes nothing, and starts neither
 * threads nor programs nor native code. Sources also write Node's cache of compiled TypeScript.
 */
function confine(program: string, { heap }: Confinement, cache: string | undefined): string[] {
  const home = fileURLToPath(places.home);
  // Libraries of a copy of the project may lie elsewhere, behind a link.
  const own = isBundled ? [dirname(program)] : [home, realpathSync(join(home, 'node_modules'))];
  return [
    '--permission',
    ...own.map((path) => `--allow-fs-read=${path}`),
    ...(cache === undefined ? [] : [`--allow-fs-write=${cache}`]),
    '--disallow-code-generation-from-strings',
    `--max-old-space-size=${heap}`,
  ];
}
