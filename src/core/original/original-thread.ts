import { rm } from 'node:fs/promises';
import { Worker } from 'node:worker_threads';
import { AppError } from '#shared/errors/app-error.ts';
import type { SpokenCode } from '#shared/spoken/said.ts';
import { said } from '#shared/spoken/said.ts';
import { programOf } from '../places/places.ts';
import { compiledThread } from '../threads/compiled-thread.ts';
import type { OriginalAnswer, OriginalQuestion } from './original-worker.ts';

export interface OriginalLimits {
  /** Megabytes of the thread's heap. */
  readonly heap: number;
  /** Milliseconds an original may take. */
  readonly deadline: number;
  /** How long an idle thread is kept, ms. */
  readonly kept: number;
}

const usual: OriginalLimits = { heap: 1_500, deadline: 30_000, kept: 20_000 };

const reasons: Readonly<Record<Extract<OriginalAnswer, { why: unknown }>['why'], SpokenCode>> = {
  kind: 'detail.originalKind',
  size: 'detail.originalSize',
  broken: 'detail.originalBroken',
  deep: 'detail.originalDeep',
  file: 'detail.originalFile',
};

/** What is asked of it; where a page is written first is its own matter. */
type Asked = Omit<OriginalQuestion, 'id' | 'part'>;
type Known = Pick<Extract<OriginalAnswer, { kind: unknown }>, 'kind' | 'bytes'>;

interface Turn {
  readonly question: Asked;
  readonly isNeeded: () => boolean;
  /** Whether a person waits for it. */
  isAwaited: boolean;
  readonly answer: PromiseWithResolvers<Known | undefined>;
}

/** Ended for somebody who waits, and begun again after. */
const gaveWay = Symbol('gave way');

/**
 * Reads originals in a thread, one after another: somebody wrote them, and whoever reads them may run out of
 * memory or never come to an end. Then the thread goes with its document, and the next gets another.
 */
export class OriginalThread {
  readonly #limits: OriginalLimits;
  #worker: Worker | undefined;
  #last = 0;
  #idle: NodeJS.Timeout | undefined;
  /** In the order they came. */
  readonly #waiting: Turn[] = [];
  #current: Turn | undefined;
  #giveWay: (() => void) | undefined;
  #line: Promise<unknown> = Promise.resolve();
  #isStopped = false;

  constructor(limits: Partial<OriginalLimits> = {}) {
    this.#limits = { ...usual, ...limits };
  }

  /**
   * For a person who waits: before all that is read ahead.
   *
   * @throws AppError `ORIGINAL_NOT_SHOWN`
   */
  async read(question: Asked): Promise<Known> {
    const isSame = (turn: Turn | undefined) => turn?.question.page === question.page;
    const same = isSame(this.#current) ? this.#current : this.#waiting.find(isSame);
    if (same) same.isAwaited = true;
    else if (this.#current?.isAwaited === false) this.#giveWay?.();
    const turn = same ?? this.#add({ question, isNeeded: () => true, isAwaited: true });
    // Undefined where it was looked at a moment ago, for nobody, and was not needed.
    return (await turn.answer.promise) ?? this.read(question);
  }

  /**
   * For nobody yet, so others come first; undefined where it is not needed any more when its turn comes.
   *
   * @throws AppError `ORIGINAL_NOT_SHOWN`
   */
  readAhead(question: Asked, isNeeded: () => boolean): Promise<Known | undefined> {
    return this.#add({ question, isNeeded, isAwaited: false }).answer.promise;
  }

  /** Ends what is under way, and lets nothing more begin. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#letGo();
    await this.#line;
  }

  #add(asked: Omit<Turn, 'answer'>): Turn {
    const turn = { ...asked, answer: Promise.withResolvers<Known | undefined>() };
    this.#waiting.push(turn);
    this.#line = this.#line.then(() => this.#work());
    return turn;
  }

  async #work(): Promise<void> {
    while (this.#waiting.length > 0) {
      const awaited = this.#waiting.findIndex(({ isAwaited }) => isAwaited);
      const [turn] = this.#waiting.splice(Math.max(0, awaited), 1);
      this.#current = turn;
      if (turn) await this.#take(turn);
      this.#current = undefined;
    }
  }

  async #take(turn: Turn): Promise<void> {
    try {
      const isNeeded = turn.isAwaited || turn.isNeeded();
      turn.answer.resolve(isNeeded ? await this.#ask(turn.question) : undefined);
    } catch (error) {
      if (error === gaveWay) this.#waiting.push(turn);
      else turn.answer.reject(error);
    }
  }

  async #ask(question: Asked): Promise<Known> {
    if (this.#isStopped) throw new AppError('ORIGINAL_NOT_SHOWN', { spoken: said('detail.originalStopped') });
    clearTimeout(this.#idle);
    this.#worker ??= this.#start();
    const worker = this.#worker;
    this.#last += 1;
    const id = this.#last;
    const part = `${question.page}.part`;
    const { promise, resolve, reject } = Promise.withResolvers<OriginalAnswer>();
    const give = (answer: OriginalAnswer) => answer.id === id && resolve(answer);
    const fail = (code: SpokenCode) => reject(new AppError('ORIGINAL_NOT_SHOWN', { spoken: said(code) }));
    // Whatever ended it: out of memory for the most part.
    const end = () => fail(this.#isStopped ? 'detail.originalStopped' : 'detail.originalMemory');
    const deadline = setTimeout(() => fail('detail.originalSlow'), this.#limits.deadline);
    this.#giveWay = () => reject(gaveWay);
    worker.on('message', give).once('error', end).once('exit', end);
    worker.ref();
    worker.postMessage({ ...question, part, id } satisfies OriginalQuestion);
    try {
      const answer = await promise.catch(async (error: unknown) => {
        await this.#letGo();
        // It may have ended while it wrote.
        await rm(part, { force: true });
        throw error;
      });
      if ('why' in answer) throw new AppError('ORIGINAL_NOT_SHOWN', { spoken: said(reasons[answer.why]) });
      return { kind: answer.kind, bytes: answer.bytes };
    } finally {
      this.#giveWay = undefined;
      clearTimeout(deadline);
      worker.off('message', give).off('error', end).off('exit', end);
      worker.unref();
      if (!this.#isStopped) this.#idle = setTimeout(() => void this.#letGo(), this.#limits.kept).unref();
    }
  }

  async #letGo(): Promise<void> {
    clearTimeout(this.#idle);
    const worker = this.#worker;
    this.#worker = undefined;
    await worker?.terminate();
  }

  #start(): Worker {
    const program = programOf('original-worker');
    const worker = new Worker(program, {
      ...compiledThread(program),
      name: 'sluice-original',
      resourceLimits: { maxOldGenerationSizeMb: this.#limits.heap },
    });
    // Nobody waits for one that was let go.
    worker.on('error', () => undefined);
    return worker;
  }
}
