import { existsSync, statSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import type { AnnotateJob, AnnotateResult } from './annotate-job.ts';
import { compiledThread } from './compiled-thread.ts';
import { contentTypeOf } from './content-type.ts';

interface Waiting {
  job: AnnotateJob;
  resolve: (result: AnnotateResult) => void;
}

/** Real milliseconds one document may take before its worker is given up. */
const longestWork = 5 * 60 * 1000;

/** Annotates documents one after the other in a worker thread, so that no request waits for it. */
export class Annotator {
  readonly #enabled: boolean;
  readonly #waiting: Waiting[] = [];
  #current: Waiting | undefined;
  #deadline: NodeJS.Timeout | undefined;
  #worker: Worker | undefined;
  #stopped = false;

  /** @param enabled false: nothing is extracted, every file that is not empty is good */
  constructor(enabled: boolean) {
    this.#enabled = enabled;
  }

  /** Never rejects: whatever goes wrong is a failed result. An answer that needs no work comes at once. */
  annotate(job: AnnotateJob): AnnotateResult | Promise<AnnotateResult> {
    if (sizeOf(job.originalPath) === 0) return { kind: 'failed', errorCode: 'EMPTY_FILE' };
    if (!this.#enabled) {
      const notes = { documentType: 'GENERIC_REPORT', authors: [], pages: 1, titleEntities: [] };
      const contentType = contentTypeOf(job.fileName);
      return { kind: 'annotated', contentType, title: job.fileName, chunks: [], notes };
    }
    return new Promise((resolve) => {
      this.#waiting.push({ job, resolve });
      this.#next();
    });
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    this.#waiting.length = 0;
    clearTimeout(this.#deadline);
    await this.#worker?.terminate();
  }

  #next(): void {
    if (this.#current !== undefined || this.#stopped) return;
    this.#current = this.#waiting.shift();
    if (this.#current === undefined) return;
    this.#worker ??= this.#spawn();
    this.#worker.ref();
    this.#deadline = setTimeout(() => void this.#worker?.terminate(), longestWork);
    this.#worker.postMessage(this.#current.job);
  }

  #spawn(): Worker {
    const program = new URL('./annotate-worker.ts', import.meta.url);
    const worker = new Worker(program, {
      ...compiledThread(program),
      resourceLimits: { maxOldGenerationSizeMb: 2048 },
      // The parent's flags (a test runner's, a debugger's) are not for this thread.
      execArgv: [],
    });
    worker.on('message', (result: AnnotateResult) => this.#done(result));
    worker.on('error', () => undefined);
    // Out of memory, a crash in a library or the deadline: the document is at fault, the next gets a new worker.
    worker.on('exit', () => {
      this.#worker = undefined;
      this.#done({ kind: 'failed', errorCode: 'EXTRACTION_FAILED' });
    });
    return worker;
  }

  #done(result: AnnotateResult): void {
    const done = this.#current;
    this.#current = undefined;
    clearTimeout(this.#deadline);
    this.#worker?.unref();
    done?.resolve(result);
    this.#next();
  }
}

function sizeOf(path: string): number {
  return existsSync(path) ? statSync(path).size : 0;
}
