import { AppError } from '#shared/errors/app-error.ts';
import type { LiveParts } from './live-parts.ts';
import { ledgerTrouble } from '../../ledger/ledger-trouble.ts';
import type { Failing } from '../../service/failures-in-row.ts';
import type { CoreContext } from '../core-context.ts';

type Stand = LiveParts['stands'][number];
type FailingWork = LiveParts['failing'][number];

/** How often the parts of the agent are checked, ms. */
const askEvery = 5_000;
/**
 * A thread that does not answer for this long has stalled, ms; walking a tree keeps it from its messages for
 * seconds.
 */
const threadPatience = 60_000;
/**
 * A loop whose turn is overdue for this long has stalled, ms, unless it sent or requested something
 * meanwhile, or waits: every request has a limit of its own, and no document takes that long to be read.
 */
const loopPatience = 15 * 60_000;

/** Failures outside the engines. */
export interface Besides {
  /** The loop that follows notes, which serves all profiles. */
  readonly notes: () => Failing | undefined;
  /** Engines that cannot start, by profile. */
  readonly starts: () => readonly (readonly [string, Failing])[];
}

/**
 * Checks whether the agent progresses by what its parts do, not just by a timer: the watching thread answers,
 * and the loops of each profile take their turns.
 */
export class PulseKeeper {
  readonly #context: CoreContext;
  #timer: (() => void) | undefined;
  /** The pending question to the watching thread. */
  #asked: { readonly since: number; readonly answer: Promise<boolean> } | undefined;
  /** By profile: how much it had done, and when it last did something or had to wait, monotonic ms. */
  readonly #signs = new Map<string, { readonly count: number; readonly at: number }>();
  #stands: readonly Stand[] = [];
  readonly #besides: Besides;
  #failing: readonly FailingWork[] = [];

  constructor(context: CoreContext, besides: Besides) {
    this.#context = context;
    this.#besides = besides;
  }

  start(): void {
    this.#tick();
  }

  stop(): void {
    this.#timer?.();
  }

  /** Parts that should progress and do not, and since when. */
  stands(): readonly Stand[] {
    return this.#stands;
  }

  /**
   * Work that keeps failing unexpectedly, and since when. It is retried, and the watchdog is still fed: a
   * restart would not fix the cause.
   */
  failing(): readonly FailingWork[] {
    return this.#failing;
  }

  /**
   * Resolves when all parts have been checked: true when all progress. Never resolves while the watching
   * thread hangs, so a caller that feeds a watchdog stops feeding it.
   */
  async pulse(): Promise<boolean> {
    const isAnswered = await this.#ask();
    this.#look();
    return isAnswered && this.#stands.length === 0;
  }

  #tick(): void {
    const { clock } = this.#context;
    this.#timer = clock.setTimer(askEvery, () => this.#tick());
    void this.#ask();
    this.#look();
  }

  /** Asks one question at a time, so that a thread that hangs does not collect them. */
  #ask(): Promise<boolean> {
    const { clock, watch } = this.#context;
    const watching = watch();
    if (watching === undefined) return Promise.resolve(true);
    this.#asked ??= {
      since: clock.monotonic(),
      answer: watching
        .answers()
        .catch(() => false)
        .finally(() => {
          this.#asked = undefined;
          this.#look();
        }),
    };
    return this.#asked.answer;
  }

  #look(): void {
    const { clock, touchHealth } = this.#context;
    const found = [...this.#thread(), ...this.#loops()];
    const known = new Map(this.#stands.map((one) => [keyOf(one), one]));
    const isNews = found.length !== known.size || found.some((one) => !known.has(keyOf(one)));
    const wall = (monotonic: number) => Math.round(clock.now() - (clock.monotonic() - monotonic));
    this.#stands = found.map(({ since, ...one }) => known.get(keyOf(one)) ?? { ...one, since: wall(since) });
    const before = JSON.stringify(this.#failing);
    this.#failing = this.#failures();
    if (isNews || before !== JSON.stringify(this.#failing)) touchHealth();
  }

  #failures(): FailingWork[] {
    const { engines } = this.#context;
    const ofProfiles = [...engines].flatMap(([profileId, engine]) =>
      engine
        .parts()
        .flatMap(([work, part]) => failed(part.failing(), work, profileId))
        .sort((one, two) => one.since - two.since)
        .slice(0, 1),
    );
    return [
      // Without an engine no governor reports what the ledger threw.
      ...this.#besides.starts().map(([profileId, found]) => workOf(found, 'start', profileId)),
      ...ofProfiles,
      ...failed(this.#context.watch()?.failing(), 'watching', null),
      ...failed(this.#besides.notes(), 'notes', null),
    ].filter(({ profileId }, index, all) => index === all.findIndex((one) => one.profileId === profileId));
  }

  #thread(): Stand[] {
    const { asked, now } = { asked: this.#asked, now: this.#context.clock.monotonic() };
    if (asked === undefined || now - asked.since < threadPatience) return [];
    return [{ part: 'watching', profileId: null, since: asked.since }];
  }

  #loops(): Stand[] {
    const { clock, engines } = this.#context;
    const now = clock.monotonic();
    const stands: Stand[] = [];
    for (const [id, engine] of engines) {
      const count = engine.signsOfLife();
      const before = this.#signs.get(id);
      if (before?.count !== count || engine.isWaiting()) this.#signs.set(id, { count, at: now });
      const overdue = engine.parts().map(([, part]) => part.overdueSince() ?? Number.POSITIVE_INFINITY);
      const first = Math.min(...overdue);
      if (first === Number.POSITIVE_INFINITY) continue;
      const since = Math.max(first, this.#signs.get(id)?.at ?? now);
      if (now - since >= loopPatience) stands.push({ part: 'queue', profileId: id, since });
    }
    return stands;
  }
}

/** The governor reports the ledger's trouble, and the folders of a drive report its silence. */
const isReportedElsewhere = (error: unknown) =>
  ledgerTrouble(error) !== undefined || (error instanceof AppError && error.code === 'DRIVE_NOT_ANSWERING');

function failed(
  found: Failing | undefined,
  work: FailingWork['work'],
  profileId: string | null,
): FailingWork[] {
  return found === undefined || isReportedElsewhere(found.error) ? [] : [workOf(found, work, profileId)];
}

function workOf({ since, error }: Failing, work: FailingWork['work'], profileId: string | null): FailingWork {
  return { work, profileId, since, detail: error instanceof Error ? error.message : String(error) };
}

const keyOf = ({ part, profileId }: Pick<Stand, 'part' | 'profileId'>) => `${part} ${profileId ?? ''}`;
