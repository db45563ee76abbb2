import type { Clock } from '#core/ports/clock.ts';
import { type ListAnswer, mostListPages } from '../service/ask-list.ts';
import type { DocumentRecord } from '../service/schemas/document.ts';
import { askAgain } from '../service/try-again.ts';

/** A list that does not stand still for so many readings is not to be relied on. */
const mostReadings = 8;

export interface ReadListOptions {
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Rows asked for at a time. */
  readonly pageSize: number;
  /** Oldest first, so that what is added comes at the end and moves no page. */
  readonly page: (number: number) => Promise<ListAnswer<DocumentRecord>>;
  /** Each page, as it is read: what was seen once counts, whatever a later reading shows. */
  readonly onPage: (records: readonly DocumentRecord[], reading: number) => void;
}

/**
 * Reads a list whole, again and again, until two readings one after the other show the same. A document that
 * is deleted meanwhile moves all behind it forward, and one of them over the edge of a page that was read: a
 * single reading cannot tell. What came at the end meanwhile moves nothing and does not count.
 *
 * @returns `moving` when it does not come to rest, has no end or no second page, `failed` when it could not
 *   be read
 */
export async function readList(options: ReadListOptions): Promise<'whole' | 'moving' | 'failed'> {
  let before: Reading | undefined;
  for (let reading = 1; reading <= mostReadings; reading++) {
    const now = await readOnce(options, reading);
    if (typeof now === 'string') return now;
    if (before && isSame(before, now)) return 'whole';
    before = now;
  }
  return 'moving';
}

/** Content ids and when each was made, where the service tells. */
type Reading = ReadonlyMap<string, string | undefined>;

/**
 * A page that is not full need not be the last one: a service may give fewer rows than it is asked for. One
 * without news is.
 */
async function readOnce(
  { pageSize, page, onPage, clock, signal }: ReadListOptions,
  reading: number,
): Promise<Reading | 'moving' | 'failed'> {
  const seen = new Map<string, string | undefined>();
  for (let number = 1; number <= mostListPages; number++) {
    const answer = await askAgain(() => page(number), { clock, signal });
    if (!answer.ok) return 'failed';
    const news = answer.value.filter(({ id }) => !seen.has(id));
    // Rows with an id that is none are left out: a page of nothing but them is still a page.
    // A full page of old ones again: the service turns no pages, and what stands behind this one stays
    // unseen.
    if (news.length === 0 && !answer.refused) return answer.value.length === pageSize ? 'moving' : seen;
    for (const record of news) seen.set(record.id, record.created_at);
    onPage(news, reading);
  }
  return 'moving';
}

function isSame(before: Reading, now: Reading): boolean {
  if ([...before.keys()].some((id) => !now.has(id))) return false;
  const newest = [...before.values()].reduce((one = '', other = '') => (one > other ? one : other), '') ?? '';
  return [...now].every(([id, createdAt]) => before.has(id) || (createdAt ?? '') > newest);
}
