import type { Program, StartProgram } from '../ports/programs.ts';
import { forkProgram } from './fork-program.ts';

/** How long a process may take until it can read, ms. It has seen nothing foreign until then. */
const startLimitMs = 60_000;
/** Bytes that a reader gets at a time. */
const mostRead = 64 * 2 ** 20;
/** Ranges that a reader may wait for. */
const mostReads = 10_000;

export interface ReaderLimits {
  /** Megabytes of the process's heap. */
  readonly heap: number;
  /** Milliseconds that one document may take. */
  readonly deadline: number;
  /** How long an idle process is kept, ms. */
  readonly kept: number;
  /** Bytes that may be made of one document. */
  readonly output: number;
}

/** The document that a reader may read, of which it knows neither the path nor the name. */
export interface ReaderSource {
  /** Bytes. */
  readonly size: number;
  read(from: number, length: number): Promise<Uint8Array>;
}

export interface ReaderJob {
  readonly source?: ReaderSource;
  /** Receives what the reader writes under a name, piece after piece. */
  readonly write?: (name: string, piece: Uint8Array) => Promise<void> | void;
  /** Ends the reader. */
  readonly signal?: AbortSignal | undefined;
}

/** What a reader is asked, and what it gets of its document. */
export type ToReader =
  | { readonly id: number; readonly kind: 'question'; readonly question: unknown; readonly size: number }
  | { readonly id: number; readonly kind: 'bytes'; readonly of: number; readonly bytes: Uint8Array };

/** A reader that a stranger's document took over may say anything: every field is checked. */
export type FromReader =
  | { readonly kind: 'ready' }
  | {
      readonly id: number;
      readonly kind: 'read';
      readonly of: number;
      readonly from: number;
      readonly length: number;
    }
  | { readonly id: number; readonly kind: 'write'; readonly name: string; readonly piece: Uint8Array }
  | { readonly id: number; readonly kind: 'value'; readonly value: unknown }
  | { readonly id: number; readonly kind: 'error'; readonly message: string };

/** Why a reader gave no answer. */
export class ReaderEnded extends Error {
  readonly why: 'slow' | 'ended' | 'stopped';

  constructor(why: ReaderEnded['why']) {
    super(`The reader of a document gave no answer: ${why}.`);
    this.why = why;
  }
}

interface Turn extends ReaderJob {
  readonly id: number;
  readonly question: unknown;
  readonly answer: PromiseWithResolvers<unknown>;
  /** Bytes. */
  written: number;
  writing: Promise<void>;
  /** Ranges it asked for and did not get. */
  reads: number;
  giving: Promise<void>;
}

/**
 * Reads what strangers wrote in a process without the key, the network, files or the ledger: one document
 * after another. The process is killed with a document that takes too long or all memory, and the next
 * document gets a new one. It starts with the first document, ends when none comes for a while, and keeps no
 * program from ending.
 */
export class Reader {
  readonly #program: URL;
  readonly #limits: ReaderLimits;
  readonly #start: StartProgram;
  #running: Program | undefined;
  #isReady = false;
  #turn: Turn | undefined;
  #timer: NodeJS.Timeout | undefined;
  #last = 0;
  #line: Promise<unknown> = Promise.resolve();
  #isStopped = false;

  constructor(program: URL, limits: ReaderLimits, start: StartProgram = forkProgram) {
    this.#program = program;
    this.#limits = limits;
    this.#start = start;
  }

  /** @throws ReaderEnded; the signal's reason; an Error with what the reader says of its own failure */
  ask(question: unknown, job: ReaderJob = {}): Promise<unknown> {
    const answer = this.#line.then(() => this.#ask(question, job));
    this.#line = answer.catch(() => undefined);
    return answer;
  }

  /** Ends what is under way, and lets nothing more begin. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#end();
    this.#turn?.answer.reject(new ReaderEnded('stopped'));
    await this.#line;
  }

  async #ask(question: unknown, job: ReaderJob): Promise<unknown> {
    if (this.#isStopped) throw new ReaderEnded('stopped');
    job.signal?.throwIfAborted();
    this.#last += 1;
    const turn: Turn = {
      ...job,
      id: this.#last,
      question,
      answer: Promise.withResolvers(),
      written: 0,
      writing: Promise.resolve(),
      reads: 0,
      giving: Promise.resolve(),
    };
    const aborted = () => turn.answer.reject(job.signal?.reason);
    job.signal?.addEventListener('abort', aborted, { once: true });
    this.#turn = turn;
    clearTimeout(this.#timer);
    this.#running ??= this.#open();
    this.#running.keepAlive(true);
    if (this.#isReady) this.#send(turn);
    else this.#limit(startLimitMs);
    try {
      return await turn.answer.promise;
    } catch (error) {
      if (!(error instanceof ReaderFailed)) this.#end();
      throw error;
    } finally {
      job.signal?.removeEventListener('abort', aborted);
      this.#turn = undefined;
      clearTimeout(this.#timer);
      this.#running?.keepAlive(false);
      if (this.#running) this.#timer = setTimeout(() => this.#end(), this.#limits.kept).unref();
    }
  }

  #open(): Program {
    this.#isReady = false;
    const program: Program = this.#start(
      this.#program,
      {
        message: (message) => {
          if (this.#running === program) this.#hear(Object(message) as FromReader);
        },
        exited: () => {
          if (this.#running !== program) return;
          this.#running = undefined;
          this.#turn?.answer.reject(new ReaderEnded('ended'));
        },
      },
      { heap: this.#limits.heap },
    );
    return program;
  }

  #send({ id, question, source }: Turn): void {
    this.#limit(this.#limits.deadline);
    const size = source?.size ?? 0;
    this.#running?.send({ id, kind: 'question', question, size } satisfies ToReader);
  }

  #limit(milliseconds: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#turn?.answer.reject(new ReaderEnded('slow')), milliseconds);
  }

  #hear(message: FromReader): void {
    const turn = this.#turn;
    if (message.kind === 'ready') {
      if (this.#isReady) return;
      this.#isReady = true;
      if (turn) this.#send(turn);
    } else if (turn && message.id === turn.id) {
      if (message.kind === 'read') this.#queueRead(turn, message);
      else if (message.kind === 'write') this.#keep(turn, message);
      else if (message.kind === 'value')
        turn.writing.then(() => turn.answer.resolve(message.value), turn.answer.reject);
      else if (typeof message.message === 'string') turn.answer.reject(new ReaderFailed(message.message));
      else turn.answer.reject(new ReaderEnded('ended'));
    }
  }

  /** One after another: what the reader has not taken yet is in this process's memory. */
  #queueRead(turn: Turn, message: Extract<FromReader, { kind: 'read' }>): void {
    turn.reads += 1;
    if (turn.reads > mostReads) turn.answer.reject(new ReaderEnded('ended'));
    else
      turn.giving = turn.giving.then(async () => {
        if (this.#turn === turn) await this.#give(turn, message);
        turn.reads -= 1;
      });
  }

  async #give(turn: Turn, { of, from, length }: Extract<FromReader, { kind: 'read' }>): Promise<void> {
    const { source, id, answer } = turn;
    const isInside = [from, length].every((one) => Number.isSafeInteger(one) && one >= 0);
    try {
      if (!source || !isInside || length > mostRead) throw new ReaderEnded('ended');
      const bytes = await source.read(from, Math.min(length, Math.max(0, source.size - from)));
      const program = this.#running;
      if (this.#turn !== turn || !program) return;
      await new Promise<void>((sent) =>
        program.send({ id, kind: 'bytes', of, bytes } satisfies ToReader, sent),
      );
    } catch (error) {
      answer.reject(error);
    }
  }

  #keep(turn: Turn, { name, piece }: Extract<FromReader, { kind: 'write' }>): void {
    turn.written += piece instanceof Uint8Array ? piece.byteLength : Number.POSITIVE_INFINITY;
    if (turn.written > this.#limits.output) turn.answer.reject(new ReaderEnded('ended'));
    else {
      turn.writing = turn.writing.then(() => turn.write?.(String(name), piece));
      turn.writing.catch((error) => turn.answer.reject(error));
    }
  }

  #end(): void {
    clearTimeout(this.#timer);
    const program = this.#running;
    this.#running = undefined;
    program?.kill();
  }
}

/** The reader is well and reports an error. */
class ReaderFailed extends Error {}
