import { existsSync, statSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import type { AnnotateJob, AnnotateResult } from './annotate-job.ts';
import { compiledThread } from './compiled-thread.ts';
import { contentTypeOf } from './content-type.ts';

interface Waiting {
  job: AnnotateJob;
  resolve: (result: AnnotateResult) => void;
  /** What the worker answered. */
  result?: AnnotateResult;
}

/** Real milliseconds one document may take at all before its worker is given up, on the slowest machine. */
const longestWork = 5 * 60 * 1000;

/**
 * Milliseconds of processor time one document may take: at all, and for each byte of its file (a second a
 * megabyte); and the real milliseconds between two looks at it. Long PDFs take a tenth of it. Counted so, and
 * not by the wall, because a busy machine is nobody's fault.
 */
const usualLimits = { processorMs: 10_000, processorMsPerByte: 1 / 1000, lookEvery: 500 };

/** Megabytes of heap one document may take; the worker ends past it. */
const largestHeap = 1024;
/**
 * A worker whose heap grew past so many bytes is ended after its document, because V8 gives little of it
 * back.
 */
const keptHeap = 256 * 1024 * 1024;

/** Annotates documents one after the other in a worker thread, so that no request waits for it. */
export class Annotator {
  readonly #enabled: boolean;
  readonly #limits: typeof usualLimits;
  readonly #waiting: Waiting[] = [];
  #current: Waiting | undefined;
  #deadline: NodeJS.Timeout | undefined;
  #looks: NodeJS.Timeout | undefined;
  /** Processor time the worker had taken, in microseconds, when the present document began. */
  #usedBefore: NodeJS.CpuUsage = { user: 0, system: 0 };
  #worker: Worker | undefined;
  #stopped = false;

  /** @param enabled false: nothing is extracted, every file that is not empty is good */
  constructor(enabled: boolean, limits = usualLimits) {
    this.#enabled = enabled;
    this.#limits = limits;
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
    clearInterval(this.#looks);
    await this.#worker?.terminate();
  }

  #next(): void {
    if (this.#current !== undefined || this.#stopped) return;
    const current = this.#waiting.shift();
    this.#current = current;
    if (current === undefined) return;
    this.#worker ??= this.#spawn();
    const worker = this.#worker;
    worker.ref();
    this.#deadline = setTimeout(() => void worker.terminate(), longestWork);
    const { processorMs, processorMsPerByte, lookEvery } = this.#limits;
    const allowed = processorMs + sizeOf(current.job.originalPath) * processorMsPerByte;
    this.#looks = setInterval(async () => {
      const used = await worker.cpuUsage(this.#usedBefore).catch(() => undefined);
      if (used === undefined || this.#current !== current) return;
      if ((used.user + used.system) / 1000 > allowed) await worker.terminate();
    }, lookEvery);
    worker.postMessage(current.job);
  }

  #spawn(): Worker {
    const worksIn = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
    const program = new URL(`./annotate-worker.${worksIn}`, import.meta.url);
    const worker = new Worker(program, {
      ...compiledThread(program),
      resourceLimits: { maxOldGenerationSizeMb: largestHeap },
      // The parent's flags (a test runner's, a debugger's) are not for this thread.
      execArgv: [],
    });
    this.#usedBefore = { user: 0, system: 0 };
    worker.on('message', async (result: AnnotateResult) => {
      const current = this.#current;
      if (current === undefined) return;
      current.result = result;
      const heap = await worker.getHeapStatistics().catch(() => undefined);
      if (heap !== undefined && heap.total_heap_size > keptHeap) {
        await worker.terminate();
        return;
      }
      this.#usedBefore = await worker.cpuUsage().catch(() => this.#usedBefore);
      this.#done(current);
    });
    worker.on('error', () => undefined);
    // Out of memory, a crash in a library or a limit: the document is at fault, the next gets a new worker.
    worker.on('exit', () => {
      this.#worker = undefined;
      if (this.#current !== undefined) this.#done(this.#current);
    });
    return worker;
  }

  #done(done: Waiting): void {
    if (this.#current !== done) return;
    this.#current = undefined;
    clearTimeout(this.#deadline);
    clearInterval(this.#looks);
    this.#worker?.unref();
    done.resolve(done.result ?? { kind: 'failed', errorCode: 'EXTRACTION_FAILED' });
    this.#next();
  }
}

function sizeOf(path: string): number {
  return existsSync(path) ? statSync(path).size : 0;
}
