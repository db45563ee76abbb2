import { explained } from '#shared/errors/explained.ts';
import type { Profile } from '#shared/settings/profile.ts';
import { formerService, noteService } from '../ledger/service-of-history.ts';
import type { CoreContext, ServiceContext } from './core-context.ts';
import { profilesInUse } from './health/gather-health.ts';
import { ProfileEngine } from './profile-engine.ts';
import type { ProfileEngineOptions } from './profile-engine-options.ts';
import type { TeamLink } from './team-link.ts';

/** What every engine is made with, beside what the context has. */
type Shared = Pick<
  ProfileEngineOptions,
  'onChange' | 'onState' | 'onDocuments' | 'slotAgeMs' | 'stallTimeoutMs'
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
  #starting: Promise<void> = Promise.resolve();
  #isStopped = false;

  constructor(byProfile: Map<string, ProfileEngine>, shared: Shared) {
    this.byProfile = byProfile;
    this.#shared = shared;
  }

  /**
   * An engine for each profile that has none yet, a new one where the profile or what is to be rebuilt was
   * changed, and none for one that was removed or leads elsewhere. One call after the other.
   */
  start(context: ServiceContext): Promise<void> {
    const started = this.#starting.then(() => this.#startNow(context));
    this.#starting = started.catch(() => undefined);
    return started;
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
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
    await this.#stopAllBut(new Set(profiles.map((profile) => profile.id)));
    for (const profile of profiles) {
      const running = this.byProfile.get(profile.id);
      const service = context.serviceOf(profile);
      if (running?.service === service && !running.isOutdated()) continue;
      this.byProfile.delete(profile.id);
      await running?.stop();
      if (this.#leadsElsewhere(context, profile)) continue;
      const { linkOf, ...shared } = this.#shared;
      const engine = new ProfileEngine({
        ...shared,
        service,
        link: await linkOf(profile),
        ledger: context.ledger,
        gate: context.gate,
        clock: context.clock,
        random: context.random,
        logger: context.logger,
        settings: () => context.settings.get(),
        owners: context.owners,
        refreshDocuments: () => void context.documents.mirror(profile).refresh(false),
        wakeProfile: (id) => this.byProfile.get(id)?.added(),
        isPaused: context.isPaused,
        isInUse: () => profilesInUse(context).some(({ id }) => id === profile.id),
        getKey: () => context.secrets.getKey(profile.id, new URL(profile.baseUrl).origin),
      });
      this.byProfile.set(profile.id, engine);
      engine.start();
    }
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
