import { explained } from '#shared/errors/explained.ts';
import type { Profile } from '#shared/settings/profile.ts';
import { doubtAccount, formerService, noteService } from '../ledger/service-of-history.ts';
import { createFailuresInRow, type Failing, type FailuresInRow } from '../service/failures-in-row.ts';
import type { CoreContext, ServiceContext } from './core-context.ts';
import { profilesInUse } from './health/gather-health.ts';
import { ProfileEngine } from './profile-engine.ts';
import type { ProfileEngineOptions } from './profile-engine-options.ts';
import type { TeamLink } from './team-link.ts';

/** An engine that could not start is tried again after this, ms. */
const againMs = 5_000;

/** What every engine is made with, beside what the context has. */
type Shared = Pick<
  ProfileEngineOptions,
  'onChange' | 'onState' | 'onDocuments' | 'watch' | 'slotAgeMs' | 'stallTimeoutMs'
> & {
  readonly linkOf: (profile: Profile) => Promise<TeamLink>;
};

/**
 * The engines of all profiles: one each, and never two of one, which would take each other's uploads for left
 * over.
 */
export class ProfileEngines {
  readonly byProfile: Map<string, ProfileEngine>;
  readonly #shared: Shared;
  /** By profile, of those whose engine could not start. */
  readonly #failures = new Map<string, FailuresInRow>();
  #starting: Promise<void> = Promise.resolve();
  #cancelAgain: (() => void) | undefined;
  #isStopped = false;

  constructor(byProfile: Map<string, ProfileEngine>, shared: Shared) {
    this.byProfile = byProfile;
    this.#shared = shared;
  }

  /**
   * An engine for each profile that has none yet, a new one where the profile or what is to be rebuilt was
   * changed, and none for one that was removed or leads elsewhere. One call after the other. One that cannot
   * start holds up no other, and is tried again.
   */
  start(context: ServiceContext): Promise<void> {
    const started = this.#starting.then(() => this.#startNow(context));
    this.#starting = started.catch(() => undefined);
    return started;
  }

  /** The profiles whose engine keeps failing to start. */
  failing(): readonly (readonly [string, Failing])[] {
    return [...this.#failures].flatMap(([id, failures]) => {
      const failing = failures.failing();
      return failing === undefined ? [] : [[id, failing] as const];
    });
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#cancelAgain?.();
    // One that is still starting may be waiting for an answer.
    for (const one of this.byProfile.values()) one.leave();
    await this.#starting;
    await this.#stopAllBut(new Set());
  }

  async #stopAllBut(kept: ReadonlySet<string>): Promise<void> {
    const ends = [...this.byProfile].filter(([id]) => !kept.has(id));
    for (const [id] of ends) this.byProfile.delete(id);
    await Promise.all(ends.map(([, engine]) => engine.stop()));
  }

  async #startNow(context: ServiceContext): Promise<void> {
    const { profiles } = context.settings.get();
    if (this.#isStopped) return;
    this.#cancelAgain?.();
    const ids = new Set<string>(profiles.map(({ id }) => id));
    await this.#stopAllBut(ids);
    for (const id of this.#failures.keys()) if (!ids.has(id)) this.#failures.delete(id);
    for (const profile of profiles) {
      try {
        await this.#startOne(context, profile);
        this.#failures.delete(profile.id);
      } catch (error) {
        this.#noteFailure(context, profile, error);
      }
    }
    if (this.#failures.size > 0) this.#planAgain(context);
  }

  #noteFailure({ clock, logger }: ServiceContext, { id }: Profile, error: unknown): void {
    const failures = this.#failures.get(id) ?? createFailuresInRow(clock);
    this.#failures.set(id, failures);
    if (failures.failed(error))
      logger.error('The work of a profile could not start. Sluice tries again.', { profileId: id, error });
  }

  #planAgain(context: ServiceContext): void {
    if (this.#isStopped) return;
    this.#cancelAgain = context.clock.setTimer(againMs, () => {
      this.start(context).catch((error) => context.logger.error('No engine could start.', { error }));
    });
  }

  async #startOne(context: ServiceContext, profile: Profile): Promise<void> {
    const running = this.byProfile.get(profile.id);
    const service = context.serviceOf(profile);
    const isCurrent = running?.service === service && !running.isOutdated();
    if (isCurrent && formerService(context.ledger, profile) === undefined) return;
    this.byProfile.delete(profile.id);
    await running?.stop();
    if (this.#leadsElsewhere(context, profile)) return;
    const { linkOf, ...shared } = this.#shared;
    const link = await linkOf(profile);
    let engine: ProfileEngine;
    try {
      engine = new ProfileEngine({
        ...shared,
        service,
        link,
        ledger: context.ledger,
        gate: context.gate,
        dataDirectory: context.dataDirectory,
        clock: context.clock,
        random: context.random,
        logger: context.logger,
        settings: () => context.settings.get(),
        owners: context.owners,
        refreshDocuments: (full) => void context.documents.mirror(profile).refresh(full),
        onOtherAccount: () => {
          doubtAccount(context.ledger, profile);
          this.start(context).catch((error) => context.logger.error('No engine could start.', { error }));
        },
        wakeProfile: (id) => this.byProfile.get(id)?.added(),
        isPaused: context.isPaused,
        isInUse: () => profilesInUse(context).some(({ id }) => id === profile.id),
        holdsSecret: (text) => context.secrets.holdsSecret?.(text) === true,
        getKey: () => context.secrets.getKey(profile.id, new URL(profile.baseUrl).origin),
      });
    } catch (error) {
      // Two links of one member would take its place in the team from each other.
      await link.close(0);
      throw error;
    }
    this.byProfile.set(profile.id, engine);
    engine.start();
  }

  /**
   * What the ledger knows of a profile is not known of another service: its engine waits for a person's word.
   */
  #leadsElsewhere({ ledger, logger }: CoreContext, profile: Profile): boolean {
    const former = formerService(ledger, profile);
    if (former === undefined) {
      noteService(ledger, profile);
      return false;
    }
    logger.warn(explained('PROFILE_MOVED').happened, { from: former, to: profile.baseUrl });
    this.#shared.onState();
    return true;
  }
}
