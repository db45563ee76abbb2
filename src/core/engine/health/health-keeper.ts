import { findingKey, type Health } from '#shared/bridge/health.ts';
import type { Logger } from '#core/ports/logger.ts';
import type { CoreContext } from '../core-context.ts';
import { lastReport, leaveReport } from './agent-report.ts';
import { gatherHealth } from './gather-health.ts';
import type { LiveParts } from './live-parts.ts';
import { ownParts } from './own-parts.ts';

/** Looks are so far apart at least, ms: each counts, and uploads change many times a second. */
const atMostEvery = 1_000;
/** Says nothing of how long a folder has been so: it was not looked at yet. */
const passing: ReadonlySet<string> = new Set(['starting', 'off']);

/**
 * Looks how Sluice is doing after each change, says so once, and leaves word for the processes beside the
 * agent. `touch` it whenever something may be otherwise.
 */
export class HealthKeeper {
  readonly #context: CoreContext;
  readonly #logger: Logger;
  readonly #leavesWord: boolean;
  readonly #modes = new Map<string, { readonly mode: string; readonly since: number }>();
  #timer: (() => void) | undefined;
  #looking: Promise<void> | undefined;
  #again = false;
  #lookedAt = Number.NEGATIVE_INFINITY;
  #said = '';
  #left = '';
  #stopped = false;

  /** @param leavesWord this process runs the queue; one beside the agent must not speak for it */
  constructor(context: CoreContext, leavesWord: boolean) {
    this.#leavesWord = leavesWord;
    this.#context = context;
    this.#logger = context.logger;
  }

  /** Takes up since when folders have been as they are, from before the last stop. */
  start(): void {
    const before = lastReport(this.#context.ledger);
    for (const [id, { health, since }] of Object.entries(before?.folders ?? {}))
      if (!passing.has(health.mode)) this.#modes.set(id, { mode: health.mode, since });
    this.touch();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    this.#timer?.();
    await this.#looking;
  }

  /** What this process knows now. */
  parts(): Promise<LiveParts> {
    return ownParts(this.#context, (folderId, mode) => this.#since(folderId, mode));
  }

  /** @param now a person did something, and waits to see it */
  touch(now = false): void {
    if (this.#stopped) return;
    if (this.#looking) {
      this.#again = true;
      return;
    }
    if (this.#timer && !now) return;
    this.#timer?.();
    const { clock } = this.#context;
    const wait = now ? 0 : Math.max(0, this.#lookedAt + atMostEvery - clock.monotonic());
    this.#timer = clock.setTimer(wait, () => {
      this.#timer = undefined;
      this.#lookedAt = clock.monotonic();
      this.#looking = this.#look()
        .catch((error: unknown) =>
          this.#logger.warn('How Sluice is doing could not be found out.', { error }),
        )
        .finally(() => {
          this.#looking = undefined;
          if (!this.#again) return;
          this.#again = false;
          this.touch();
        });
    });
  }

  async #look(): Promise<void> {
    const { ledger } = this.#context;
    const live = await this.#context.live();
    if (this.#leavesWord && live) this.#leaveWord(live);
    const counts = ledger.history.counts({ profileId: null });
    this.#say(await gatherHealth(this.#context, { live, counts }));
  }

  #leaveWord(parts: LiveParts): void {
    const { ledger, agent } = this.#context;
    const holder = agent();
    const text = JSON.stringify(parts);
    if (typeof holder !== 'object' || text === this.#left) return;
    leaveReport(ledger, holder, parts);
    this.#left = text;
  }

  #say(health: Health): void {
    const paused = this.#context.isPaused();
    const told = { paused, state: health.state, findings: health.findings.map(findingKey) };
    const text = JSON.stringify(told);
    if (text === this.#said || this.#stopped) return;
    this.#said = text;
    this.#context.emit('status.changed', told);
  }

  #since(folderId: string, mode: string): number {
    const known = this.#modes.get(folderId);
    if (known?.mode === mode) return known.since;
    const since = this.#context.clock.now();
    if (!passing.has(mode)) this.#modes.set(folderId, { mode, since });
    return since;
  }
}
