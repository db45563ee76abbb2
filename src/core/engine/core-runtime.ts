import { EventEmitter } from 'node:events';
import { createDoubtfulMounts } from '#core/local/doubtful-mounts.ts';
import { createFileGate } from '#core/local/file-gate.ts';
import { withVolumes } from '#core/local/volume-gate.ts';
import { createVolumes, type OwnedVolumes } from '#core/local/volumes.ts';
import type { EventName, EventPayload } from '#shared/bridge/contract.ts';
import { AppError, sentence } from '#shared/errors/app-error.ts';
import { explained } from '#shared/errors/explained.ts';
import { makePrivateFolder } from '../data-folder/private-folder.ts';
import type { Database } from '../ledger/database.ts';
import type { IdentityKeeper } from '../ledger/identity-file.ts';
import { holderOf, thisProcess } from '../ledger/lock.ts';
import { type OpenedLedger, type OpenLedgerOptions, openLedger } from '../ledger/open-ledger.ts';
import { createSqliteLedger } from '../ledger/sqlite-ledger.ts';
import { createFolderOwners } from '../watch/folder-owners.ts';
import type { SendReport } from '../service/send-report.ts';
import type { Watch } from '../watch/watch-api.ts';
import { ClockWatch } from './clock-watch.ts';
import { askedAnewKey, type CoreContext, type Notice } from './core-context.ts';
import type { CoreDependencies, Engine } from './core-dependencies.ts';
import { ForeignChanges } from './foreign-changes.ts';
import { type AgentReport, hasReported, reportOf } from './health/agent-report.ts';
import { HealthKeeper } from './health/health-keeper.ts';
import type { Besides, PulseKeeper } from './health/pulse-keeper.ts';
import type { Measures } from './measures.ts';
import { lossCodes, openBeside, type TakenFolder, takeDataFolder } from './open-data-folder.ts';
import type { OpenServices } from './open-services.ts';
import type { ProfileEngine } from './profile-engine.ts';
import type { ProfileEngines } from './profile-engines.ts';
import { RestMemory } from './rest-memory.ts';
import { type LedgerEnd, StartAgain } from './start-again.ts';
import { linkOf } from './team-link.ts';
import { whenIdle } from './when-idle.ts';

/** What is under way on drives that may hang may end by itself within this when core stops, real ms. */
const driveGraceMs = 500;
const pausedKey = 'paused';

/** One run of core: what is open and moving between `start` and `stop`. */
export class CoreRuntime {
  readonly #dependencies: CoreDependencies;
  readonly #emitter = new EventEmitter().setMaxListeners(0);
  #context: CoreContext | undefined;
  #stops: (() => unknown)[] = [];
  #identity: IdentityKeeper | undefined;
  #report: AgentReport | undefined;
  readonly #startAgain: StartAgain;
  #volumes: OwnedVolumes | undefined;
  #pulse: PulseKeeper | undefined;
  #isOpen = false;
  #hold: TakenFolder['hold'] = () => undefined;
  #ending = new AbortController();

  constructor(dependencies: CoreDependencies) {
    this.#dependencies = dependencies;
    this.#startAgain = new StartAgain(dependencies);
  }

  context(): CoreContext {
    if (!this.#context) {
      const end = this.#startAgain.end();
      throw end === undefined ? notStarted() : new AppError(end, { retryable: true });
    }
    return this.#context;
  }

  on<N extends EventName>(name: N, listener: (payload: EventPayload<N>) => void): () => void {
    this.#emitter.on(name, listener);
    return () => this.#emitter.off(name, listener);
  }

  async start(engine: Engine): Promise<void> {
    this.#ending = new AbortController();
    try {
      await this.#openSound(engine);
    } catch (error) {
      await this.stop();
      throw error;
    }
  }

  /** Damage that was met on the way is known by now, and set aside the second time. */
  async #openSound(engine: Engine): Promise<void> {
    try {
      await this.#open(engine);
    } catch (error) {
      await this.#close();
      if (engine === 'none' || !(error instanceof AppError) || error.code !== 'LEDGER_CORRUPT') throw error;
      await this.#open(engine);
    }
    this.#isOpen = true;
    this.#startAgain.opened();
  }

  async stop(): Promise<void> {
    this.#ending.abort(new DOMException('Core stops.', 'AbortError'));
    await this.#startAgain.ended();
    await this.#close();
  }

  /** Each part is stopped, and the lock given back, whatever becomes of the others. */
  async #close(): Promise<void> {
    this.#isOpen = false;
    // Whatever else still waits for a drive that hangs does so no longer than this.
    this.#volumes?.end(driveGraceMs);
    this.#volumes = undefined;
    const stops = this.#stops.reverse();
    this.#stops = [];
    for (const stop of stops) {
      try {
        await stop();
      } catch (error) {
        this.#dependencies.logger.error('A part of Sluice did not end as it should.', { error });
      }
    }
    this.#context = undefined;
    this.#identity = undefined;
    this.#report = undefined;
    this.#pulse = undefined;
  }

  /** What is counted while it runs. */
  async measures(): Promise<Measures> {
    const { measuresOf } = await import('./measures.ts');
    return measuresOf(this.context());
  }

  /** As of the network of this process. */
  report: SendReport = async (report, signal) => (await this.context().withServices()).report(report, signal);

  /** As of its pulse keeper; while it starts again after damage, that is what it does. */
  async pulse(): Promise<boolean> {
    return this.#pulse === undefined ? this.#startAgain.end() !== undefined : this.#pulse.pulse();
  }

  async whenIdle(signal?: AbortSignal, without?: ReadonlySet<string>): Promise<void> {
    for (;;) {
      try {
        return await whenIdle(this.context(), signal, without);
      } catch (error) {
        if (this.#startAgain.end() === undefined) throw error;
        await this.#startAgain.ended();
      }
    }
  }

  async #open(engine: Engine): Promise<void> {
    const { dataDirectory, clock, settings, logger } = this.#dependencies;
    const notices: Notice[] = makePrivateFolder(dataDirectory).map((path) =>
      noticeOf('DATA_FOLDER_OPEN', path),
    );
    const notice: CoreContext['notice'] = (code, setAside) => {
      notices.push(noticeOf(code, setAside));
      logger.error(explained(code).happened, { code, setAside });
    };
    const database = await this.#openLedger(engine, notice);
    const ledger = createSqliteLedger(database, clock.now, {
      identity: this.#identity,
      syncFile: this.#dependencies.tuning?.ledger?.syncFile,
    });
    this.#stops.push(() => ledger.close());
    if (settings.setAside) notices.push(noticeOf('SETTINGS_CORRUPT', settings.setAside));

    let services: OpenServices | undefined;
    let startEngines: (() => Promise<void>) | undefined;
    const byProfile = new Map<string, ProfileEngine>();
    let configurationNotice: Notice | undefined;
    let paused = ledger.facts.get(pausedKey) === true;
    let watch: Watch | undefined;
    const { startProgram, moveToTrash, tuning } = this.#dependencies;
    const mounts = createDoubtfulMounts(tuning?.watch?.mountTable);
    const volumes = createVolumes({ start: startProgram, limitMs: tuning?.driveLimitMs, mounts });
    this.#volumes = volumes;
    const gate = withVolumes(tuning?.gate ?? createFileGate(moveToTrash, startProgram), volumes);
    volumes.onChange(() => {
      for (const one of byProfile.values()) one.wake();
    });
    const own = thisProcess(engine);
    const foldersNow = () => (settings.latest?.() ?? settings.get()).folders;
    const context: CoreContext = {
      ...this.#dependencies,
      database,
      ledger,
      gate,
      agent: () => (engine === 'none' ? holderOf(dataDirectory) : own),
      engines: byProfile,
      watch: () => watch,
      notices: () => (configurationNotice === undefined ? notices : [...notices, configurationNotice]),
      noteConfiguration: (place) => {
        if (place === null && configurationNotice === undefined) return;
        configurationNotice = place === null ? undefined : noticeOf('CONFIGURATION_REFUSED', place);
        context.touchHealth(true);
      },
      notice,
      live: async () => {
        if (engine !== 'none') return keeper.parts();
        return reportOf(dataDirectory, holderOf(dataDirectory), clock.now()).parts;
      },
      stands: () => [...(this.#pulse?.stands() ?? [])],
      failing: () => [...(this.#pulse?.failing() ?? [])],
      silentSince: (holder) =>
        engine === 'none' ? reportOf(dataDirectory, holder, clock.now()).silentSince : undefined,
      touchHealth: (now) => keeper.touch(now),
      isPaused: () => paused,
      owners: createFolderOwners(foldersNow, clock.monotonic, gate, dataDirectory),
      setPaused: (value) => {
        paused = value;
        ledger.facts.set(pausedKey, value);
        for (const one of byProfile.values()) one.heardPause();
        context.touchHealth(true);
      },
      withServices: async () => {
        const { openServices } = await import('./open-services.ts');
        if (this.#context !== context) throw notStarted();
        if (services === undefined) {
          services = openServices(context, this.#dependencies);
          this.#stops.push(...services.stops);
        }
        return services.context;
      },
      budgetOf: (profile) => services?.budgetOf(profile),
      restartEngines: async () => {
        await startEngines?.();
        context.touchHealth();
      },
      emit: (name, payload) => {
        this.#emitter.emit(name, payload);
        // What changed may be what the health counts.
        if (name !== 'status.changed') context.touchHealth();
      },
    };
    const keeper = new HealthKeeper(context, this.#report);
    this.#context = context;
    // Its thread loads what it needs beside this one.
    const prepared = engine === 'watch' ? await this.#prepareWatch(context, volumes) : undefined;
    const full = engine === 'none' ? undefined : await context.withServices();
    this.#stops.push(() => keeper.stop());
    if (full === undefined) return;
    keeper.start();
    const engines = await this.#createEngines(byProfile, context, prepared, () => full.notes.wake());
    await this.#startPulse(context, { notes: () => full.notes.failing(), starts: () => engines.failing() });
    full.documents.start();
    full.notes.start();
    this.#stops.push(() => full.follower.stop());
    full.follower.start();
    startEngines = () => engines.start(full);

    let askedAnew = ledger.facts.get(askedAnewKey);
    const onLost = (end: LedgerEnd) => this.#onLedgerEnd(engine, end);
    const foreign = new ForeignChanges(context, this.#hold, onLost, async () => {
      paused = ledger.facts.get(pausedKey) === true;
      // A retry in another process asks the service at once; what else is written there is no reason to.
      const asked = ledger.facts.get(askedAnewKey);
      try {
        await engines.start(full);
      } finally {
        for (const one of byProfile.values()) {
          one.heardPause();
          one.interruptChanged();
          one.wake(asked !== askedAnew);
        }
        askedAnew = asked;
        void watch?.takeAsked().catch((error) => logger.warn('A file could not be taken.', { error }));
        full.follower.takeUp();
        context.emit('uploads.changed', { ids: [] });
      }
    });
    const clockWatch = new ClockWatch(clock, ledger, logger, {
      onBack() {
        for (const one of byProfile.values()) one.wake(true);
      },
      onAhead() {
        // What the processes beside read is as old as the machine slept.
        context.touchHealth(true);
        for (const one of byProfile.values()) one.link.woke();
      },
    });
    const memory = new RestMemory(clock, database, logger);
    // Loaded by an agent only: commands that ask have no use for it.
    const { LedgerAudit } = await import('./ledger-audit.ts');
    for (const part of [foreign, clockWatch, memory, new LedgerAudit(context)]) {
      part.start();
      this.#stops.push(() => part.stop());
    }
    this.#stops.push(() => engines.stop());
    // Before the engines start, which read the settings once.
    this.#stops.push(
      settings.onChange(() => {
        void engines
          .start(full)
          .catch((error) => logger.error('The changed settings could not be put to use.', { error }));
        void watch?.setFolders(settings.get().folders);
        // The event also tells pages that another profile is active.
        context.touchHealth(true);
        for (const one of byProfile.values()) {
          one.interruptChanged();
          one.wake(true);
        }
      }),
    );
    await engines.start(full);
    if (!prepared) return;
    const { folders } = settings.get();
    await prepared.setFolders(folders);
    await prepared.start();
    // Before the engines; that it was prepared is undone after them, where the start ends in between.
    this.#stops.push(() => prepared.stop());
    watch = prepared;
    if (settings.get().folders !== folders) void watch.setFolders(settings.get().folders);
  }

  async #startPulse(context: CoreContext, besides: Besides): Promise<void> {
    const { PulseKeeper } = await import('./health/pulse-keeper.ts');
    const pulse = new PulseKeeper(context, besides);
    this.#stops.push(() => pulse.stop());
    pulse.start();
    this.#pulse = pulse;
  }

  async #createEngines(
    byProfile: Map<string, ProfileEngine>,
    context: CoreContext,
    watch: Watch | undefined,
    onUploads: () => void,
  ): Promise<ProfileEngines> {
    const { ProfileEngines } = await import('./profile-engines.ts');
    const { slotAgeMs, stallTimeoutMs } = this.#dependencies.tuning ?? {};
    return new ProfileEngines(byProfile, {
      onChange: (ids) => {
        context.emit('uploads.changed', { ids: [...ids] });
        onUploads();
      },
      onState: () => context.touchHealth(),
      linkOf: (profile) => linkOf(context, this.#dependencies, profile),
      onDocuments: () => context.emit('documents.changed', {}),
      watch: watch && {
        isAway: (folderId) => ['missing', 'unreadable'].includes(watch.health(folderId).mode),
        async onChange(folders) {
          await watch.setFolders(context.settings.get().folders);
          for (const { id: folderId } of folders) context.emit('folders.changed', { folderId });
        },
      },
      slotAgeMs,
      stallTimeoutMs,
    });
  }

  /** The ledger with the lock for an engine, or beside the agent that holds it. */
  async #openLedger(engine: Engine, notice: CoreContext['notice']): Promise<Database> {
    const { dataDirectory, clock, settings, tuning } = this.#dependencies;
    const options = {
      now: clock.now(),
      profiles: settings.get().profiles.map(({ id }) => id),
      onDamage: () => this.#onLedgerEnd(engine, 'LEDGER_CORRUPT'),
      isReplaced: this.#startAgain.end() === 'LEDGER_LOST',
      hadAgent: hasReported(dataDirectory),
      tuning: tuning?.ledger,
    };
    const opened = await (engine === 'none'
      ? openBeside(dataDirectory, options, clock)
      : this.#openLocked(engine, options));
    if (opened.loss) notice(lossCodes[opened.loss.kind], opened.loss.setAside);
    if (opened.damagedNotes !== null) notice('NOTES_DAMAGED', opened.damagedNotes);
    return opened.database;
  }

  async #openLocked(engine: Engine, options: OpenLedgerOptions): Promise<OpenedLedger> {
    const { dataDirectory } = this.#dependencies;
    const { report, hold, release } = await takeDataFolder(dataDirectory, engine, this.#dependencies);
    this.#stops.push(release);
    this.#report = report;
    this.#hold = hold;
    const opened = openLedger(dataDirectory, options);
    this.#identity = opened.identity;
    return opened;
  }

  /**
   * SQLite met damage while the engine ran, or the file of the ledger is not there any more. What was written
   * to that one is known to the service only, so the start asks it before anything else is sent.
   */
  #onLedgerEnd(engine: Engine, end: LedgerEnd): void {
    if (engine === 'none') return;
    if (end === 'LEDGER_CORRUPT') this.#identity?.suspect();
    if (!this.#isOpen || this.#ending.signal.aborted) return;
    this.#isOpen = false;
    this.#startAgain.begin(end, {
      close: () => this.#close(),
      open: () => this.#openSound(engine),
      signal: this.#ending.signal,
    });
  }

  async #prepareWatch(context: CoreContext, volumes: OwnedVolumes): Promise<Watch> {
    const { prepareWatch } = await import('./prepare-watch.ts');
    const watch = await prepareWatch(context, volumes, this.#dependencies.tuning?.watch);
    this.#stops.push(() => watch.stop());
    return watch;
  }
}

function notStarted(): AppError {
  return new AppError('UNEXPECTED', { detail: 'core is not started' });
}

function noticeOf(code: Notice['code'], path: string | null): Notice {
  return { code, message: sentence(code, path ?? undefined), ...(path === null ? {} : { detail: path }) };
}
