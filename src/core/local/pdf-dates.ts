import type { FileHandle } from 'node:fs/promises';
import { Worker } from 'node:worker_threads';
import { programOf } from '#core/places/places.ts';
import { compiledThread } from '#core/threads/compiled-thread.ts';
import type { PdfDateAnswer, PdfDateQuestion } from './pdf-date-worker.ts';

export interface PdfDateLimits {
  /** Megabytes of the thread's heap. */
  readonly heap: number;
  /** Milliseconds one may take. */
  readonly deadline: number;
  /** How long an idle thread is kept, ms. */
  readonly kept: number;
}

const usual: PdfDateLimits = { heap: 256, deadline: 10_000, kept: 10_000 };

/** The date that a PDF gives itself, as ISO 8601; null for one that gives none or cannot be read. */
export type DateOfPdf = (file: FileHandle) => Promise<string | null>;

/**
 * Reads dates of PDFs in a thread, one after another: somebody wrote them, and whoever reads them may run out
 * of memory or never come to an end. Then the thread goes with its document, and the next gets another. It is
 * started for the first, goes when none comes for a while, and keeps no process from ending.
 */
export function createPdfDates(limits: Partial<PdfDateLimits> = {}): DateOfPdf {
  const { heap, deadline, kept } = { ...usual, ...limits };
  let worker: Worker | undefined;
  let idle: NodeJS.Timeout | undefined;
  let last = 0;
  let line: Promise<unknown> = Promise.resolve();

  function start(): Worker {
    const program = programOf('pdf-date-worker');
    const started = new Worker(program, {
      ...compiledThread(program),
      name: 'sluice-pdf-date',
      resourceLimits: { maxOldGenerationSizeMb: heap },
    });
    // Nobody waits for one that was let go.
    started.on('error', () => undefined);
    return started;
  }

  async function letGo(): Promise<void> {
    clearTimeout(idle);
    const ending = worker;
    worker = undefined;
    await ending?.terminate();
  }

  async function ask(file: FileHandle): Promise<string | null> {
    clearTimeout(idle);
    worker ??= start();
    const asked = worker;
    last += 1;
    const id = last;
    const { size } = await file.stat();
    const { promise, resolve, reject } = Promise.withResolvers<string | null>();
    const hear = (answer: PdfDateAnswer) => answer.id === id && resolve(answer.date);
    const fail = () => reject(new Error('the thread that reads dates of PDFs gave this one up'));
    const timer = setTimeout(fail, deadline);
    asked.on('message', hear).once('error', fail).once('exit', fail);
    asked.ref();
    asked.postMessage({ id, descriptor: file.fd, size } satisfies PdfDateQuestion);
    try {
      return await promise;
    } catch {
      // Before the file is closed: a number of that kind is soon another file's.
      await letGo();
      return null;
    } finally {
      clearTimeout(timer);
      asked.off('message', hear).off('error', fail).off('exit', fail);
      asked.unref();
      if (worker === asked) idle = setTimeout(() => void letGo(), kept).unref();
    }
  }

  return (file) => {
    const answer = line.then(() => ask(file));
    line = answer.catch(() => undefined);
    return answer;
  };
}
