import type { Clock } from '#core/ports/clock.ts';
import type { Logger } from '#core/ports/logger.ts';
import type { Mirror } from '#shared/bridge/documents.ts';
import { AppError } from '#shared/errors/app-error.ts';
import type { Ledger } from '../ledger/sqlite-ledger.ts';
import { type ListAnswer, mostListPages } from '../service/ask-list.ts';
import type { ServiceClient } from '../service/client.ts';
import { createHeardPages } from '../service/heard-pages.ts';
import type { DocumentRecord } from '../service/schemas/document.ts';
import type { DocumentActions } from './document-actions.ts';

export interface MirrorOptions {
  readonly profileId: string;
  readonly client: () => ServiceClient;
  readonly actions: DocumentActions;
  readonly ledger: Ledger;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly onChange: () => void;
  /** The profile leads to another service than these documents are of: there none of them would be found. */
  readonly isElsewhere: () => boolean;
}

interface MirrorFact {
  /** Number of the last full pass. */
  readonly pass: number;
  readonly completeAt: number | null;
  readonly checkedAt: number | null;
  readonly read: number;
  /** What changed before this by the service's clock was seen, ms; earlier versions did not write it down. */
  readonly until?: number;
}

const pageSize = 100;
/** Opening the page again and again asks the service no more often than this, ms. */
const atMostEvery = 15_000;
/**
 * A day after the last full pass, opening the page begins another: only that finds what was deleted
 * elsewhere; ms.
 */
const fullEvery = 24 * 60 * 60_000;
/**
 * The list is 3 to 5 s behind (service-behaviour.md, "List documents"): what came later than this before a
 * pass may not be in it, ms.
 */
const listBehind = 60_000;
/** A page of a full pass that another machine of the team was told so long ago is not asked for again, ms. */
const passesTogether = 30_000;
/** Single looks, after a full pass, at what it did not see. */
const mostLooks = 500;

const polling = { priority: 'polling' } as const;

/**
 * Keeps the ledger's documents in step with the service's list, where it has one. Reads the newest changes
 * until a page holds none since the last look; once a day, or when asked, everything. Always last in the
 * request budget.
 */
export class DocumentMirror {
  readonly #options: MirrorOptions;
  readonly #abort = new AbortController();
  #running: Promise<void> | undefined;
  #state: Mirror['state'] = 'idle';
  #read = 0;
  #code: string | null = null;

  constructor(options: MirrorOptions) {
    this.#options = options;
  }

  state(): Mirror {
    const fact = this.#fact();
    return {
      state: this.#state,
      read: this.#state === 'running' ? this.#read : fact.read,
      completeAt: fact.completeAt,
      checkedAt: fact.checkedAt,
      code: this.#code,
    };
  }

  /** Begins a pass unless one is under way or was just now. */
  refresh(full: boolean): Mirror {
    const { clock, logger, onChange } = this.#options;
    if (this.#options.isElsewhere()) {
      this.#state = 'failed';
      this.#code = 'PROFILE_MOVED';
      return this.state();
    }
    const fact = this.#fact();
    const now = clock.now();
    const isFresh = fact.checkedAt !== null && now - fact.checkedAt < atMostEvery && fact.checkedAt <= now;
    if (this.#running || this.#abort.signal.aborted || (isFresh && !full && this.#state === 'idle'))
      return this.state();
    const isFull =
      full ||
      fact.until === undefined ||
      fact.completeAt === null ||
      Math.abs(now - fact.completeAt) > fullEvery;
    this.#state = 'running';
    this.#read = 0;
    this.#code = null;
    this.#running = (isFull ? this.#readAll(fact) : this.#readNews(fact))
      .then(
        (state) => {
          this.#state = state;
        },
        (error) => {
          this.#state = 'failed';
          this.#code ??= error instanceof AppError ? error.code : 'UNEXPECTED';
          if (!this.#abort.signal.aborted)
            logger.warn('Documents could not be brought into step.', { error });
        },
      )
      .finally(() => {
        this.#running = undefined;
        onChange();
      });
    onChange();
    return this.state();
  }

  async stop(): Promise<void> {
    this.#abort.abort(new DOMException('Sluice stops.', 'AbortError'));
    await this.#running;
  }

  #fact(): MirrorFact {
    const fact = this.#options.ledger.facts.get(this.#key) as MirrorFact | undefined;
    return fact ?? { pass: 0, completeAt: null, checkedAt: null, read: 0 };
  }

  get #key(): string {
    return `documents:${this.#options.profileId}`;
  }

  #remember(fact: MirrorFact): void {
    this.#options.ledger.facts.set(this.#key, fact);
  }

  /**
   * What changed since the last look, newest first, until a page brings nothing new and nothing from since
   * then: a page may hold only what uploads were told, or a look that broke off, and others still news.
   */
  async #readNews(fact: MirrorFact): Promise<Mirror['state']> {
    const { clock } = this.#options;
    const begunAt = clock.now();
    const isEnough = (news: number, records: readonly DocumentRecord[]) =>
      news === 0 && !records.some(({ updated_at: at }) => Date.parse(at ?? '') >= (fact.until ?? 0));
    const { state, heardMs } = await this.#pages('updated_at', 'desc', 0, atMostEvery, isEnough);
    if (state !== 'idle') return state;
    const until = this.#seenUntil(begunAt - heardMs);
    this.#remember({ ...fact, checkedAt: clock.now() - heardMs, read: this.#read, until });
    return 'idle';
  }

  /** What the list surely shows at a time of ours, by the service's clock. */
  #seenUntil(at: number): number {
    return at - this.#options.client().documents.clockAhead() - listBehind;
  }

  /** Everything, oldest first: what is added meanwhile comes at the end and moves no page. */
  async #readAll(fact: MirrorFact): Promise<Mirror['state']> {
    const { clock } = this.#options;
    const pass = fact.pass + 1;
    const begunAt = clock.now();
    const { state, heardMs } = await this.#pages('created_at', 'asc', pass, passesTogether, () => false);
    if (state !== 'idle') return state;
    const until = this.#seenUntil(begunAt - heardMs);
    await this.#lookAtUnseen(pass, begunAt - heardMs - listBehind);
    this.#remember({ pass, completeAt: clock.now(), checkedAt: clock.now(), read: this.#read, until });
    return 'idle';
  }

  /** `heardMs`: how long before this pass began its first page was asked for, by another machine. */
  async #pages(
    sortBy: 'updated_at' | 'created_at',
    order: 'asc' | 'desc',
    pass: number,
    maxAgeMs: number,
    isEnough: (news: number, records: readonly DocumentRecord[]) => boolean,
  ): Promise<{ readonly state: Mirror['state']; readonly heardMs: number }> {
    const { client, clock, ledger, onChange, profileId } = this.#options;
    const pagesHeard = createHeardPages(clock, maxAgeMs);
    const ended = (state: Mirror['state']) => ({ state, heardMs: pagesHeard.heardMs() });
    const isBehindEnd = createListEnd();
    for (let page = 1; page <= mostListPages; page++) {
      const answer = await client().documents.listHeard(
        { ownership: 'all', page, page_size: pageSize, sort_by: sortBy, sort_order: order },
        { ...polling, signal: this.#abort.signal, notBefore: pagesHeard.notBefore() },
      );
      if (!answer.ok) {
        this.#code = answer.failure.error.code;
        return ended(this.#code === 'NO_SUCH_OPERATION' ? 'unavailable' : 'failed');
      }
      const ageMs = pagesHeard.heard(answer) ?? 0;
      if (isBehindEnd(answer)) return ended('idle');
      const news = ledger.documents.upsert(profileId, answer.value, { pass, ageMs });
      this.#read += answer.value.length;
      if (news > 0) onChange();
      if (isEnough(news, answer.value)) return ended('idle');
    }
    this.#code = 'BAD_ANSWER';
    return ended('failed');
  }

  /**
   * A page that moved while it was read may hide a document, so what was not seen is asked for by its id
   * before it is gone.
   */
  async #lookAtUnseen(pass: number, before: number): Promise<void> {
    const { actions, ledger, profileId } = this.#options;
    for (const contentId of ledger.documents.listUnseen(profileId, pass, before, mostLooks)) {
      if (this.#abort.signal.aborted) return;
      await actions.look(contentId, { ...polling, signal: this.#abort.signal }, pass);
    }
  }
}

/**
 * Whether a page, read after the others, brings nothing that the page before it did not: then it lies behind
 * the end of the list. What a list with empty pages in the middle hides that way is asked for by its id.
 */
function createListEnd(): (answer: ListAnswer<{ readonly id: string }>) => boolean {
  let before = new Set<string>();
  return (answer) => {
    if (!answer.ok) return true;
    const ids = answer.value.map(({ id }) => id);
    const hasNews = ids.some((id) => !before.has(id));
    before = new Set(ids);
    // Rows with an id that is none are left out: a page of nothing but them is still a page.
    return !hasNews && !answer.refused;
  };
}
