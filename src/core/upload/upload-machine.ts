import { unsentStates } from '#shared/uploads/open-states.ts';
import { largeFile } from '../ledger/upload-queue.ts';
import type { UploadRow } from '../ledger/upload-row.ts';
import { comesWith } from '../service/until-signal.ts';
import { createFailuresInRow, type Failing, type FailuresInRow } from '../service/failures-in-row.ts';
import { createWakeLoop, type WakeLoop } from '../service/wake-loop.ts';
import { createConcurrency } from './concurrency.ts';
import type { StepOutcome, UploadContext } from './job.ts';
import { runJob } from './run-job.ts';

/** Rows read ahead, so that not every finished upload costs a query. */
const lookahead = 64;
/**
 * So often an upload finds out for all before another one does: each leaves a slot behind where the answer is
 * lost.
 */
const trialsInRow = 3;
/** An upload whose step threw rests so long, whatever became of its row, ms. */
const restMs = 5_000;

export interface UploadMachineOptions {
  readonly context: UploadContext;
  /** Folders whose uploads wait now. */
  readonly pausedFolders: () => readonly string[];
  readonly isPaused: () => boolean;
  /** Uploads moved: tell whoever shows them. */
  readonly onChange: (uploadIds: readonly number[]) => void;
  /** Something was thrown that no step expected: to be written down. True when the upload gives up for it. */
  readonly onUnexpected: (row: UploadRow, error: unknown) => Promise<boolean>;
}

const isOpen = (row: UploadRow | undefined) =>
  row !== undefined && [...unsentStates, 'cancelling'].includes(row.state);

/** Runs the queue of one profile: takes what is ready, in order, as many at once as the line bears. */
export class UploadMachine {
  readonly #options: UploadMachineOptions;
  readonly #concurrency: ReturnType<typeof createConcurrency>;
  readonly #active = new Map<number, { row: UploadRow; abort: AbortController; ended: Promise<void> }>();
  readonly #loop: WakeLoop;
  /** Steps that threw one after the other, and of which uploads they were. */
  readonly #failures: FailuresInRow;
  readonly #failed = new Set<number>();
  /** Uploads whose step threw, and until when they rest, monotonic ms. */
  readonly #resting = new Map<number, number>();
  /** What was read ahead, in line. */
  #ready: UploadRow[] = [];
  #running = false;
  /** The upload that finds out for all whether the service takes documents again. */
  #trial: number | undefined;
  /** It has asked; what it does afterwards holds up no other. */
  #trialBegan = false;
  /**
   * How often each upload was the one, since the governor opened: one that fails whatever the others do gives
   * way.
   */
  readonly #tried = new Map<number, number>();
  #unsubscribe: (() => void) | undefined;
  /** Wall time at which the queue was last read, ms: what became ready since is still to be found. */
  #readAt = 0;

  constructor(options: UploadMachineOptions) {
    this.#options = options;
    this.#concurrency = createConcurrency(options.context.profile.uploadsAtOnce);
    const { clock, end, heardLedger, logger } = options.context;
    this.#failures = createFailuresInRow(clock);
    end.addEventListener('abort', () => this.#abort(() => true, end.reason), { once: true });
    this.#loop = createWakeLoop({
      clock,
      turn: () => this.#fill(),
      onError: (error, isNews) => {
        if (!heardLedger(error) && isNews) logger.error('The queue could not be read.', { error });
      },
    });
  }

  start(): void {
    this.#running = true;
    const { governor } = this.#options.context;
    this.#unsubscribe = governor.onChange(() => this.#governed());
    governor.heedQueue(() => this.#hasWork());
    this.#loop.start();
  }

  /**
   * Nothing new starts; what is under way ends, or is cut off by `end` of the context. The ledger knows how
   * far each got.
   */
  async stop(): Promise<void> {
    this.#running = false;
    this.#unsubscribe?.();
    await this.#loop.stop();
    await Promise.all([...this.#active.values()].map((job) => job.ended));
  }

  /** Looks at the queue again: something was added or changed. */
  wake(): void {
    this.#ready = [];
    this.#loop.wake();
  }

  /** As of its loop. */
  overdueSince(): number | undefined {
    return this.#loop.overdueSince();
  }

  /** What its loop, or the steps of uploads, threw repeatedly without a success in between. */
  failing(): Failing | undefined {
    return this.#loop.failing() ?? this.#failures.failing();
  }

  /** Something was added, perhaps in a lane before what was read ahead. */
  added(): void {
    this.#ready = [];
    if (this.#active.size < this.#capacity()) this.#loop.wake();
  }

  /** Cuts off these uploads, after they were cancelled or paused in the ledger. */
  interrupt(which: (row: UploadRow) => boolean): void {
    this.#abort(which, new DOMException('The upload was interrupted.', 'AbortError'));
    this.wake();
  }

  activeIds(): number[] {
    return [...this.#active.keys()];
  }

  #abort(which: (row: UploadRow) => boolean, reason: unknown): void {
    for (const job of this.#active.values()) if (which(job.row)) job.abort.abort(reason);
  }

  /**
   * Concurrent jobs: one set reads and requests slots while the other sends. In a team a third one waits for
   * the database.
   */
  #capacity(): number {
    return this.#concurrency.places() * (this.#options.context.team.isAlone ? 2 : 3);
  }

  /** Starts what there are places for; ms until something else becomes ready. */
  #fill(): number | undefined {
    const { context, isPaused } = this.#options;
    const { clock, governor } = context;
    while (this.#running && this.#hasPlace()) {
      const row = governor.isOpen() ? this.#takeTrial() : this.#takeNext();
      if (!row) {
        const at = context.ledger.uploads.nextWake({
          profileId: context.profile.id,
          now: this.#readAt,
          pausedFolders: this.#options.pausedFolders(),
          onlyCancelling: isPaused(),
        });
        const rested = Math.min(...this.#resting.values()) - clock.monotonic();
        return at === undefined && rested === Number.POSITIVE_INFINITY
          ? undefined
          : Math.min(rested, at === undefined ? rested : at - clock.now());
      }
      if (isPaused() && row.state !== 'cancelling') {
        this.#ready = [];
        continue;
      }
      if (governor.isOpen()) this.#beginTrial(row.id);
      this.#run(row);
    }
    return undefined;
  }

  /** While the governor is open one upload at most begins, and only when it asks for one. */
  #hasPlace(): boolean {
    const { governor } = this.#options.context;
    if (!governor.isOpen()) return this.#active.size < this.#capacity();
    return (this.#trial === undefined || this.#trialBegan) && governor.wantsTrial();
  }

  /** Whether something is to be sent, now or later; where the ledger does not say, something may be. */
  #hasWork(): boolean {
    const { context, isPaused, pausedFolders } = this.#options;
    try {
      return context.ledger.uploads.hasMore(context.profile.id, pausedFolders(), isPaused());
    } catch (error) {
      context.heardLedger(error);
      return true;
    }
  }

  #beginTrial(id: number): void {
    this.#trial = id;
    this.#trialBegan = false;
    this.#tried.set(id, (this.#tried.get(id) ?? 0) + 1);
  }

  /** The governor opened, closed, or wants an upload to find out. */
  #governed(): void {
    const { governor, heardLedger, ledger, logger, strikes } = this.#options.context;
    const since = governor.openedByFailuresSince();
    if (!governor.isOpen()) this.#tried.clear();
    if (!governor.wantsTrial()) this.#trialBegan = true;
    try {
      const counts = since === undefined ? undefined : strikes.takeSince(since);
      if (counts && counts.size > 0) ledger.uploads.giveBackAttempts(counts);
    } catch (error) {
      if (!heardLedger(error)) logger.warn('Attempts could not be given back.', { error });
    }
    if (!governor.isOpen() || governor.wantsTrial()) this.wake();
  }

  /** The next in line; a large file waits while large ones have all the places they may have (U14). */
  #takeNext(): UploadRow | undefined {
    if (this.#ready.length === 0) this.#ready = this.#readAhead();
    const large = [...this.#active.values()].filter((job) => job.row.size > largeFile).length;
    if (large < Math.max(1, this.#concurrency.places() - 2)) return this.#ready.shift();
    const index = this.#ready.findIndex((row) => row.size <= largeFile);
    if (index >= 0) return this.#ready.splice(index, 1)[0];
    const [small, ...others] = this.#readAhead(true);
    this.#ready.unshift(...others);
    return small;
  }

  /**
   * The upload that tests whether the service works again. An upload without a slot comes first: the others
   * have to request their document before they can send anything, and an outage holds these requests.
   */
  #takeTrial(): UploadRow | undefined {
    if (this.#ready.length === 0) this.#ready = this.#readAhead();
    const index = this.#ready.findIndex(({ state }) => state === 'queued');
    return index < 0 ? this.#takeNext() : this.#ready.splice(index, 1)[0];
  }

  #readAhead(onlySmall = false): UploadRow[] {
    const { context, isPaused, pausedFolders } = this.#options;
    this.#readAt = context.clock.now();
    const read = (tired: readonly number[]) =>
      context.ledger.uploads.next({
        profileId: context.profile.id,
        now: this.#readAt,
        limit: lookahead,
        exclude: new Set([
          ...this.#active.keys(),
          ...this.#ready.map((row) => row.id),
          ...this.#rest(),
          ...tired,
        ]),
        pausedFolders: pausedFolders(),
        onlyCancelling: isPaused(),
        onlySmall,
      });
    const tired = [...this.#tried].filter(([, times]) => times >= trialsInRow).map(([id]) => id);
    const rows = read(tired);
    if (rows.length > 0 || tired.length === 0) return rows;
    this.#tried.clear();
    return read([]);
  }

  /** Ids of those that rest now. */
  #rest(): Iterable<number> {
    const now = this.#options.context.clock.monotonic();
    for (const [id, until] of this.#resting) if (until <= now) this.#resting.delete(id);
    return this.#resting.keys();
  }

  #run(row: UploadRow): void {
    const { end, governor } = this.#options.context;
    const abort = new AbortController();
    // As every job that is active is aborted with it.
    comesWith(abort.signal, end);
    if (end.aborted) abort.abort(end.reason);
    const ended = this.#runToEnd(row, abort.signal).finally(() => {
      this.#active.delete(row.id);
      if (this.#trial === row.id) {
        this.#trial = undefined;
        // It may have ended before it asked for anything.
        governor.left({ kind: 'enrich', priority: 'backlog' });
      }
      this.#options.onChange([row.id]);
      this.#loop.wake();
    });
    this.#active.set(row.id, { row, abort, ended });
  }

  async #runToEnd(row: UploadRow, signal: AbortSignal): Promise<void> {
    const { clock, heardLedger, logger, strikes } = this.#options.context;
    strikes.begin(row.id);
    try {
      const outcome = await runJob(this.#options.context, { row, signal });
      this.#note(outcome);
      if (outcome.kind !== 'held' && outcome.kind !== 'moved') this.#succeeded(row);
    } catch (error) {
      if (signal.aborted) return;
      this.#resting.set(row.id, clock.monotonic() + restMs);
      // Nothing can be journaled, so nothing may be sent.
      if (heardLedger(error)) return;
      if (this.#failures.failed(error))
        logger.error('An upload ended unexpectedly.', { upload: row.id, error });
      this.#failed.add(row.id);
      const isGivenUp = await this.#options.onUnexpected(row, error);
      // A single upload that is listed as failed is no failure of the agent.
      if (isGivenUp && this.#failed.size === 1 && this.#failed.has(row.id)) this.#recovered();
    }
  }

  /**
   * Only a job that sends shows that sending works again: what a job that failed left is cleaned up without
   * failing. The end of every upload that failed ends the matter too.
   */
  #succeeded({ id, state }: UploadRow): void {
    if (state === 'queued') this.#recovered();
    if (!this.#failed.has(id) || isOpen(this.#options.context.ledger.uploads.get(id))) return;
    this.#failed.delete(id);
    if (this.#failed.size === 0) this.#recovered();
  }

  #recovered(): void {
    this.#failures.succeeded();
    this.#failed.clear();
  }

  #note(outcome: StepOutcome): void {
    const { context } = this.#options;
    if (outcome.kind === 'moved' || outcome.kind === 'held') return;
    if (outcome.kind === 'done') {
      this.#concurrency.wentWell();
    } else this.#concurrency.strained();
    const places = this.#concurrency.places();
    context.enrichGate.setPlaces(places);
    context.putGate.setPlaces(places);
  }
}
