import { AppError } from '#shared/errors/app-error.ts';
import type { Program, StartProgram } from '#core/ports/programs.ts';
import { programOf } from '#core/places/places.ts';
import type { Answer, OperationName, Question, Ready } from './volume-protocol.ts';
import { fromPlainError } from './volume-protocol.ts';

/** The first wait before a drive that hung is tried again, ms; each is twice as long as the one before. */
const firstWaitMs = 1_000;
const longestWaitMs = 60_000;
/**
 * A call that waits behind others in its process may take so many times the limit, as long as others get
 * answers.
 */
const patience = 4;
/** How long a process may take to be there, ms. It touches no drive until then. */
const startLimitMs = 60_000;
/**
 * Processes that a drive holds although they were killed: so many are left behind before one has to end
 * first.
 */
const mostLeftBehind = 4;

export interface VolumeCall {
  readonly signal?: AbortSignal | undefined;
  onProgress?(bytes: number): void | Promise<void>;
}

interface Pending extends VolumeCall {
  resolve(value: unknown): void;
  reject(error: unknown): void;
  startedAt: number;
  heardAt: number;
}

export interface VolumeProcessOptions {
  /** Where the drive is mounted. */
  readonly mount: string;
  readonly start: StartProgram;
  /** How long it may keep silent over a call, real ms. */
  readonly limitMs: number;
  /** It fell silent, or answers again. */
  readonly onChange: () => void;
}

/**
 * The process that touches one drive. A call that gets no answer in time means that the drive hangs: the
 * process is killed, what is asked meanwhile is refused at once, and a new process finds out by itself when
 * the drive answers again.
 */
export class VolumeProcess {
  readonly #options: VolumeProcessOptions;
  readonly #pending = new Map<number, Pending>();
  readonly #leftBehind = new Set<Program>();
  #program: Program | undefined;
  #isReady = false;
  #nextId = 1;
  #heardAt = 0;
  #silentSince: number | undefined;
  #waitMs = firstWaitMs;
  #probeTimer: NodeJS.Timeout | undefined;
  #watchTimer: NodeJS.Timeout | undefined;
  #ended = false;

  constructor(options: VolumeProcessOptions) {
    this.#options = options;
  }

  /** Since when the drive does not answer, ms since the epoch; undefined while it does. */
  get silentSince(): number | undefined {
    return this.#silentSince;
  }

  /** @throws AppError `DRIVE_NOT_ANSWERING`; the signal's reason; what the operation throws */
  ask(operation: OperationName, args: readonly unknown[], call: VolumeCall = {}): Promise<unknown> {
    if (this.#silentSince !== undefined || this.#ended) return Promise.reject(this.#notAnswering());
    return this.#send(operation, args, call);
  }

  /** Ends at once; what is asked is refused. */
  end(): void {
    this.#ended = true;
    clearTimeout(this.#probeTimer);
    this.#drop();
  }

  #send(operation: OperationName, args: readonly unknown[], call: VolumeCall): Promise<unknown> {
    const { signal } = call;
    if (signal?.aborted) return Promise.reject(signal.reason);
    const id = this.#nextId++;
    const now = performance.now();
    return new Promise((resolve, reject) => {
      const aborted = () => this.#settle(id, ({ reject }) => reject(signal?.reason));
      const unlisten = () => signal?.removeEventListener('abort', aborted);
      this.#pending.set(id, {
        ...call,
        startedAt: now,
        heardAt: now,
        resolve(value) {
          unlisten();
          resolve(value);
        },
        reject(error) {
          unlisten();
          reject(error);
        },
      });
      signal?.addEventListener('abort', aborted, { once: true });
      this.#program ??= this.#start();
      this.#program.keepAlive(true);
      this.#program.send({ id, operation, args } satisfies Question);
      this.#watchTimer ??= setTimeout(
        () => this.#watch(),
        this.#isReady ? this.#options.limitMs : startLimitMs,
      );
    });
  }

  #start(): Program {
    this.#isReady = false;
    const program: Program = this.#options.start(programOf('volume-worker'), {
      message: (message) => {
        if (this.#program !== program) return;
        const heard = message as Answer | Ready;
        if (heard.kind === 'ready') this.#begin();
        else this.#hear(heard);
      },
      exited: () => {
        if (this.#program === program) this.#fall();
        // The drive let go of it.
        else if (this.#leftBehind.delete(program) && this.#silentSince !== undefined) this.#armProbe(0);
      },
    });
    return program;
  }

  /** Until here a full machine was waited for: what is silent from now on is the drive. */
  #begin(): void {
    this.#isReady = true;
    const now = performance.now();
    for (const pending of this.#pending.values()) pending.startedAt = pending.heardAt = now;
    clearTimeout(this.#watchTimer);
    this.#watch();
  }

  #hear(answer: Answer): void {
    const pending = this.#pending.get(answer.id);
    this.#heardAt = performance.now();
    if (!pending) return;
    pending.heardAt = this.#heardAt;
    if (answer.kind === 'progress') void this.#tell(answer.id, pending, answer.bytes);
    else if (answer.kind === 'value') this.#settle(answer.id, ({ resolve }) => resolve(answer.value));
    else this.#settle(answer.id, ({ reject }) => reject(fromPlainError(answer.error)));
  }

  /** Whoever is told may put an end to it. */
  async #tell(id: number, pending: Pending, bytes: number): Promise<void> {
    try {
      await pending.onProgress?.(bytes);
    } catch (error) {
      this.#settle(id, ({ reject }) => reject(error));
    }
  }

  #settle(id: number, how: (pending: Pending) => void): void {
    const pending = this.#pending.get(id);
    if (!pending) return;
    this.#pending.delete(id);
    how(pending);
    if (this.#pending.size > 0) return;
    this.#program?.keepAlive(false);
    clearTimeout(this.#watchTimer);
    this.#watchTimer = undefined;
  }

  /** Looks for a call that has waited too long. */
  #watch(): void {
    if (!this.#isReady) {
      this.#fall();
      return;
    }
    const { limitMs } = this.#options;
    const now = performance.now();
    let next = Number.POSITIVE_INFINITY;
    for (const { startedAt, heardAt } of this.#pending.values()) {
      // Others may be in front of it, as long as it itself was never heard of.
      const since = heardAt > startedAt ? heardAt : Math.max(heardAt, this.#heardAt);
      const until = Math.min(since + limitMs, heardAt + patience * limitMs);
      if (until <= now) {
        this.#fall();
        return;
      }
      next = Math.min(next, until - now);
    }
    this.#watchTimer = this.#pending.size > 0 ? setTimeout(() => this.#watch(), Math.ceil(next)) : undefined;
  }

  /** The drive hangs, or its process ended. */
  #fall(): void {
    const isNews = this.#silentSince === undefined;
    this.#silentSince ??= Date.now();
    this.#drop();
    if (this.#ended) return;
    this.#armProbe(this.#waitMs);
    this.#waitMs = Math.min(this.#waitMs * 2, longestWaitMs);
    if (isNews) this.#options.onChange();
  }

  #drop(): void {
    const program = this.#program;
    this.#program = undefined;
    if (program) {
      this.#leftBehind.add(program);
      program.kill();
    }
    for (const id of [...this.#pending.keys()])
      this.#settle(id, ({ reject }) => reject(this.#notAnswering()));
  }

  #armProbe(waitMs: number): void {
    clearTimeout(this.#probeTimer);
    if (this.#ended) return;
    this.#probeTimer = setTimeout(() => void this.#probe(), waitMs);
    this.#probeTimer.unref();
  }

  async #probe(): Promise<void> {
    if (this.#program || this.#ended || this.#leftBehind.size >= mostLeftBehind) return;
    try {
      // Asks the drive itself: what it said before is kept by the system for a while.
      await this.#send('lookAtVolume', [this.#options.mount], {});
    } catch {
      return;
    }
    this.#silentSince = undefined;
    this.#waitMs = firstWaitMs;
    this.#options.onChange();
  }

  #notAnswering(): AppError {
    const { mount } = this.#options;
    return new AppError('DRIVE_NOT_ANSWERING', { detail: mount, retryable: true });
  }
}
