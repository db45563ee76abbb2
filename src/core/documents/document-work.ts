import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Clock } from '#core/ports/clock.ts';
import type { Logger } from '#core/ports/logger.ts';
import { AppError } from '#shared/errors/app-error.ts';
import type { ContentId } from '#shared/ids/ids.ts';
import type { Profile } from '#shared/settings/profile.ts';
import { formerService } from '../ledger/service-of-history.ts';
import type { Ledger } from '../ledger/sqlite-ledger.ts';
import { createFailuresInRow, type FailuresInRow } from '../service/failures-in-row.ts';
import type { ProfileService } from '../service/profile-service.ts';
import { createDocumentActions, type DocumentActions } from './document-actions.ts';
import { JobRunner, type OwnedJob } from './job-runner.ts';
import { DocumentMirror } from './mirror.ts';

export interface DocumentWorkOptions {
  readonly ledger: Ledger;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly profiles: () => readonly Profile[];
  readonly serviceOf: (profile: Profile) => ProfileService;
  /** Rows changed, or how far they are in step with the service. */
  readonly onChange: () => void;
  readonly onJob: (jobId: number) => void;
  /** Uploads were queued again. */
  readonly onRetried: () => void;
}

/**
 * Below uploads by hand and a person's click, beside fresh files, above a backlog: somebody waits for it, but
 * not at the screen.
 */
const jobPriority = 'fresh';
/** Of its requests, the least urgent first: the writes of tags go before. */
export const jobPriorities = [jobPriority, 'manual'] as const;
/** Rows written down in one turn of the event loop; some 50 µs each. */
const chunk = 200;
/** How often documents are brought into step with their uploads while nobody looks, ms. */
const everyMs = 10_000;

/**
 * What goes on with documents beside the calls: jobs, the look at the service's list, and keeping rows in
 * step with uploads.
 */
export class DocumentWork {
  readonly #options: DocumentWorkOptions;
  readonly #runner: JobRunner;
  readonly #mirrors = new Map<string, DocumentMirror>();
  readonly #actions = new Map<string, DocumentActions>();
  #catchingUp: Promise<void> | undefined;
  #cancelTimer: (() => void) | undefined;
  /**
   * Copies of documents that expired until then are gone, milliseconds since the epoch; 0 at the start, for
   * all of them.
   */
  #droppedUntil = 0;
  #isStopped = false;
  readonly #failures: FailuresInRow;

  constructor(options: DocumentWorkOptions) {
    this.#options = options;
    const { ledger, clock, logger, onJob, onChange, onRetried } = options;
    this.#failures = createFailuresInRow(clock);
    this.#runner = new JobRunner({
      ledger,
      clock,
      logger,
      act: (job, contentId, signal) => this.#act(job, contentId, signal),
      onChange: onJob,
      onDone: ({ kind }) => {
        onChange();
        if (kind === 'retry' || kind === 'delete') onRetried();
      },
    });
  }

  /**
   * Call where this process has the data folder to itself: jobs that still run are those of a process that
   * ended.
   */
  start(): void {
    this.#options.ledger.jobs.interruptRunning();
    this.#plan();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#cancelTimer?.();
    await Promise.all([
      this.#runner.stop(),
      this.#catchingUp,
      ...[...this.#mirrors.values()].map((mirror) => mirror.stop()),
    ]);
  }

  actions(profile: Profile): DocumentActions {
    const known = this.#actions.get(profile.id);
    if (known) return known;
    const { ledger, clock } = this.#options;
    const actions = createDocumentActions(
      { ledger, clock, service: () => this.#serviceOfDocuments(profile) },
      profile.id,
    );
    this.#actions.set(profile.id, actions);
    return actions;
  }

  mirror(profile: Profile): DocumentMirror {
    const known = this.#mirrors.get(profile.id);
    if (known) return known;
    const { ledger, clock, logger, onChange } = this.#options;
    const mirror = new DocumentMirror({
      profileId: profile.id,
      client: () => this.#serviceOfDocuments(profile).client,
      isElsewhere: () => this.#isElsewhere(this.#service(profile.id, profile)),
      actions: this.actions(profile),
      ledger,
      clock,
      logger,
      onChange,
    });
    this.#mirrors.set(profile.id, mirror);
    return mirror;
  }

  run(profileId: string, jobId: number): void {
    this.#runner.run(profileId, jobId);
  }

  isAt(jobId: number): boolean {
    return this.#runner.isAt(jobId);
  }

  cancel(jobId: number): void {
    this.#runner.cancel(jobId);
  }

  /**
   * Brings the documents into step with their uploads: the first two hundred now, the rest in the background.
   */
  catchUp(): void {
    const written = this.#options.ledger.documents.catchUp(chunk);
    if (written === chunk) this.#catchingUp ??= this.#catchUpRest();
  }

  async #catchUpRest(): Promise<void> {
    const { ledger, logger, onChange } = this.#options;
    try {
      // At least once: what ends before it is known as under way would be taken for it for ever.
      do await nextTurn();
      while (!this.#isStopped && ledger.documents.catchUp(chunk) === chunk);
    } catch (error) {
      logger.warn('Documents could not be brought into step with their uploads.', { error });
    } finally {
      this.#catchingUp = undefined;
      onChange();
    }
  }

  #plan(): void {
    if (this.#isStopped) return;
    this.#cancelTimer = this.#options.clock.setTimer(everyMs, () => {
      void this.#tidy();
    });
  }

  async #tidy(): Promise<void> {
    try {
      this.catchUp();
      await this.#dropExpired();
      this.#failures.succeeded();
    } catch (error) {
      if (this.#failures.failed(error)) this.#options.logger.warn('Documents are not in step.', { error });
    }
    this.#plan();
  }

  /** What the service was to keep for a day only is not kept here for longer. */
  async #dropExpired(): Promise<void> {
    const { clock, ledger, profiles } = this.#options;
    const now = clock.now();
    for (const { profileId, contentId } of ledger.documents.expiredSince(this.#droppedUntil)) {
      const profile = profiles().find(({ id }) => id === profileId);
      if (profile) await this.#service(profileId, profile).links.forget(contentId);
    }
    this.#droppedUntil = now;
  }

  /** The profile as it is now: its address or limits may have been changed since. */
  #service(profileId: string, known: Profile): ProfileService {
    const { profiles, serviceOf } = this.#options;
    return serviceOf(profiles().find(({ id }) => id === profileId) ?? known);
  }

  /** None of these documents would be found at another service. @throws AppError `PROFILE_MOVED` */
  #serviceOfDocuments(known: Profile): ProfileService {
    const service = this.#service(known.id, known);
    if (this.#isElsewhere(service)) throw new AppError('PROFILE_MOVED');
    return service;
  }

  #isElsewhere({ profile }: ProfileService): boolean {
    return formerService(this.#options.ledger, profile) !== undefined;
  }

  async #act(job: OwnedJob, contentId: ContentId, signal: AbortSignal): Promise<void> {
    const profile = this.#options.profiles().find(({ id }) => id === job.profileId);
    if (!profile) throw new DOMException('The profile was removed.', 'AbortError');
    const actions = this.actions(profile);
    const options = { priority: jobPriority, signal } as const;
    switch (job.kind) {
      case 'tag':
        await actions.tag(contentId, { add: job.add, remove: job.remove }, options);
        break;
      case 'share':
      case 'unshare':
        await actions.share(contentId, job.kind === 'share', options);
        break;
      case 'delete':
        await actions.delete(contentId, options);
        break;
      case 'retry':
        await actions.retry(contentId, options);
        break;
    }
  }
}
