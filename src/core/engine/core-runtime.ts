import { EventEmitter } from 'node:events';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { EventName, EventPayload } from '#shared/bridge/contract.ts';
import { AppError, sentence } from '#shared/errors/app-error.ts';
import { AcrossWork } from '../across/across-work.ts';
import type { CoreContext, Notice } from '../calls/core-context.ts';
import type { CoreDependencies, Engine } from '../create-core.ts';
import { ConnectorFollower } from '../connectors/connector-follower.ts';
import { DocumentWork } from '../documents/document-work.ts';
import { createLocalFiles } from '../ledger/local-files.ts';
import { lockDataDirectory } from '../ledger/lock.ts';
import { openLedgerDatabase } from '../ledger/open-ledger.ts';
import { createSqliteLedger } from '../ledger/sqlite-ledger.ts';
import { type RebuildFact, rebuildKey } from '../rebuild/recognise.ts';
import type { Watch } from '../watch/watch-api.ts';
import { createWatch } from '../watch/watch-folders.ts';
import { ClockWatch } from './clock-watch.ts';
import { ForeignChanges } from './foreign-changes.ts';
import { ProfileEngine } from './profile-engine.ts';
import { createProfileService, type ProfileService } from './profile-service.ts';
import { whenIdle } from './when-idle.ts';

const pausedKey = 'paused';

/** One run of core: what is open and moving between `start` and `stop`. */
export class CoreRuntime {
  readonly #dependencies: CoreDependencies;
  readonly #emitter = new EventEmitter().setMaxListeners(0);
  #context: CoreContext | undefined;
  #stops: (() => unknown)[] = [];
  #starting: Promise<void> = Promise.resolve();

  constructor(dependencies: CoreDependencies) {
    this.#dependencies = dependencies;
  }

  context(): CoreContext {
    if (!this.#context) throw new AppError('UNEXPECTED', { detail: 'core is not started' });
    return this.#context;
  }

  on<N extends EventName>(name: N, listener: (payload: EventPayload<N>) => void): () => void {
    this.#emitter.on(name, listener);
    return () => this.#emitter.off(name, listener);
  }

  async start(engine: Engine): Promise<void> {
    try {
      await this.#open(engine);
    } catch (error) {
      await this.stop();
      throw error;
    }
  }

  async stop(): Promise<void> {
    const stops = this.#stops.reverse();
    this.#stops = [];
    for (const stop of stops) await stop();
    this.#context = undefined;
  }

  whenIdle(signal?: AbortSignal): Promise<void> {
    return whenIdle(this.context(), signal);
  }

  async #open(engine: Engine): Promise<void> {
    const { dataDirectory, clock, settings, logger } = this.#dependencies;
    mkdirSync(dataDirectory, { recursive: true, mode: 0o700 });
    if (engine !== 'none') this.#stops.push(lockDataDirectory(dataDirectory));
    const opened = openLedgerDatabase(dataDirectory, clock.now(), engine !== 'none');
    const ledger = createSqliteLedger(opened.database, clock.now);
    this.#stops.push(() => ledger.close());

    const notices: Notice[] = [];
    if (settings.setAside) notices.push(noticeOf('SETTINGS_CORRUPT', settings.setAside));
    if (opened.setAside) {
      notices.push(noticeOf('LEDGER_CORRUPT', opened.setAside));
      logger.warn('The ledger was damaged and set aside; it is rebuilt.', { path: opened.setAside });
      for (const profile of settings.get().profiles) {
        const fact: RebuildFact = { state: 'collecting', at: clock.now() };
        await ledger.facts.set(rebuildKey(profile.id), fact);
      }
    }

    const services = new Map<string, { text: string; service: ProfileService }>();
    const engines = new Map<string, ProfileEngine>();
    let paused = (await ledger.facts.get(pausedKey)) === true;
    let watch: Watch | undefined;
    const context: CoreContext = {
      ...this.#dependencies,
      database: opened.database,
      ledger,
      engines,
      watch: () => watch,
      notices: () => notices,
      isPaused: () => paused,
      setPaused: async (value) => {
        paused = value;
        await ledger.facts.set(pausedKey, value);
        for (const one of engines.values()) one.setPaused(value);
        this.#emitStatus();
      },
      serviceOf: (profile) => {
        const text = JSON.stringify(profile);
        const known = services.get(profile.id);
        if (known?.text === text) return known.service;
        const service = createProfileService(profile, {
          ...this.#dependencies,
          cacheDirectory: join(dataDirectory, 'cache', profile.id),
        });
        services.set(profile.id, { text, service });
        return service;
      },
      emit: (name, payload) => this.#emitter.emit(name, payload),
      follower: new ConnectorFollower({
        ledger,
        clock,
        logger,
        profiles: () => settings.get().profiles,
        serviceOf: (profile) => context.serviceOf(profile),
        onChange: (connectorId, ended) => this.#emitter.emit('connectors.changed', { connectorId, ended }),
      }),
      documents: new DocumentWork({
        ledger,
        clock,
        logger,
        profiles: () => settings.get().profiles,
        serviceOf: (profile) => context.serviceOf(profile),
        onChange: () => this.#emitter.emit('documents.changed', {}),
        onJob: (jobId) => this.#emitter.emit('jobs.changed', { jobId }),
        onRetried: () => {
          for (const one of engines.values()) one.wake(true);
          this.#emitter.emit('uploads.changed', { ids: [] });
        },
      }),
      across: new AcrossWork({
        ledger,
        clock,
        // As it is now: its address or limits may have been changed since.
        linksOf: (profile) =>
          context.serviceOf(settings.get().profiles.find(({ id }) => id === profile.id) ?? profile).links,
        onChange: (gatheringId) => this.#emitter.emit('across.changed', { gatheringId }),
      }),
    };
    this.#context = context;
    this.#stops.push(() => {
      for (const { service } of services.values()) service.client.close();
    });
    this.#stops.push(() => context.documents.stop());
    this.#stops.push(() => context.across.stop());
    if (engine === 'none') return;
    await context.documents.start();
    this.#stops.push(() => context.follower.stop());
    await context.follower.start();

    const foreign = new ForeignChanges(context, async () => {
      paused = (await ledger.facts.get(pausedKey)) === true;
      await this.#startEngines(context, engines);
      for (const one of engines.values()) {
        one.setPaused(paused);
        await one.interruptChanged();
        one.wake(true);
      }
      await context.follower.takeUp();
      this.#emitStatus();
    });
    await foreign.start();
    this.#stops.push(() => foreign.stop());
    const clockWatch = new ClockWatch(clock, ledger, logger, () => {
      for (const one of engines.values()) one.wake(true);
    });
    await clockWatch.start();
    this.#stops.push(() => clockWatch.stop());
    this.#stops.push(() => this.#starting.then(() => this.#stopEngines(engines, new Set())));
    await this.#startEngines(context, engines);
    if (engine === 'watch') watch = await this.#startWatch(context);
    this.#stops.push(
      settings.onChange(() => {
        void this.#startEngines(context, engines).catch((error) =>
          logger.error('The changed settings could not be put to use.', { error }),
        );
        void watch?.setFolders(settings.get().folders);
        for (const one of engines.values()) {
          void one.interruptChanged();
          one.wake(true);
        }
      }),
    );
  }

  /**
   * An engine for each profile that has none yet, a new one where the profile was changed, and none for one that was removed. One
   * call after the other: two engines of one profile would take each other's uploads for left over.
   */
  #startEngines(context: CoreContext, engines: Map<string, ProfileEngine>): Promise<void> {
    const started = this.#starting.then(() => this.#startEnginesNow(context, engines));
    this.#starting = started.catch(() => undefined);
    return started;
  }

  async #stopEngines(engines: Map<string, ProfileEngine>, except: ReadonlySet<string>): Promise<void> {
    for (const [id, engine] of engines) {
      if (except.has(id)) continue;
      engines.delete(id);
      await engine.stop();
    }
  }

  async #startEnginesNow(context: CoreContext, engines: Map<string, ProfileEngine>): Promise<void> {
    if (this.#context !== context) return;
    const { profiles } = context.settings.get();
    await this.#stopEngines(engines, new Set(profiles.map((profile) => profile.id)));
    for (const profile of profiles) {
      const running = engines.get(profile.id);
      const service = context.serviceOf(profile);
      if (running?.service === service) continue;
      engines.delete(profile.id);
      await running?.stop();
      const engine = await ProfileEngine.create({
        service,
        ledger: context.ledger,
        clock: context.clock,
        random: context.random,
        logger: context.logger,
        settings: () => context.settings.get(),
        isPaused: context.isPaused,
        onChange: (ids) => this.#emitter.emit('uploads.changed', { ids: [...ids] }),
        onState: () => this.#emitStatus(),
        slotAgeMs: this.#dependencies.tuning?.slotAgeMs,
        stallTimeoutMs: this.#dependencies.tuning?.stallTimeoutMs,
      });
      engines.set(profile.id, engine);
      await engine.start();
    }
  }

  async #startWatch(context: CoreContext): Promise<Watch> {
    const { database, ledger, settings, clock, random, logger } = context;
    const watch = createWatch({
      clock,
      random,
      logger,
      database,
      localFiles: createLocalFiles(database, clock.now),
      intake: {
        take: async (profileId, files) => {
          await ledger.intake.take(profileId, files);
          context.engines.get(profileId)?.added();
        },
      },
      deleteRemote: async (deletions) => {
        const ids = deletions.map((deletion) => deletion.uploadId);
        await ledger.history.deleteDocuments(ids);
        for (const engine of context.engines.values()) engine.wake();
      },
      ...(this.#dependencies.tuning?.watch ? { options: this.#dependencies.tuning.watch } : {}),
    });
    watch.events.on('changed', ({ folderId }) => this.#emitter.emit('folders.changed', { folderId }));
    watch.events.on('health', ({ folderId }) => this.#emitter.emit('folders.changed', { folderId }));
    await watch.setFolders(settings.get().folders);
    await watch.start();
    this.#stops.push(() => watch.stop());
    return watch;
  }

  #emitStatus(): void {
    const context = this.#context;
    if (!context) return;
    const offline = [...context.engines.values()].some((engine) => engine.machine.offline);
    this.#emitter.emit('status.changed', { paused: context.isPaused(), offline });
  }
}

function noticeOf(code: Notice['code'], path: string): Notice {
  return { code, message: sentence(code, path) };
}
