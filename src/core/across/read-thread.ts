import { Worker } from 'node:worker_threads';
import { AppError } from '#shared/errors/app-error.ts';
import type { Passage } from '#shared/anchor/find-passage.ts';
import type { DocumentPassages, WantedPassage } from '#shared/cite/find-passages.ts';
import { said } from '#shared/spoken/said.ts';
import { programOf } from '../places/places.ts';
import { compiledThread } from '../threads/compiled-thread.ts';
import type { DocumentEntities } from './read-annotated.ts';
import type { ReadAnswer, ReadQuestion } from './read-worker.ts';

/** How long an idle thread is kept, ms. */
const keptMs = 20_000;
/** How long one document may take, ms: the largest ones, of two gigabytes, take a minute. */
const deadlineMs = 120_000;
/**
 * Megabytes of the thread's heap: enough for documents of some hundred megabytes, and an end for what is
 * worse.
 */
const heap = 3_000;

const failures = {
  json: said('detail.annotatedNoJson'),
  size: said('detail.annotatedTooLarge'),
  file: said('detail.annotatedNoFile'),
} as const;

/** Where the words of an original stand: its page, or the lines of a PDF. */
export interface OriginalWords {
  /** Absolute, in the cache. */
  readonly path: string;
  readonly isPdf: boolean;
}

type Question = Omit<ReadQuestion, 'id'>;

function unreadable(why: keyof typeof failures = 'json'): AppError {
  return new AppError('BAD_ANSWER', { spoken: failures[why] });
}

/**
 * Reads annotated documents in a thread, one after another, so that the main one stays quick and only one is
 * in memory. The thread starts with the first document and ends by itself; one that runs out of memory takes
 * only its document along.
 */
export class ReadThread {
  readonly #deadlineMs: number;
  #worker: Worker | undefined;
  #last = 0;
  #idle: NodeJS.Timeout | undefined;
  readonly #waiting = new Map<
    number,
    { resolve: (answer: ReadAnswer) => void; reject: (error: Error) => void }
  >();
  #line: Promise<unknown> = Promise.resolve();

  constructor(deadline: number = deadlineMs) {
    this.#deadlineMs = deadline;
  }

  /**
   * The entities of a document.
   *
   * @throws AppError `BAD_ANSWER` when the document cannot be read
   */
  async read(path: string, signal: AbortSignal): Promise<DocumentEntities> {
    const { entities } = await this.#inTurn({ path }, signal);
    if (entities === undefined) throw unreadable();
    return entities;
  }

  /**
   * Where passages stand in a document.
   *
   * @throws AppError `BAD_ANSWER` when the document cannot be read
   */
  async find(path: string, wanted: readonly WantedPassage[], signal: AbortSignal): Promise<DocumentPassages> {
    const { passages } = await this.#inTurn({ path, wanted }, signal);
    if (passages === undefined) throw unreadable();
    return passages;
  }

  /**
   * Which passages stand in the words of an original; undefined where that cannot be told.
   *
   * @throws AppError `BAD_ANSWER` when the page cannot be read
   */
  async stand(
    { path, isPdf }: OriginalWords,
    inPage: readonly Passage[],
    signal: AbortSignal,
  ): Promise<readonly (boolean | undefined)[]> {
    const { stand } = await this.#inTurn({ path, inPage, isPdf }, signal);
    if (stand === undefined) throw unreadable();
    return stand;
  }

  #inTurn(question: Question, signal: AbortSignal): Promise<ReadAnswer> {
    const turn = this.#line.then(() => {
      signal.throwIfAborted();
      return this.#ask(question);
    });
    this.#line = turn.catch(() => undefined);
    return turn;
  }

  async stop(): Promise<void> {
    clearTimeout(this.#idle);
    await this.#worker?.terminate();
  }

  async #ask(question: Question): Promise<ReadAnswer> {
    clearTimeout(this.#idle);
    const { promise, resolve, reject } = Promise.withResolvers<ReadAnswer>();
    this.#last += 1;
    const id = this.#last;
    this.#waiting.set(id, { resolve, reject });
    this.#open().postMessage({ ...question, id } satisfies ReadQuestion);
    const deadline = setTimeout(() => {
      this.#waiting.delete(id);
      this.#letGo();
      reject(new AppError('BAD_ANSWER', { spoken: said('detail.annotatedSlow') }));
    }, this.#deadlineMs);
    const answer = await promise.finally(() => {
      clearTimeout(deadline);
      this.#idle = setTimeout(() => this.#letGo(), keptMs).unref();
    });
    if (answer.failure !== undefined) throw unreadable(answer.failure);
    return answer;
  }

  /** Forgotten at once: a thread that is on its way out answers nothing more. */
  #letGo(): void {
    const worker = this.#worker;
    this.#worker = undefined;
    void worker?.terminate();
  }

  #open(): Worker {
    if (this.#worker !== undefined) return this.#worker;
    const program = programOf('read-worker');
    const worker = new Worker(program, {
      ...compiledThread(program),
      name: 'sluice-read',
      resourceLimits: { maxOldGenerationSizeMb: heap },
    });
    this.#worker = worker;
    let why: Error | undefined;
    worker.on('message', (answer: ReadAnswer) => {
      this.#waiting.get(answer.id)?.resolve(answer);
      this.#waiting.delete(answer.id);
    });
    worker.on('error', (error) => {
      why = error;
    });
    worker.on('exit', () => {
      // Nobody waits for one that was let go.
      if (this.#worker !== worker) return;
      this.#worker = undefined;
      const error = isOutOfMemory(why)
        ? new AppError('BAD_ANSWER', { spoken: said('detail.annotatedMemory') })
        : new AppError('CANCELLED');
      for (const { reject } of this.#waiting.values()) reject(error);
      this.#waiting.clear();
    });
    return worker;
  }
}

function isOutOfMemory(error: Error | undefined): boolean {
  return error !== undefined && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
}
