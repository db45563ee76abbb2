import { randomInt } from 'node:crypto';
import type { Leave, Want } from '#core/public/host.ts';
import { isSameSecret } from './is-same-secret.ts';

/** Milliseconds a code may be typed in. */
const holdsFor = 5 * 60_000;
/** Wrong codes after which a question is dropped: a page may try, and there are a million. */
const mostTries = 5;
/** Milliseconds between two questions: a page that asks in a loop does not flood the terminal. */
const pause = 1_000;

/**
 * Where the person answers for the pages of a browser: the terminal that runs the agent, which no page can
 * read.
 */
export interface LeaveDesk {
  /** Prints what the call wants and a code for it; `given` where it wants nothing that it may not have. */
  ask(call: string, input: unknown): Promise<'given' | 'refused' | 'code'>;
  /** Whether the code was right; then leave is given for exactly what was printed with it. */
  give(code: string): Promise<boolean>;
}

interface Question {
  readonly code: string;
  readonly wants: readonly Want[];
  readonly until: number;
  tries: number;
}

/** @param now milliseconds that never go back */
export function createLeaveDesk(
  leave: Leave,
  say: (code: string, wants: readonly Want[]) => void,
  now: () => number = () => performance.now(),
): LeaveDesk {
  let question: Question | undefined;
  let askedAt = Number.NEGATIVE_INFINITY;
  return {
    async ask(call, input) {
      const wants = await leave.wanted(call, input);
      if (wants.length === 0) return 'given';
      if (now() - askedAt < pause) return 'refused';
      askedAt = now();
      const code = String(randomInt(1_000_000)).padStart(6, '0');
      question = { code, wants, until: now() + holdsFor, tries: 0 };
      say(code, wants);
      return 'code';
    },
    async give(code) {
      const asked = question;
      if (asked === undefined) return false;
      asked.tries += 1;
      const isRight =
        isSameSecret(code.trim(), asked.code) && now() <= asked.until && asked.tries <= mostTries;
      if (isRight || asked.tries >= mostTries || now() > asked.until) question = undefined;
      if (isRight) await leave.give(asked.wants);
      return isRight;
    },
  };
}
