import type { Clock } from '#core/ports/clock.ts';
import type { Logger } from '#core/ports/logger.ts';
import { AppError } from '#shared/errors/app-error.ts';
import type { Settings } from '#shared/settings/settings.ts';
import type { WatchFolder } from '#shared/settings/watch-folder.ts';
import { Finisher } from '../finish/finisher.ts';
import { hasMoreToDo } from '../finish/has-more-to-do.ts';
import type { Ledger } from '../ledger/port.ts';
import type { UploadRow } from '../ledger/upload-row.ts';
import { collectKnown } from '../rebuild/collect-known.ts';
import { type RebuildFact, rebuildKey, recognise } from '../rebuild/recognise.ts';
import { createThrottle } from '../service/throttle.ts';
import { createPollSchedule, type PollSchedule } from '../track/schedule.ts';
import { Tracker } from '../track/tracker.ts';
import { bandwidthNow } from '../upload/bandwidth.ts';
import { createEtagJudge } from '../upload/etag.ts';
import { createGate } from '../upload/gate.ts';
import type { UploadContext } from '../upload/job.ts';
import { createChangingFiles } from '../upload/changing-files.ts';
import { createLocalVolumes } from '../upload/local-volume.ts';
import { createProgress, type Progress } from '../upload/progress.ts';
import { slotAgeMs, sweepSlots } from '../upload/sweep-slots.ts';
import { UploadMachine } from '../upload/upload-machine.ts';
import type { ProfileService } from './profile-service.ts';

export interface ProfileEngineOptions {
  readonly service: ProfileService;
  readonly ledger: Ledger;
  readonly clock: Clock;
  readonly random: () => number;
  readonly logger: Logger;
  readonly settings: () => Settings;
  readonly isPaused: () => boolean;
  readonly onChange: (uploadIds: readonly number[]) => void;
  readonly onState: () => void;
  /** Overrides the age at which an unnamed slot is deleted, for tests; ms. */
  readonly slotAgeMs?: number | undefined;
  /** How long a PUT may stand still, real ms. */
  readonly stallTimeoutMs?: number | undefined;
}

const bandwidthEveryMs = 30_000;
const firstSweepMs = 5_000;
const collectAgainMs = 15_000;
/** The list is 3 to 5 s behind (field notes): what landed just before the ledger was lost is in it after this, ms. */
const listSettlesMs = 10_000;

/** Everything that moves uploads of one profile: the queue, the tracker, the finisher and the sweep of abandoned slots. */
export class ProfileEngine {
  readonly progress: Progress;
  readonly machine: UploadMachine;
  readonly #options: ProfileEngineOptions;
  readonly #tracker: Tracker;
  readonly #finisher: Finisher;
  readonly #context: UploadContext;
  readonly #cancels = new Set<() => void>();
  readonly #abort = new AbortController();
  #sweeping: Promise<void> | undefined;

  private constructor(options: ProfileEngineOptions, schedule: PollSchedule, isRebuilding: boolean) {
    const { service, ledger, clock, random, logger, settings } = options;
    const { profile, client, links } = service;
    this.#options = options;
    this.progress = createProgress(clock);
    const folder = (id: string | null): WatchFolder | undefined =>
      settings().folders.find((one) => one.id === id);
    this.#finisher = new Finisher(
      { profile, client, ledger, links, logger, folder },
      clock,
      options.onChange,
    );
    this.#tracker = new Tracker({
      profile,
      client,
      ledger,
      clock,
      logger,
      schedule,
      hasMoreToDo: (row) => hasMoreToDo(row, folder(row.folderId)),
      onChange: options.onChange,
      onRecords: async (records) => {
        await ledger.documents.see(profile.id, records);
      },
      onFinished: () => {
        this.#finisher.wake();
        this.machine.added();
      },
    });
    this.#context = {
      profile,
      client,
      ledger,
      clock,
      random,
      logger,
      progress: this.progress,
      throttle: createThrottle({
        clock,
        bytesPerSecond: bandwidthNow(settings(), profile, new Date(clock.now())),
      }),
      enrichGate: createGate(profile.uploadsAtOnce),
      putGate: createGate(profile.uploadsAtOnce),
      etags: createEtagJudge(),
      volumes: createLocalVolumes(),
      changing: createChangingFiles(),
      stallTimeoutMs: options.stallTimeoutMs,
      recognise: isRebuilding ? (row, read) => recognise({ ledger, client, links }, row, read) : undefined,
      firstLook: () => this.#tracker.planFirstLook(),
    };
    this.machine = new UploadMachine({
      context: this.#context,
      pausedFolders: () => this.#pausedFolders(),
      isPaused: options.isPaused,
      onChange: options.onChange,
      onState: options.onState,
      onUnexpected: (row, error) => this.#unexpected(row, error),
    });
  }

  /** The service this engine works with; another one means the profile was changed. */
  get service(): ProfileService {
    return this.#options.service;
  }

  static async create(options: ProfileEngineOptions): Promise<ProfileEngine> {
    const { ledger, service } = options;
    const known = (await ledger.facts.get(`durations:${service.profile.id}`)) as number[] | undefined;
    const rebuild = await ledger.facts.get(rebuildKey(service.profile.id));
    return new ProfileEngine(options, createPollSchedule(known), rebuild !== undefined);
  }

  async start(): Promise<void> {
    await this.#startMachine();
    this.#tracker.start();
    this.#finisher.start();
    this.#every(bandwidthEveryMs, () => this.#applyBandwidth());
    this.#in(firstSweepMs, () => this.#sweep());
  }

  async stop(): Promise<void> {
    this.#abort.abort(new DOMException('The engine stops.', 'AbortError'));
    for (const cancel of this.#cancels) cancel();
    await Promise.all([this.machine.stop(), this.#tracker.stop(), this.#finisher.stop(), this.#sweeping]);
  }

  /** Something changed in the ledger, by a person or another process. */
  wake(anew = false): void {
    if (anew) this.#applyBandwidth();
    this.machine.wake(anew);
    this.#tracker.wake();
    this.#finisher.wake();
  }

  /** Uploads were added to the end of the queue: nothing that is planned changes. */
  added(): void {
    this.machine.added();
  }

  /** Pausing cuts off what is under way; resuming goes on from the ledger. */
  setPaused(paused: boolean): void {
    if (paused) this.machine.interrupt(() => true);
    else this.machine.wake();
  }

  /** Cuts off what was cancelled or paused in the ledger meanwhile, by a person or another process. */
  async interruptChanged(): Promise<void> {
    const { ledger } = this.#options;
    const changed = new Set<number>();
    const paused = new Set(this.#pausedFolders());
    for (const id of this.machine.activeIds()) {
      const row = await ledger.uploads.get(id);
      const waits = row !== undefined && (row.paused || (row.folderId !== null && paused.has(row.folderId)));
      if (!row || waits || row.state === 'cancelling') changed.add(id);
    }
    if (changed.size > 0) this.machine.interrupt((row) => changed.has(row.id));
  }

  #pausedFolders(): string[] {
    const { folders } = this.#options.settings();
    return folders.filter((one) => one.paused).map((one) => one.id);
  }

  /** After a lost ledger nothing is sent before the service has said what it holds. */
  async #startMachine(): Promise<void> {
    const { clock, ledger, service } = this.#options;
    const key = rebuildKey(service.profile.id);
    const fact = (await ledger.facts.get(key)) as RebuildFact | undefined;
    if (fact?.state !== 'collecting') return this.machine.start();
    const settles = Math.min(listSettlesMs, fact.at + listSettlesMs - clock.now());
    if (settles > 0) return this.#in(settles, () => this.#startMachine());
    const state = await collectKnown(service.client, ledger, service.profile.id, this.#abort.signal).catch(
      () => 'failed' as const,
    );
    if (this.#abort.signal.aborted) return;
    if (state === 'failed') return this.#in(collectAgainMs, () => this.#startMachine());
    await ledger.facts.set(key, { state, at: fact.at || clock.now() } satisfies RebuildFact);
    this.machine.start();
  }

  async #sweep(): Promise<void> {
    const { clock, ledger, logger, service } = this.#options;
    const context = {
      profileId: service.profile.id,
      client: service.client,
      ledger,
      clock,
      minimumAgeMs: this.#options.slotAgeMs ?? slotAgeMs,
    };
    this.#sweeping = sweepSlots(context, this.#abort.signal)
      .catch((error) => {
        if (!this.#abort.signal.aborted) logger.warn('Abandoned slots could not be swept.', { error });
        return undefined;
      })
      .then((next) => {
        if (!this.#abort.signal.aborted) this.#in(Math.min(next ?? 60_000, 60_000), () => this.#sweep());
      });
    await this.#sweeping;
  }

  #applyBandwidth(): void {
    const { clock, service, settings } = this.#options;
    this.#context.throttle.setLimit(bandwidthNow(settings(), service.profile, new Date(clock.now())));
  }

  async #unexpected(row: UploadRow, error: unknown): Promise<void> {
    const { clock, ledger } = this.#options;
    const detail = error instanceof Error ? error.message : String(error);
    const code = error instanceof AppError ? error.code : 'UNEXPECTED';
    // What may have been half done is looked at again rather than given up; the attempt counts.
    const attempts = row.attempts + 1;
    const now = clock.now();
    const patch =
      attempts < 5
        ? { attempts, not_before: now + 5_000 * attempts }
        : { state: 'attention' as const, attempts, code, detail };
    const from = ['queued', 'enriching', 'reserved', 'putting', 'verifying', 'cancelling'] as const;
    await ledger.uploads
      .advance(row.id, from, patch, { kind: 'failed', detail: { code, message: detail } })
      .catch(() => undefined);
  }

  #in(milliseconds: number, work: () => void | Promise<void>): void {
    const cancel = this.#options.clock.setTimer(milliseconds, () => {
      this.#cancels.delete(cancel);
      void work();
    });
    this.#cancels.add(cancel);
  }

  #every(milliseconds: number, work: () => void): void {
    this.#in(milliseconds, () => {
      work();
      this.#every(milliseconds, work);
    });
  }
}
