import type { Clock } from '#core/ports/clock.ts';
import type { Logger } from '#core/ports/logger.ts';
import type { ConnectorEnded } from '#shared/bridge/connectors.ts';
import type { ConnectorId } from '#shared/ids/ids.ts';
import type { Profile } from '#shared/settings/profile.ts';
import type { Ledger } from '../ledger/sqlite-ledger.ts';
import type { ProfileService } from '../service/profile-service.ts';
import type { ConnectorRecord } from '../service/schemas/connector.ts';
import { type Follow, hasEnded, isGivenUp, nextLook } from './follow.ts';
import { createFollowStore, type FollowStore, type Follows } from './follow-store.ts';

export interface ConnectorFollowerOptions {
  readonly ledger: Pick<Ledger, 'facts'>;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly profiles: () => readonly Profile[];
  readonly serviceOf: (profile: Profile) => ProfileService;
  readonly onChange: (connectorId: ConnectorId, ended: ConnectorEnded | null) => void;
  /**
   * A removal is over, or nobody waits for its end any more: what that means for what the connector
   * collected.
   */
  readonly onRemoved: (profileId: string, connectorId: ConnectorId, how: 'gone' | 'given-up') => void;
}

/** Codes that say the connector is not there any more. */
const gone: ReadonlySet<string> = new Set(['NOT_FOUND', 'DOCUMENT_NOT_FOUND']);

/**
 * Waits for the ends of syncs and removals: asks the service for the connector now and then, with the lowest
 * priority. Only the process that runs the queue asks; another one leaves what it started in the ledger, and
 * that process takes it up.
 */
export class ConnectorFollower {
  readonly #options: ConnectorFollowerOptions;
  readonly #store: FollowStore;
  readonly #timers = new Map<string, () => void>();
  readonly #abort = new AbortController();
  readonly #looking = new Set<Promise<void>>();
  #isStarted = false;

  constructor(options: ConnectorFollowerOptions) {
    this.#options = options;
    this.#store = createFollowStore(options.ledger);
  }

  start(): void {
    this.#isStarted = true;
    this.takeUp();
  }

  async stop(): Promise<void> {
    this.#abort.abort(new DOMException('Core stops.', 'AbortError'));
    for (const cancel of this.#timers.values()) cancel();
    this.#timers.clear();
    await Promise.all(this.#looking);
  }

  /** Follows what the ledger names and nobody here follows yet, such as what another process began. */
  takeUp(): void {
    if (!this.#isStarted) return;
    for (const profile of this.#options.profiles()) {
      for (const follow of Object.values(this.of(profile.id))) {
        if (this.#timers.has(this.#key(profile.id, follow.connectorId))) continue;
        this.#options.onChange(follow.connectorId, null);
        this.#plan(profile.id, follow, nextLook(0));
      }
    }
  }

  /** What is followed for a profile, by connector id. */
  of(profileId: string): Follows {
    return this.#store.read(profileId);
  }

  /** A sync or removal was accepted. One that is followed already goes on from now. */
  follow(profileId: string, follow: Follow): void {
    this.#store.put(profileId, follow);
    this.#options.onChange(follow.connectorId, null);
    this.#plan(profileId, follow);
  }

  /**
   * Somebody was told of a connector; where that shows the end of a sync, nobody needs to wait for the next
   * look.
   */
  observe(profileId: string, record: ConnectorRecord): void {
    if (!this.#isStarted) return;
    const follow = this.of(profileId)[record.connector_id];
    if (follow && hasEnded(follow, record)) this.#end(profileId, follow, 'done', record);
  }

  /** Somebody asked for a connector that is not there. */
  observeGone(profileId: string, connectorId: ConnectorId): void {
    const follow = this.of(profileId)[connectorId];
    if (!follow) return;
    if (this.#isStarted) this.#end(profileId, follow, follow.kind === 'removal' ? 'done' : 'vanished');
    else {
      if (follow.kind === 'removal') this.#options.onRemoved(profileId, connectorId, 'gone');
      this.#store.remove(profileId, connectorId);
    }
  }

  #key(profileId: string, connectorId: ConnectorId): string {
    return JSON.stringify([profileId, connectorId]);
  }

  #plan(profileId: string, follow: Follow, delay = nextLook(this.#options.clock.now() - follow.since)): void {
    if (!this.#isStarted || this.#abort.signal.aborted) return;
    const { clock, logger } = this.#options;
    const key = this.#key(profileId, follow.connectorId);
    this.#timers.get(key)?.();
    const cancel = clock.setTimer(delay, () => {
      const look = this.#look(profileId, follow.connectorId)
        .catch((error) => {
          if (this.#abort.signal.aborted) return;
          logger.warn('A connector could not be followed.', { error });
          this.#plan(profileId, follow);
        })
        .finally(() => this.#looking.delete(look));
      this.#looking.add(look);
    });
    this.#timers.set(key, cancel);
  }

  async #look(profileId: string, connectorId: ConnectorId): Promise<void> {
    const { clock, onChange, profiles, serviceOf } = this.#options;
    const profile = profiles().find((one) => one.id === profileId);
    const follow = this.of(profileId)[connectorId];
    // Ended by another process, or its profile was removed.
    if (!profile || !follow) {
      this.#timers.delete(this.#key(profileId, connectorId));
      return onChange(connectorId, null);
    }
    const { connectors } = serviceOf(profile).client;
    const answer = await connectors.get(connectorId, { priority: 'polling', signal: this.#abort.signal });
    const current = this.of(profileId)[connectorId];
    // Ended by another process meanwhile.
    if (!current) this.#timers.delete(this.#key(profileId, connectorId));
    // Asked for again meanwhile: what this answer says may be from before that.
    if (current?.since !== follow.since) return undefined;
    if (answer.ok) this.observe(profileId, answer.value);
    else if (gone.has(answer.failure.error.code)) this.observeGone(profileId, connectorId);
    const still = this.of(profileId)[connectorId];
    if (!still) return undefined;
    if (isGivenUp(still, clock.now()))
      this.#end(profileId, still, 'given-up', answer.ok ? answer.value : undefined);
    else this.#plan(profileId, still);
    return undefined;
  }

  #end(profileId: string, follow: Follow, how: ConnectorEnded['how'], record?: ConnectorRecord): void {
    const key = this.#key(profileId, follow.connectorId);
    const cancel = this.#timers.get(key);
    // Two looks may see the same end; one of them tells.
    if (!this.#timers.delete(key)) return;
    cancel?.();
    if (follow.kind === 'removal') {
      const end = how === 'given-up' ? 'given-up' : 'gone';
      this.#options.onRemoved(profileId, follow.connectorId, end);
    }
    this.#store.remove(profileId, follow.connectorId);
    this.#options.onChange(follow.connectorId, {
      kind: follow.kind,
      how,
      label: record?.label ?? follow.label,
      status: record?.last_sync_status ?? null,
      count: record?.last_sync_count ?? null,
      error: record?.last_sync_error_msg ?? null,
    });
  }
}
