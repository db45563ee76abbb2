import { flushCompileCache } from 'node:module';
import { parentPort } from 'node:worker_threads';
import { createEntityFinder } from './annotate/find-entities.ts';
import { annotateDocument } from './annotate-document.ts';
import type { AnnotateJob } from './annotate-job.ts';

const findEntities = createEntityFinder();

parentPort?.on('message', async (job: AnnotateJob) => {
  parentPort?.postMessage(await annotateDocument(job, findEntities));
});

// At once, because this thread is terminated and writes no cache at its end (compiled-thread.ts).
flushCompileCache();
