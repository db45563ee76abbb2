import { fileURLToPath } from 'node:url';
import { utilityProcess } from 'electron';
import type { StartProgram } from '#core/ports/programs.ts';
import { childEnvironment, confinedEnvironment } from '#core/public/host.ts';

/**
 * A program of core's in a process of Electron's: the app's executable runs no scripts. It keeps the app from
 * ending no more than others. A confined program gets no environment; all else it gives up on its own, since
 * Node's permission model is not known to work here (docs/adr/0053).
 */
export const startUtilityProgram: StartProgram = (program, events, confinement) => {
  const child = utilityProcess.fork(fileURLToPath(program), [], {
    env: (confinement ? confinedEnvironment : childEnvironment)(process.env),
    stdio: 'ignore',
    serviceName: confinement ? 'Sluice reader' : 'Sluice drive',
  });
  child.on('message', (message: unknown) => events.message(message));
  child.once('exit', () => events.exited());
  return {
    send(message, sent) {
      child.postMessage(message);
      sent?.();
    },
    keepAlive: () => undefined,
    kill() {
      const { pid } = child;
      // An orderly end would wait for calls that hang.
      if (pid === undefined) child.kill();
      else process.kill(pid, 'SIGKILL');
    },
  };
};
