import pMap from 'p-map';
import type { Clock } from '#core/ports/clock.ts';
import type { Logger } from '#core/ports/logger.ts';
import type { DocumentJob } from '#shared/bridge/documents.ts';
import type { ContentId } from '#shared/ids/ids.ts';
import type { JobItem } from '../ledger/document-jobs.ts';
import type { Ledger } from '../ledger/sqlite-ledger.ts';
import { tryAgain } from '../service/try-again.ts';

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

/** Runs jobs over many documents, one after another. The ledger has what was done; a job can be resumed. */
export class JobRunner {
  readonly #options: JobRunnerOptions;
  readonly #stop = new AbortController();
  readonly #cancelled = new Set<number>();
  /** In the line, and how often. */
  readonly #wanted = new Map<number, number>();
  #line: Promise<void> = Promise.resolve();

  constructor(options: JobRunnerOptions) {
    this.#options = options;
  }

  /** Puts a job into the line; it is written down as running. */
  run(profileId: string, jobId: number): void {
    this.#cancelled.delete(jobId);
    this.#wanted.set(jobId, (this.#wanted.get(jobId) ?? 0) + 1);
    this.#line = this.#line
      .then(() => this.#runOne(profileId, jobId))
      .catch((error) => {
        if (!this.#stop.signal.aborted)
          this.#options.logger.error('A job was interrupted.', { jobId, error });
      })
      .finally(() => {
        const left = (this.#wanted.get(jobId) ?? 1) - 1;
        if (left > 0) this.#wanted.set(jobId, left);
        else this.#wanted.delete(jobId);
      });
  }

  /** Whether this process is at it, or comes to it. */
  isAt(jobId: number): boolean {
    return this.#wanted.has(jobId);
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
    const known = ledger.jobs.get(profileId, jobId);
    if (this.#stop.signal.aborted || known?.state !== 'running') return;
    const job = { ...known, profileId };
    let after = 0;
    let isBlocked = false;
    for (;;) {
      const items = ledger.jobs.listWaiting(jobId, after, pageSize);
      if (items.length === 0) break;
      after = items.at(-1)?.id ?? after;
      const work = async (item: JobItem) => {
        if (isBlocked || !this.#goesOn(jobId)) return;
        if ((await this.#doOne(job, item)) === 'blocked') isBlocked = true;
        onChange(jobId);
      };
      await pMap(items, work, { concurrency: atOnce });
      if (isBlocked || !this.#goesOn(jobId)) break;
    }
    const isStopped = this.#stop.signal.aborted;
    const isCancelled = this.#cancelled.has(jobId);
    const state = isCancelled ? 'cancelled' : isBlocked || isStopped ? 'interrupted' : 'done';
    ledger.jobs.setState(jobId, state);
    onChange(jobId);
    onDone(job);
  }

  #goesOn(jobId: number): boolean {
    return !this.#stop.signal.aborted && !this.#cancelled.has(jobId);
  }

  /** `blocked`: nothing else can be done now either. */
  async #doOne(job: OwnedJob, item: JobItem): Promise<'ended' | 'cut-off' | 'blocked'> {
    const { act, clock, ledger } = this.#options;
    const { signal } = this.#stop;
    const work = () => act(job, item.contentId, signal);
    const tried = await tryAgain(work, { clock, signal, goesOn: () => this.#goesOn(job.id) });
    if (tried.outcome === 'cut-off' || tried.outcome === 'blocked') return tried.outcome;
    if (tried.outcome === 'done') ledger.jobs.endItem(item.id, 'done', null);
    else {
      const { code, detail } = tried.failure;
      ledger.jobs.endItem(item.id, 'failed', { code, detail: detail ?? null });
    }
    return 'ended';
  }
}
