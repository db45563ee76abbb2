import pMap from 'p-map';
import type { ContentId } from '#shared/ids/ids.ts';
import { type Clock, sleep } from '#core/ports/clock.ts';
import type { Logger } from '#core/ports/logger.ts';
import type { DocumentJob } from '#shared/bridge/documents.ts';
import { AppError } from '#shared/errors/app-error.ts';
import type { JobItem } from '../ledger/document-jobs.ts';
import type { Ledger } from '../ledger/port.ts';

/** A job and whose it is. */
export type OwnedJob = DocumentJob & { readonly profileId: string };

export interface JobRunnerOptions {
  readonly ledger: Ledger;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Does what the job is about to one document; throws AppError. */
  readonly act: (job: OwnedJob, contentId: ContentId, signal: AbortSignal) => Promise<void>;
  readonly onChange: (jobId: number) => void;
  /** After a job, or a part of it: something may be waiting to be done. */
  readonly onDone: (job: DocumentJob) => void;
}

/** Documents worked on side by side; the request budget decides how fast they go. */
const atOnce = 4;
const pageSize = 100;
/** Waits before another try at one document, ms. */
const again = [1_000, 4_000, 15_000];
/** What stops everything, not just this document: the rest waits for a person. */
const blocking: ReadonlySet<string> = new Set([
  'KEY_MISSING',
  'KEY_REJECTED',
  'KEY_NOT_FOR_THIS_ADDRESS',
  'INSECURE_ADDRESS',
  'UNREACHABLE',
  'QUOTA_EXHAUSTED',
]);

/** Runs jobs over many documents, one after another. What was done is in the ledger; a job that is cut off can go on. */
export class JobRunner {
  readonly #options: JobRunnerOptions;
  readonly #stop = new AbortController();
  readonly #cancelled = new Set<number>();
  #line: Promise<void> = Promise.resolve();

  constructor(options: JobRunnerOptions) {
    this.#options = options;
  }

  /** Puts a job into the line; it is written down as running. */
  run(profileId: string, jobId: number): void {
    this.#cancelled.delete(jobId);
    this.#line = this.#line
      .then(() => this.#runOne(profileId, jobId))
      .catch((error) => {
        if (!this.#stop.signal.aborted)
          this.#options.logger.error('A job was interrupted.', { jobId, error });
      });
  }

  /** What is under way is finished; the rest is not done. */
  cancel(jobId: number): void {
    this.#cancelled.add(jobId);
  }

  async stop(): Promise<void> {
    this.#stop.abort(new DOMException('Sluice stops.', 'AbortError'));
    await this.#line;
  }

  async #runOne(profileId: string, jobId: number): Promise<void> {
    const { ledger, onChange, onDone } = this.#options;
    const known = await ledger.jobs.get(profileId, jobId);
    if (this.#stop.signal.aborted || known?.state !== 'running') return;
    const job = { ...known, profileId };
    let after = 0;
    let isBlocked = false;
    for (;;) {
      const items = await ledger.jobs.waiting(jobId, after, pageSize);
      if (items.length === 0) break;
      after = items.at(-1)?.id ?? after;
      const work = async (item: JobItem) => {
        if (isBlocked || !this.#goesOn(jobId)) return;
        if (!(await this.#doOne(job, item))) isBlocked = true;
        onChange(jobId);
      };
      await pMap(items, work, { concurrency: atOnce });
      if (isBlocked || !this.#goesOn(jobId)) break;
    }
    const isCancelled = this.#cancelled.has(jobId);
    const isCutOff = isBlocked || this.#stop.signal.aborted;
    await ledger.jobs.setState(jobId, isCancelled ? 'cancelled' : isCutOff ? 'interrupted' : 'done');
    onChange(jobId);
    onDone(job);
  }

  #goesOn(jobId: number): boolean {
    return !this.#stop.signal.aborted && !this.#cancelled.has(jobId);
  }

  /** False when nothing else can be done now either. */
  async #doOne(job: OwnedJob, item: JobItem): Promise<boolean> {
    const { act, clock, ledger } = this.#options;
    const { signal } = this.#stop;
    for (let attempt = 0; ; attempt++) {
      try {
        await act(job, item.contentId, signal);
        await ledger.jobs.end(item.id, 'done', null);
        return true;
      } catch (error) {
        if (signal.aborted) return false;
        const failure = error instanceof AppError ? error : new AppError('UNEXPECTED', { cause: error });
        const wait = again[attempt];
        if (failure.retryable && wait !== undefined && this.#goesOn(job.id)) {
          await sleep(clock, wait, signal).catch(() => undefined);
          continue;
        }
        if (blocking.has(failure.code)) return false;
        await ledger.jobs.end(item.id, 'failed', { code: failure.code, detail: failure.detail ?? null });
        return true;
      }
    }
  }
}
