import { parentPort } from 'node:worker_threads';
import { annotateDocument } from './annotate-document.ts';
import type { AnnotateJob } from './annotate-job.ts';

parentPort?.on('message', async (job: AnnotateJob) => {
  parentPort?.postMessage(await annotateDocument(job));
});
