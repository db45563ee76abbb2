import { type Clock, sleep } from '#core/ports/clock.ts';
import type { Recalled, Team } from '#core/ports/team.ts';
import type { Answer, CallOptions } from './answer.ts';

/** Who may have asked the same lately, and as whom they are asked: they are told by the same key only. */
export interface Hearers {
  readonly team: Pick<Team, 'isAlone' | 'recall' | 'tell'>;
  readonly scope: () => Promise<string | undefined>;
}

export interface HearOptions extends CallOptions {
  readonly signal: AbortSignal;
  /** Monotonic ms: what was asked for before is of no use. */
  readonly notBefore: number;
}

/**
 * `askedAt`, of an answer that the team shares: when it was asked for, monotonic ms. That is what it is true
 * of, and not when it was heard: what came later is not in it.
 */
export type Heard<A extends Answer<unknown>> = A & { readonly askedAt?: number };

/** One question to the service, and how its answer is told to the others. */
export interface Question<A extends Answer<unknown>> {
  /** The same text for the same question, whoever asks. */
  readonly text: string;
  readonly ask: (options: CallOptions) => Promise<A>;
  /** Undefined: it is none that others could use. */
  readonly tell: (answer: A) => string | undefined;
  /** Undefined where another version of Sluice tells it in another way. */
  readonly hear: (told: string) => A | undefined;
}

/** Longest wait for another machine's answer, ms. After that, this machine asks the service. */
const patienceMs = 60_000;
const leastWaitMs = 20;

/** Somebody else was told, or asks, while this one waited for its turn. */
class NotOurTurn extends Error {
  readonly recalled: Recalled;

  constructor(recalled: Recalled) {
    super('Another machine of the team asks.');
    this.recalled = recalled;
  }
}

export type Hear = <A extends Answer<unknown>>(
  question: Question<A>,
  options: HearOptions,
) => Promise<Heard<A>>;

/**
 * Asks the service on behalf of all machines with the same key: of those that want to know the same at the
 * same time one asks it, and the others hear what it was told (docs/adr/0042). Alone, or where the team
 * cannot be reached, the service is asked.
 */
export function createHear(clock: Clock, hearers: () => Hearers | undefined): Hear {
  async function hear<A extends Answer<unknown>>(
    { team, scope }: Hearers,
    question: Question<A>,
    { notBefore, ...options }: HearOptions,
  ): Promise<Heard<A>> {
    const { signal } = options;
    const of = await scope().catch(() => undefined);
    if (of === undefined) return question.ask(options);
    const recall = (isSending: boolean) => {
      const maxAgeMs = Math.max(0, clock.monotonic() - notBefore);
      return team.recall(of, question.text, maxAgeMs, isSending, signal);
    };
    /** What the service said, or what the team did when the request's turn had come. */
    const ask = async (): Promise<Heard<A> | Recalled> => {
      let askedAt = clock.monotonic();
      try {
        const answer = await question.ask({
          ...options,
          beforeSending: async () => {
            const recalled = await recall(true);
            if (recalled.kind === 'answer' || recalled.kind === 'wait') throw new NotOurTurn(recalled);
            askedAt = clock.monotonic();
          },
        });
        // Nobody waits here for the others to hear it, who go on without it if they do not.
        void team.tell(of, question.text, question.tell(answer), signal).catch(() => undefined);
        return answer.ok ? { ...answer, askedAt } : answer;
      } catch (error) {
        if (error instanceof NotOurTurn) return error.recalled;
        throw error;
      }
    };

    const until = clock.monotonic() + patienceMs;
    let next: Heard<A> | Recalled = await recall(false);
    while (!('ok' in next)) {
      if (next.kind === 'wait') {
        if (clock.monotonic() >= until) return question.ask(options);
        await sleep(clock, Math.max(leastWaitMs, next.waitMs), signal);
        next = await recall(false);
      } else if (next.kind === 'ask') next = await ask();
      else {
        const heard: A | undefined = next.kind === 'answer' ? question.hear(next.answer) : undefined;
        if (next.kind !== 'answer' || heard === undefined) return question.ask(options);
        next = { ...heard, askedAt: clock.monotonic() - next.ageMs };
      }
    }
    return next;
  }

  return (question, { notBefore, ...options }) => {
    const known = hearers();
    if (known === undefined || known.team.isAlone) return question.ask(options);
    return hear(known, question, { notBefore, ...options });
  };
}
