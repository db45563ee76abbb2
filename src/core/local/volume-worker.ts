import { flushCompileCache } from 'node:module';
import { connectToParent } from '#core/threads/parent-line.ts';
import { createVolumeOperations, longOperations } from './volume-operations.ts';
import { type Answer, type Question, type Ready, toPlainError } from './volume-protocol.ts';

// One that runs on import: it is started by name, for one drive that may hang, and killed when it does.
const operations = createVolumeOperations() as unknown as Record<string, (...args: unknown[]) => unknown>;
const send: ((message: Answer | Ready) => void) | undefined = connectToParent((question) =>
  answer(question as Question),
);

async function answer({ id, operation, args }: Question): Promise<void> {
  try {
    const onBytes = (bytes: number) => void send?.({ id, kind: 'progress', bytes });
    const all = longOperations.has(operation) ? [onBytes, ...args] : args;
    send?.({ id, kind: 'value', value: await operations[operation]?.(...all) });
  } catch (error) {
    send?.({ id, kind: 'error', error: toPlainError(error) });
  }
}

if (send) {
  send({ kind: 'ready' });
  flushCompileCache();
}
