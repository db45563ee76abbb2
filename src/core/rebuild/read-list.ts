import { createHash } from 'node:crypto';
import type { Clock } from '#core/ports/clock.ts';
import { type ListAnswer, readPages } from '../service/ask-list.ts';
import type { DocumentRecord } from '../service/schemas/document.ts';
import { askAgain } from '../service/try-again.ts';

/** A list of which no two readings in a row agree in so many is not reliable. */
const mostReadings = 8;

export type ListOrder = 'asc' | 'desc';

export interface ReadListOptions {
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Rows asked for at a time. */
  readonly pageSize: number;
  /** By the time of creation: `asc` has the oldest first. */
  readonly page: (number: number, order: ListOrder) => Promise<ListAnswer<DocumentRecord>>;
  /** Each page, as it is read: what was seen once counts, whatever a later reading shows. */
  readonly onPage: (records: readonly DocumentRecord[], reading: number) => void;
}

/**
 * Reads a list whole, from one end and then from the other, until two readings in a row show the same. The
 * end of a list is silence, and silence is not evidence: what a reading from the oldest takes for the end,
 * one from the newest begins beyond. A document that is deleted meanwhile moves those behind it over the edge
 * of a page; that shows in the same way. Documents created meanwhile do not count.
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
 * What a reading showed. A list may have a million documents, so two readings are compared by a hash of their
 * ids that does not depend on the order.
 */
interface Reading {
  /** Of all ids. */
  readonly all: bigint;
  /** Of those that are not newer than all of the reading before. */
  readonly known: bigint;
  /** When the newest was created, where the service tells. */
  readonly newest: string;
  /** The last page that had something: from the other end the list is as long. */
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
