import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { StartProgram } from '../ports/programs.ts';
import { childEnvironment } from './child-environment.ts';
import { compiledThread } from './compiled-thread.ts';

/**
 * A process of Node's for a program: what it says on its outputs is nobody's, and they keep nobody waiting.
 */
export const forkProgram: StartProgram = (program, events) => {
  const cache = compiledThread(program).env?.NODE_COMPILE_CACHE;
  const child = fork(fileURLToPath(program), [], {
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    execArgv: [],
    env: { ...childEnvironment(process.env), ...(cache && { NODE_COMPILE_CACHE: cache }) },
  });
  child.unref();
  child.channel?.unref();
  child.on('message', (message) => events.message(message));
  // One that could not be started never exits.
  child.once('error', () => events.exited());
  child.once('exit', () => events.exited());
  return {
    send(message) {
      if (child.connected) child.send(message as object, () => undefined);
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
