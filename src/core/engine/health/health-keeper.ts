import type { FolderHealth } from '#shared/bridge/folders.ts';
import { findingKey, type Health } from '#shared/bridge/health.ts';
import type { Logger } from '#core/ports/logger.ts';
import { createFailuresInRow, type FailuresInRow } from '../../service/failures-in-row.ts';
import type { CoreContext } from '../core-context.ts';
import { type AgentReport, reportEvery } from './agent-report.ts';
import { countsInUse, gatherHealth } from './gather-health.ts';
import type { LiveParts } from './live-parts.ts';
import { ownParts } from './own-parts.ts';

/** Shortest time between two looks, ms: each look runs counts, and uploads change many times a second. */
const atMostEvery = 1_000;
/** Modes whose duration means nothing after a restart: the folder has not been searched yet. */
const passing: ReadonlySet<string> = new Set(['starting', 'off']);

/** Modes as their duration is measured: the first search has a new one with each entry that it counts. */
const stepOf = ({ mode, counted }: FolderHealth) => (mode === 'starting' ? `${mode} ${counted}` : mode);

/**
 * Gathers the health after each change, emits it if it is new, and writes the agent's report for the
 * processes beside it. Call `touch` whenever something may have changed.
 */
export class HealthKeeper {
  readonly #context: CoreContext;
  readonly #logger: Logger;
  readonly #report: AgentReport | undefined;
  readonly #modes = new Map<string, { readonly mode: string; readonly since: number }>();
  #timer: (() => void) | undefined;
  #reportTimer: (() => void) | undefined;
  #isReporting = false;
  readonly #reportFailures: FailuresInRow;
  readonly #lookFailures: FailuresInRow;
  #looking: Promise<void> | undefined;
  #again = false;
  #lookedAt = Number.NEGATIVE_INFINITY;
  #said = '';
  #stopped = false;

  /** @param report the report of the process that runs the queue; undefined in a process beside the agent */
  constructor(context: CoreContext, report: AgentReport | undefined) {
    this.#report = report;
    this.#reportFailures = createFailuresInRow(context.clock);
    this.#lookFailures = createFailuresInRow(context.clock);
    this.#context = context;
    this.#logger = context.logger;
  }

  /** Restores since when folders have had their mode, from before the last stop. */
  start(): void {
    for (const [id, { health, since }] of Object.entries(this.#report?.before?.folders ?? {}))
      if (!passing.has(health.mode)) this.#modes.set(id, { mode: health.mode, since });
    this.touch();
    this.#planReport();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    this.#timer?.();
    this.#reportTimer?.();
    await this.#looking;
  }

  /** The parts that this process knows now. */
  parts(): Promise<LiveParts> {
    return ownParts(this.#context, (folderId, health) => this.#since(folderId, stepOf(health)));
  }

  /** @param now the user did something and waits for the result: emits it even if it is unchanged */
  touch(now = false): void {
    if (this.#stopped) return;
    // A page may have read settings that were changed and changed back between two looks.
    if (now) this.#said = '';
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
        .then(() => this.#lookFailures.succeeded())
        .catch((error: unknown) => {
          if (this.#lookFailures.failed(error))
            this.#logger.warn('How Sluice is doing could not be found out.', { error });
        })
        .finally(() => {
          this.#looking = undefined;
          if (!this.#again) return;
          this.#again = false;
          this.touch();
        });
    });
  }

  async #look(): Promise<void> {
    const live = await this.#context.live();
    if (live) this.#leave(live);
    const counts = countsInUse(this.#context);
    this.#say(await gatherHealth(this.#context, { live, counts }));
  }

  /** Reports without reading the ledger, which may be what fails. */
  #planReport(): void {
    this.#reportTimer = this.#context.clock.setTimer(reportEvery, () => {
      this.#planReport();
      if (this.#isReporting) return;
      this.#isReporting = true;
      void this.parts()
        .then((parts) => this.#leave(parts))
        .catch((error: unknown) => this.#reportFailed(error))
        .finally(() => {
          this.#isReporting = false;
        });
    });
  }

  #leave(parts: LiveParts): void {
    if (this.#stopped) return;
    try {
      this.#report?.leave(parts);
      this.#reportFailures.succeeded();
    } catch (error) {
      this.#reportFailed(error);
    }
  }

  #reportFailed(error: unknown): void {
    if (this.#reportFailures.failed(error))
      this.#logger.warn('The health report could not be written.', { error });
  }

  #say(health: Health): void {
    const paused = this.#context.isPaused();
    const told = { paused, state: health.state, findings: health.findings.map(findingKey) };
    // Pages show the active profile's documents, and read them again after this event.
    const text = JSON.stringify({ ...told, active: this.#context.settings.get().activeProfileId });
    if (text === this.#said || this.#stopped) return;
    this.#said = text;
    this.#context.emit('status.changed', told);
  }

  #since(folderId: string, mode: string): number {
    const known = this.#modes.get(folderId);
    if (known?.mode === mode) return known.since;
    const since = this.#context.clock.now();
    if (mode !== 'off') this.#modes.set(folderId, { mode, since });
    return since;
  }
}
