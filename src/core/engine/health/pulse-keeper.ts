import type { LiveParts } from './live-parts.ts';
import { beatEvery, endBeat, leaveBeat } from '../../data-folder/agent-beat.ts';
import type { CoreContext } from '../core-context.ts';

type Stand = LiveParts['stands'][number];

/** How often the parts of the agent are asked whether they go on, ms. */
const askEvery = 5_000;
/** A thread that does not answer for so long stands, ms: a walk keeps it from its messages for seconds. */
const threadPatience = 60_000;
/**
 * A loop whose next turn is wanted for so long stands, ms, if nothing was sent or asked meanwhile and nothing
 * is waited for: every request has a limit of its own, and no document takes that long to be read.
 */
const loopPatience = 15 * 60_000;

/**
 * Finds out whether the agent goes on, by what its parts do and not by a timer alone: the watching thread
 * answers, and the loops of each profile take the turns that are wanted.
 */
export class PulseKeeper {
  readonly #context: CoreContext;
  #timer: (() => void) | undefined;
  /** Wall time, ms. */
  #beatAt = Number.NEGATIVE_INFINITY;
  /** An answer of the thread that is waited for. */
  #asked: { readonly since: number; readonly answer: Promise<boolean> } | undefined;
  /** By profile: what it had done, and when it last did something or had to wait, monotonic ms. */
  readonly #signs = new Map<string, { readonly count: number; readonly at: number }>();
  #stands: readonly Stand[] = [];

  constructor(context: CoreContext) {
    this.#context = context;
  }

  start(): void {
    this.#tick();
  }

  stop(): void {
    this.#timer?.();
    endBeat(this.#context.dataDirectory);
  }

  /** What does not go on though it should, and since when. */
  stands(): readonly Stand[] {
    return this.#stands;
  }

  /**
   * Resolves when all parts were heard of: true when all go on. Never while the watching thread hangs, so
   * that who feeds a watchdog by it feeds none.
   */
  async pulse(): Promise<boolean> {
    const isAnswered = await this.#ask();
    this.#look();
    return isAnswered && this.#stands.length === 0;
  }

  #tick(): void {
    const { clock } = this.#context;
    this.#timer = clock.setTimer(askEvery, () => this.#tick());
    this.#beat();
    void this.#ask();
    this.#look();
  }

  #beat(): void {
    const { agent, clock, dataDirectory } = this.#context;
    // By wall time: after the machine slept, those beside would else take the agent for hung until the next.
    const now = clock.now();
    const who = agent();
    if (Math.abs(now - this.#beatAt) < beatEvery || typeof who !== 'object') return;
    this.#beatAt = now;
    leaveBeat(dataDirectory, who, now);
  }

  /** One question at a time: a thread that hangs is not asked again and again. */
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
    const before = new Map(this.#stands.map((one) => [keyOf(one), one]));
    const isNews = found.length !== before.size || found.some((one) => !before.has(keyOf(one)));
    const wall = (monotonic: number) => Math.round(clock.now() - (clock.monotonic() - monotonic));
    this.#stands = found.map(({ since, ...one }) => before.get(keyOf(one)) ?? { ...one, since: wall(since) });
    if (isNews) touchHealth();
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
      const overdue = engine.overdueSince();
      if (overdue === undefined) continue;
      const since = Math.max(overdue, this.#signs.get(id)?.at ?? now);
      if (now - since >= loopPatience) stands.push({ part: 'queue', profileId: id, since });
    }
    return stands;
  }
}

const keyOf = ({ part, profileId }: Pick<Stand, 'part' | 'profileId'>) => `${part} ${profileId ?? ''}`;
