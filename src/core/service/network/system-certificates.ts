import { Worker } from 'node:worker_threads';
import { programOf } from '#core/places/places.ts';
import { compiledThread } from '#core/threads/compiled-thread.ts';

/** Authorities, as PEM: those that Node trusts by itself, and those that the system adds. */
export interface SystemCertificates {
  readonly usual?: readonly string[];
  readonly more: readonly string[];
}

/**
 * The authorities the system trusts beside Node's, asked for in a thread of its own. A system that does not
 * answer keeps neither this thread nor the program.
 */
export function readSystemCertificates(): Promise<SystemCertificates> {
  const program = programOf('system-certificates-worker');
  return new Promise((resolve, reject) => {
    const worker = new Worker(program, { ...compiledThread(program), name: 'sluice-certificates' });
    worker.once('message', (found: SystemCertificates) => resolve(found));
    worker.once('error', reject);
    worker.once('exit', () => reject(new Error('the thread ended without an answer')));
    // Whoever waits keeps the program alive, and no longer than they wait.
    worker.unref();
  });
}
