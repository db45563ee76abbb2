import type { Clock } from '#core/ports/clock.ts';
import type { Team } from '#core/ports/team.ts';

export interface AnswersMember extends Pick<Team, 'isAlone' | 'recall' | 'tell'> {
  /** Its questions get no answer from now on, or again. */
  isCut: boolean;
}

interface Told {
  answer?: string;
  at: number;
  asker: object | undefined;
  askedAt: number;
  sends: boolean;
}

const holdMs = 5_000;

/** The rules by which a team shares what its machines were told, in memory (migration 0012). */
export function createSharedAnswers(clock: Pick<Clock, 'monotonic'>) {
  const rows = new Map<string, Told>();
  return {
    join(): AnswersMember {
      const member: AnswersMember = {
        isAlone: false,
        isCut: false,
        async recall(scope, question, maxAgeMs, sends, signal) {
          signal.throwIfAborted();
          if (member.isCut) return { kind: 'unreachable' };
          const now = clock.monotonic();
          const key = `${scope} ${question}`;
          const row = rows.get(key);
          if (row?.answer !== undefined && now - row.at <= maxAgeMs)
            return { kind: 'answer', answer: row.answer, ageMs: now - row.at };
          const isHeld = row?.asker !== undefined && row.asker !== member && row.askedAt + holdMs > now;
          if (row && isHeld && (row.sends || !sends)) return { kind: 'wait', waitMs: 300 };
          rows.set(key, { at: Number.NEGATIVE_INFINITY, ...row, asker: member, askedAt: now, sends });
          return { kind: 'ask' };
        },
        async tell(scope, question, answer) {
          if (member.isCut) return 'unreachable';
          const row = rows.get(`${scope} ${question}`);
          if (row?.asker !== member) return 'told';
          Object.assign(row, {
            asker: undefined,
            ...(answer === undefined ? {} : { answer, at: row.askedAt }),
          });
          return 'told';
        },
      };
      return member;
    },
  };
}
