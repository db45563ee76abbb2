import type { Clock } from '#core/ports/clock.ts';
import type { UploadRow } from '../ledger/upload-row.ts';
import { isLastPage } from '../service/ask-list.ts';
import type { ServiceClient } from '../service/client.ts';
import { createHeardPages } from '../service/heard-pages.ts';
import { type DocumentRecord, isFinalStatus } from '../service/schemas/document.ts';

export const pageSize = 100;
/**
 * What remains of the difference between the service's clock and ours once its `Date` is known; documents are
 * requested from this much before the oldest landed, ms.
 */
const clockMargin = 3_600_000;
/** Pages of what all machines of a team have under way: two minutes' worth of 500 requests a minute. */
const pagesOfTeam = 10;
/** Documents are asked for from the beginning of a day, so that all machines of a team ask the same, ms. */
const day = 24 * 60 * 60_000;

export interface SweepOptions {
  readonly client: ServiceClient;
  readonly clock: Clock;
  readonly due: readonly UploadRow[];
  /** How many pages to read at most; others may add documents between ours, so a few more are allowed. */
  readonly pages: number;
  /** What a machine of the team was told so long ago is as good as asking, ms. */
  readonly maxAgeMs: number;
  readonly signal: AbortSignal;
  /** `ageMs`: how long ago that was true. */
  readonly apply: (records: readonly DocumentRecord[], ageMs: number) => void;
}

export type Sweep =
  | {
      readonly kind: 'done';
      readonly seen: ReadonlySet<string>;
      /** How long ago was asked for what came first: later than that nothing can be said to be missing. */
      readonly ageMs: number;
      /** How long before this sweep began another machine of the team asked that; 0 where none did. */
      readonly heardMs: number;
      /** Documents under way that a team sees together; undefined where none shares what it hears. */
      readonly underWay: number | undefined;
    }
  | { readonly kind: 'unavailable' }
  /** `waitMs`: how long the service asked to wait with the list, ms. */
  | { readonly kind: 'failed'; readonly waitMs: number };

/**
 * Settles up to 100 documents a request: pages through the newest until everything due was seen
 * (service-behaviour.md, "List documents").
 */
export async function sweepList(options: SweepOptions): Promise<Sweep> {
  const { client, clock, due, pages, maxAgeMs, signal, apply } = options;
  const missing = new Set(due.map((row) => row.contentId ?? ''));
  const seen = new Set<string>();
  const oldest = Math.min(...due.map((row) => row.landedAt ?? row.createdAt));
  const fromNow = () => oldest - client.documents.clockAhead() - clockMargin;
  let from = fromNow();
  let mostPages = pages + Math.ceil(pages / 2);
  const pagesHeard = createHeardPages(clock, maxAgeMs);
  let underWay: number | undefined;
  for (let page = 1; page <= mostPages && missing.size > 0; page++) {
    const answer = await client.documents.listHeard(
      {
        from_date: new Date(Math.floor(from / day) * day).toISOString(),
        ownership: 'owned',
        page,
        page_size: pageSize,
        sort_by: 'created_at',
        sort_order: 'desc',
      },
      { priority: 'polling', signal, notBefore: pagesHeard.notBefore() },
    );
    if (!answer.ok) {
      if (client.documents.listAvailable() === 'no') return { kind: 'unavailable' };
      return { kind: 'failed', waitMs: answer.failure.retryAfterMs ?? 0 };
    }
    const ageMs = pagesHeard.heard(answer);
    // The first answer may be the first to tell the service's time: asked again from where it belongs.
    if (page === 1 && fromNow() < from - clockMargin) {
      from = fromNow();
      page = 0;
      continue;
    }
    if (ageMs !== undefined) {
      // Documents of the other machines lie between ours, by how many nobody here knows.
      mostPages = Math.max(mostPages, pagesOfTeam);
      underWay = (underWay ?? 0) + answer.value.filter(({ status }) => !isFinalStatus(status)).length;
    }
    apply(answer.value, ageMs ?? 0);
    for (const record of answer.value) {
      seen.add(record.id);
      missing.delete(record.id);
    }
    const last = answer.value.at(-1)?.created_at;
    if (isLastPage(answer, pageSize) || (last !== undefined && Date.parse(last) < from)) break;
  }
  return { kind: 'done', seen, ageMs: pagesHeard.ageMs(), heardMs: pagesHeard.heardMs(), underWay };
}
