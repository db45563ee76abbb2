import { createHash } from 'node:crypto';
import type { Clock } from '#core/ports/clock.ts';
import { type ListAnswer, readPages } from '../service/ask-list.ts';
import type { DocumentRecord } from '../service/schemas/document.ts';
import { askAgain } from '../service/try-again.ts';

/** A list is unreliable when no two successive readings among this many agree. */
const mostReadings = 8;

export type ListOrder = 'asc' | 'desc';

export interface ReadListOptions {
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Rows per request. */
  readonly pageSize: number;
  /** Sorted by creation time: `asc` has the oldest first. */
  readonly page: (number: number, order: ListOrder) => Promise<ListAnswer<DocumentRecord>>;
  /**
   * Called with each page as it arrives. A document that was seen once counts, whatever a later reading
   * shows.
   */
  readonly onPage: (records: readonly DocumentRecord[], reading: number) => void;
}

/**
 * Reads a whole list from alternating ends until two successive readings agree. The end of a list is silence,
 * and silence is not evidence: a reading from the oldest may stop too early, and one from the newest begins
 * beyond that point. A document that is deleted meanwhile shifts later ones across a page boundary; that
 * shows in the same way. Documents created meanwhile do not count.
 *
 * @returns `moving` when no two readings agree, or the list has no end or no second page; `failed` when it
 *   could not be read
 */
export async function readList(options: ReadListOptions): Promise<'whole' | 'moving' | 'failed'> {
  let before: Reading | undefined;
  for (let reading = 1; reading <= mostReadings; reading++) {
    const now = await readOnce(options, reading, before);
    if (typeof now === 'string') return now;
    if (before !== undefined && now.known === before.all) return 'whole';
    before = now;
  }
  return 'moving';
}

/**
 * The result of one reading. A list may have a million documents, so two readings are compared by an
 * order-independent hash of their ids.
 */
interface Reading {
  /** Hash of all ids. */
  readonly all: bigint;
  /** Hash of the ids that are not newer than everything in the previous reading. */
  readonly known: bigint;
  /** Creation time of the newest document, if the service states it. */
  readonly newest: string;
  /** The last page with new documents. From the other end the list must be as long. */
  readonly pages: number;
}

async function readOnce(
  { pageSize, page, onPage, clock, signal }: ReadListOptions,
  reading: number,
  before: Reading | undefined,
): Promise<Reading | 'moving' | 'failed'> {
  const order = reading % 2 === 1 ? 'asc' : 'desc';
  let [all, known, newest, pages] = [0n, 0n, '', 0];
  const read = await readPages({
    pageSize,
    page: (number) => askAgain(() => page(number, order), { clock, signal }),
    reaches: before?.pages,
    onPage(news, number) {
      pages = Math.max(pages, number);
      for (const { id, created_at: createdAt = '' } of news) {
        const hash = hashOf(id);
        all ^= hash;
        if (before === undefined || createdAt <= before.newest) known ^= hash;
        if (createdAt > newest) newest = createdAt;
      }
      onPage(news, reading);
      return false;
    },
  });
  if (read === 'failed') return 'failed';
  return read === 'end' ? { all, known, newest, pages } : 'moving';
}

function hashOf(id: string): bigint {
  return createHash('sha256').update(id).digest().readBigUInt64BE();
}
