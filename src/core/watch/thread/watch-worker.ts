import { flushCompileCache } from 'node:module';
import { parentPort, workerData } from 'node:worker_threads';
import { createEngine } from './engine.ts';
import type { FromThread, ThreadStart, ToThread } from './protocol.ts';

// The one file that runs on import: Node starts a thread by naming it.
if (parentPort) {
  const port = parentPort;
  const post = (message: FromThread) => port.postMessage(message);
  const engine = createEngine(workerData as ThreadStart, post);
  port.on('message', (message: ToThread) => {
    if (message.type !== 'stop') return engine.receive(message);
    void engine.stop().finally(() => port.close());
  });
  post({ type: 'ready' });
  // At once, because whoever is killed writes no cache at its end (compiled-thread.ts).
  flushCompileCache();
}
