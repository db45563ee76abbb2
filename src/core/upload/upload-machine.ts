import { AppError } from '#shared/errors/app-error.ts';
import type { ErrorCode } from '#shared/errors/catalog.ts';
import type { UploadRow } from '../ledger/upload-row.ts';
import { createConcurrency } from './concurrency.ts';
import type { StepOutcome, UploadContext } from './job.ts';
import { runJob } from './run-job.ts';

/** Rows read ahead, so that not every finished upload costs a query. */
const lookahead = 64;
/** Larger files leave room for small ones (U14); bytes. */
const largeFile = 16 * 1024 * 1024;
/** The service cannot be reached: one more try after this, ms (U13: work goes on within 3 s). */
const offlineHoldMs = 1_500;
/** A rejected key is tried again after this, ms; setting a key or a manual retry does it at once. */
const blockedHoldMs = 60_000;
/** Room on the disk is looked for again after this, ms. */
const diskHoldMs = 5_000;
/** Small transfers may end by themselves when the machine stops, ms. */
const stopGraceMs = 1_500;

export interface UploadMachineOptions {
  readonly context: UploadContext;
  /** Folders whose uploads wait now. */
  readonly pausedFolders: () => readonly string[];
  readonly isPaused: () => boolean;
  /** Uploads moved: tell whoever shows them. */
  readonly onChange: (uploadIds: readonly number[]) => void;
  /** The profile went offline or came back, or is blocked until a person acts. */
  readonly onState: () => void;
  /** Something was thrown that no step expected: to be written down. */
  readonly onUnexpected: (row: UploadRow, error: unknown) => Promise<void>;
}

/** Runs the queue of one profile: takes what is ready, in order, as many at once as the line bears. */
export class UploadMachine {
  readonly #options: UploadMachineOptions;
  readonly #concurrency: ReturnType<typeof createConcurrency>;
  readonly #active = new Map<number, { row: UploadRow; abort: AbortController; ended: Promise<void> }>();
  #ready: UploadRow[] = [];
  #running = false;
  #filling = false;
  #fillAgain = false;
  #cancelTimer: (() => void) | undefined;
  #heldUntil = 0;
  /** Wall time at which the queue was last read, ms: what became ready since is still to be found. */
  #readAt = 0;
  #offline = false;
  #blockedBy: ErrorCode | undefined;

  constructor(options: UploadMachineOptions) {
    this.#options = options;
    this.#concurrency = createConcurrency(options.context.profile.uploadsAtOnce);
  }

  get offline(): boolean {
    return this.#offline;
  }

  /** Set while nothing can go on before a person acts. */
  get blockedBy(): ErrorCode | undefined {
    return this.#blockedBy;
  }

  start(): void {
    this.#running = true;
    this.wake();
  }

  /** Nothing new starts; what does not end in a moment is cut off. The ledger knows how far each got. */
  async stop(): Promise<void> {
    this.#running = false;
    this.#cancelTimer?.();
    const ended = Promise.all([...this.#active.values()].map((job) => job.ended));
    const cancel = this.#options.context.clock.setTimer(stopGraceMs, () => this.#abort(() => true));
    await ended;
    cancel();
  }

  /** Looks at the queue again: something was added or changed. `anew` also forgets waits for a key or the network. */
  wake(anew = false): void {
    this.#ready = [];
    if (anew) {
      this.#blockedBy = undefined;
      this.#heldUntil = 0;
    }
    void this.#fill();
  }

  /** Something was added, perhaps in a lane before what was read ahead. */
  added(): void {
    this.#ready = [];
    if (this.#active.size < this.#capacity()) void this.#fill();
  }

  /** Cuts off these uploads, after they were cancelled or paused in the ledger. */
  interrupt(which: (row: UploadRow) => boolean): void {
    this.#abort(which);
    this.wake();
  }

  activeIds(): number[] {
    return [...this.#active.keys()];
  }

  #abort(which: (row: UploadRow) => boolean): void {
    for (const job of this.#active.values()) {
      if (which(job.row)) job.abort.abort(new DOMException('The upload was interrupted.', 'AbortError'));
    }
  }

  /** Jobs at once: one set reads and asks for slots while the other sends. */
  #capacity(): number {
    return this.#concurrency.places() * 2;
  }

  async #fill(): Promise<void> {
    if (this.#filling) {
      this.#fillAgain = true;
      return;
    }
    this.#filling = true;
    try {
      do {
        this.#fillAgain = false;
        await this.#fillOnce();
      } while (this.#fillAgain);
    } catch (error) {
      this.#options.context.logger.error('The queue could not be read.', { error });
      this.#wakeIn(blockedHoldMs);
    } finally {
      this.#filling = false;
    }
  }

  async #fillOnce(): Promise<void> {
    const { context, isPaused } = this.#options;
    if (!this.#running) return;
    const hold = this.#heldUntil - context.clock.monotonic();
    if (hold > 0) return this.#wakeIn(hold);
    // After an outage one upload finds out whether the service is back; the others wait for it.
    const capacity = this.#offline || this.#blockedBy ? 1 : this.#capacity();
    while (this.#active.size < capacity) {
      const row = await this.#takeNext();
      if (!this.#running) return;
      if (!row) return this.#wakeAtNext();
      if (isPaused() && row.state !== 'cancelling') return this.wake();
      this.#run(row);
    }
  }

  /** The next in line; a large file waits while large ones have all the places they may have (U14). */
  async #takeNext(): Promise<UploadRow | undefined> {
    if (this.#ready.length === 0) this.#ready = await this.#readAhead();
    const large = [...this.#active.values()].filter((job) => job.row.size > largeFile).length;
    if (large < Math.max(1, this.#concurrency.places() - 2)) return this.#ready.shift();
    const index = this.#ready.findIndex((row) => row.size <= largeFile);
    if (index >= 0) return this.#ready.splice(index, 1)[0];
    const [small, ...others] = await this.#readAhead(largeFile);
    this.#ready.unshift(...others);
    return small;
  }

  #readAhead(maxSize?: number): Promise<UploadRow[]> {
    const { context, isPaused, pausedFolders } = this.#options;
    this.#readAt = context.clock.now();
    return context.ledger.uploads.next({
      profileId: context.profile.id,
      now: this.#readAt,
      limit: lookahead,
      exclude: new Set([...this.#active.keys(), ...this.#ready.map((row) => row.id)]),
      pausedFolders: pausedFolders(),
      onlyCancelling: isPaused(),
      ...(maxSize === undefined ? {} : { maxSize }),
    });
  }

  #run(row: UploadRow): void {
    const abort = new AbortController();
    const ended = this.#runToEnd(row, abort.signal).finally(() => {
      this.#active.delete(row.id);
      this.#options.onChange([row.id]);
      if (this.#running) void this.#fill();
    });
    this.#active.set(row.id, { row, abort, ended });
  }

  async #runToEnd(row: UploadRow, signal: AbortSignal): Promise<void> {
    try {
      this.#note(await runJob(this.#options.context, { row, signal }));
    } catch (error) {
      if (signal.aborted) return;
      this.#options.context.logger.error('An upload ended unexpectedly.', { upload: row.id, error });
      // Nothing can be journaled, so nothing may be sent.
      if (error instanceof AppError && error.code === 'DISK_FULL')
        return this.#note({ kind: 'blocked', code: 'DISK_FULL' });
      await this.#options.onUnexpected(row, error);
    }
  }

  #note(outcome: StepOutcome): void {
    const { context, onState } = this.#options;
    if (outcome.kind === 'moved') return;
    if (outcome.kind === 'offline' || outcome.kind === 'blocked') {
      const blocked = outcome.kind === 'blocked' && outcome.code === 'DISK_FULL' ? diskHoldMs : blockedHoldMs;
      const wait = outcome.kind === 'offline' ? offlineHoldMs : blocked;
      this.#heldUntil = context.clock.monotonic() + wait;
      this.#ready = [];
      this.#offline = outcome.kind === 'offline';
      this.#blockedBy = outcome.kind === 'blocked' ? outcome.code : undefined;
      onState();
      return;
    }
    if (this.#offline || this.#blockedBy) {
      this.#offline = false;
      this.#blockedBy = undefined;
      onState();
    }
    if (outcome.kind === 'done') this.#concurrency.wentWell();
    else this.#concurrency.strained();
    const places = this.#concurrency.places();
    context.enrichGate.setPlaces(places);
    context.putGate.setPlaces(places);
  }

  async #wakeAtNext(): Promise<void> {
    const { context } = this.#options;
    const at = await context.ledger.uploads.nextWake(context.profile.id, this.#readAt);
    if (at !== undefined) this.#wakeIn(at - context.clock.now());
  }

  #wakeIn(milliseconds: number): void {
    this.#cancelTimer?.();
    if (!this.#running) return;
    this.#cancelTimer = this.#options.context.clock.setTimer(
      Math.max(1, milliseconds),
      () => void this.#fill(),
    );
  }
}
