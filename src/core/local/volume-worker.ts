import { flushCompileCache } from 'node:module';
import { createVolumeOperations, longOperations } from './volume-operations.ts';
import { type Answer, type Question, type Ready, toPlainError } from './volume-protocol.ts';

/** Electron's way to whoever started a program (utilityProcess), which stands beside Node's. */
interface ParentPort {
  on(name: 'message', listener: (event: { data: unknown }) => void): void;
  postMessage(message: unknown): void;
}

// One that runs on import: it is started by name, for one drive that may hang, and killed when it does.
const parent = (process as unknown as { parentPort?: ParentPort }).parentPort;
if (parent || process.send) {
  const operations = createVolumeOperations() as unknown as Record<string, (...args: unknown[]) => unknown>;
  const post = (answer: Answer | Ready) => (parent ? parent.postMessage(answer) : process.send?.(answer));
  const answer = async ({ id, operation, args }: Question) => {
    try {
      const onBytes = (bytes: number) => void post({ id, kind: 'progress', bytes });
      const all = longOperations.has(operation) ? [onBytes, ...args] : args;
      post({ id, kind: 'value', value: await operations[operation]?.(...all) });
    } catch (error) {
      post({ id, kind: 'error', error: toPlainError(error) });
    }
  };
  if (parent) parent.on('message', ({ data }) => void answer(data as Question));
  else {
    process.on('message', (question: Question) => void answer(question));
    // An orderly end would wait for calls that hang.
    process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
  }
  post({ kind: 'ready' });
  flushCompileCache();
}
