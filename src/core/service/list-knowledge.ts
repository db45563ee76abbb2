import type { Clock } from '#core/ports/clock.ts';
import { type Answer, failed } from './answer.ts';
import type { RawAnswer } from './read-answer.ts';

/** A deployment may gain the operation with an update; asking once an hour finds out, ms. */
const askAgainMs = 60 * 60_000;

/**
 * What has been learned about the list operation, which some deployments lack (service-behaviour.md, "List
 * documents"), and about the clock that its times are written by.
 */
export interface ListKnowledge {
  available(): 'unknown' | 'yes' | 'no';
  /** The answer without asking, while the operation is known to be missing. */
  refusal(): { ok: false; failure: Extract<Answer<never>, { ok: false }>['failure'] } | undefined;
  /** How far our clock is ahead of the service's, ms, by the `Date` of its last answer; 0 before. */
  clockAhead(): number;
  noteDate(raw: Pick<RawAnswer, 'headers'>): void;
  /** Learns from an answer and passes it on. */
  learn<T extends Answer<unknown>>(answer: T): T;
}

export function createListKnowledge(clock: Clock): ListKnowledge {
  let known: 'unknown' | 'yes' | 'no' = 'unknown';
  let missingSince = 0;
  let ahead = 0;

  function available(): 'unknown' | 'yes' | 'no' {
    if (known === 'no' && clock.monotonic() - missingSince >= askAgainMs) known = 'unknown';
    return known;
  }

  return {
    available,
    clockAhead: () => ahead,
    noteDate({ headers }) {
      const at = Date.parse(String(headers.date));
      if (!Number.isNaN(at)) ahead = clock.now() - at;
    },
    refusal: () => (available() === 'no' ? failed('NO_SUCH_OPERATION', 'never') : undefined),
    learn(answer) {
      if (answer.ok) known = 'yes';
      // The outcome table gives this code to 404, 405, 501 and the 403 that means "no such route".
      else if (answer.failure.error.code === 'NO_SUCH_OPERATION') {
        known = 'no';
        missingSince = clock.monotonic();
      }
      return answer;
    },
  };
}
