import { z } from 'zod';
import { type Clock, sleep } from '#core/ports/clock.ts';
import type { Recalled, Team } from '#core/ports/team.ts';
import { answered, type CallOptions } from './answer.ts';
import type { ListAnswer } from './ask-list.ts';
import type { ListKnowledge } from './list-knowledge.ts';
import { type DocumentRecord, documentRecordSchema, type ListQuery } from './schemas/document.ts';

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
export type HeardList = ListAnswer<DocumentRecord> & { readonly askedAt?: number };

interface HearListOptions {
  readonly list: (query: ListQuery, options: CallOptions) => Promise<ListAnswer<DocumentRecord>>;
  readonly knowledge: Pick<ListKnowledge, 'learn'>;
  readonly clock: Clock;
  readonly hearers: () => Hearers | undefined;
}

/** As one machine tells it to the others. */
const told = z.object({
  items: z.array(documentRecordSchema),
  refused: z.number().int().nonnegative().optional(),
});

/** Somebody else was told, or asks, while this one waited for its turn. */
class NotOurTurn extends Error {
  readonly recalled: Recalled;

  constructor(recalled: Recalled) {
    super('Another machine of the team asks.');
    this.recalled = recalled;
  }
}

/**
 * Asks for a page of the list on behalf of all machines with the same key: of those that want to know the
 * same at the same time one asks the service, and the others hear what it was told (docs/adr/0042). Alone, or
 * where the team cannot be reached, the service is asked.
 */
export function createHearList({ list, knowledge, clock, hearers }: HearListOptions) {
  async function hear(
    { team, scope }: Hearers,
    query: ListQuery,
    { notBefore, ...options }: HearOptions,
  ): Promise<HeardList> {
    const { signal } = options;
    const of = await scope().catch(() => undefined);
    if (of === undefined) return list(query, options);
    const question = questionOf(query);
    const recall = (isSending: boolean) => {
      const maxAgeMs = Math.max(0, clock.monotonic() - notBefore);
      return team.recall(of, question, maxAgeMs, isSending, signal);
    };
    const tell = (text: string | undefined) =>
      void team.tell(of, question, text, signal).catch(() => undefined);
    /** What the service said, or what the team did when the request's turn had come. */
    async function ask(): Promise<HeardList | Recalled> {
      let askedAt = clock.monotonic();
      try {
        const answer = await list(query, {
          ...options,
          beforeSending: async () => {
            const recalled = await recall(true);
            if (recalled.kind === 'answer' || recalled.kind === 'wait') throw new NotOurTurn(recalled);
            askedAt = clock.monotonic();
          },
        });
        // Nobody waits here for the others to hear it, who go on without it if they do not.
        tell(answer.ok ? textOf(answer) : undefined);
        return answer.ok ? { ...answer, askedAt } : answer;
      } catch (error) {
        if (error instanceof NotOurTurn) return error.recalled;
        throw error;
      }
    }

    let next: HeardList | Recalled = await recall(false);
    while (!('ok' in next)) {
      if (next.kind === 'wait') {
        await sleep(clock, next.waitMs, signal);
        next = await recall(false);
      } else if (next.kind === 'ask') next = await ask();
      else {
        const heard: ReturnType<typeof readTold> = next.kind === 'answer' ? readTold(next.answer) : undefined;
        if (next.kind === 'unreachable' || heard === undefined) return list(query, options);
        next = { ...knowledge.learn(heard), askedAt: clock.monotonic() - next.ageMs };
      }
    }
    return next;
  }

  return (query: ListQuery, { notBefore, ...options }: HearOptions): Promise<HeardList> => {
    const known = hearers();
    if (known === undefined || known.team.isAlone) return list(query, options);
    return hear(known, query, { notBefore, ...options });
  };
}

/** The same text for the same question, however it was put together. */
function questionOf(query: ListQuery): string {
  const asked = Object.entries(query).filter(([, value]) => value !== undefined);
  return `documents.list ${JSON.stringify(asked.sort(([one], [other]) => (one < other ? -1 : 1)))}`;
}

function textOf({ value, refused }: ListAnswer<DocumentRecord> & { readonly ok: true }): string {
  return JSON.stringify({ items: value, refused } satisfies z.input<typeof told>);
}

/** Undefined where another version of Sluice tells it in another way. */
function readTold(text: string): ListAnswer<DocumentRecord> | undefined {
  try {
    const { items, refused } = told.parse(JSON.parse(text));
    return { ...answered(items), ...(refused === undefined ? {} : { refused }) };
  } catch {
    return undefined;
  }
}
