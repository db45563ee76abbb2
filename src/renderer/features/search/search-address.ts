import type { PageCallInput } from '#shared/bridge/contract.ts';
import type { FoundChunk } from '#shared/bridge/search.ts';
import { href } from '../../lib/route.ts';
import { startOfDay } from '../documents/document-address.ts';

/** What the address of the page holds, so that "back" leads through earlier searches. */
export interface SearchAddress {
  readonly text: string;
  /** Names; a document has any of them. */
  readonly tags: readonly string[];
  /** Days, `YYYY-MM-DD`, both included; empty for any. */
  readonly from: string;
  readonly to: string;
}

export function searchAddress(query: URLSearchParams): SearchAddress {
  return {
    text: (query.get('q') ?? '').trim(),
    // A tag's name may hold a comma, so each stands for itself.
    tags: query.getAll('tag').filter((tag) => tag !== ''),
    from: query.get('from') ?? '',
    to: query.get('to') ?? '',
  };
}

/**
 * @param ask searches at once: for where a person has already said so, such as Enter in the palette. An address without it shows
 *   what was found before, and never uses quota by itself.
 */
export function searchHref({ text, tags, from, to }: Partial<SearchAddress>, { ask = false } = {}): string {
  const query = new URLSearchParams();
  if (text) query.set('q', text);
  for (const tag of tags ?? []) query.append('tag', tag);
  if (from) query.set('from', from);
  if (to) query.set('to', to);
  if (ask) query.set('ask', '1');
  return query.size === 0 ? '#/search' : `#/search?${query}`;
}

/** The search as the core takes it; days are the person's own, from midnight to midnight. */
export function searchInput({ text, tags, from, to }: SearchAddress): PageCallInput<'search.files'> {
  const after = startOfDay(from, 0);
  const before = startOfDay(to, 1);
  return {
    text,
    tags: [...tags],
    ...(after === undefined ? {} : { after }),
    ...(before === undefined ? {} : { before }),
  };
}

/** Characters of a passage that are enough to find it again. */
const quoted = 120;
/** Fewer may stand in many places, such as headings do; then the paragraph alone says better where it is. */
const telling = 25;

/** Where a found passage stands in the document's browser. */
export function chunkHref(contentId: string, { chunk, text, paragraph }: FoundChunk): string {
  const [line = ''] = text.trim().split('\n');
  const quote = line.trim().slice(0, quoted);
  return href(['documents', contentId, 'annotated'], {
    chunk: String(chunk ?? 0),
    quote: paragraph === null || quote.length >= telling ? quote : undefined,
    paragraph: paragraph === null ? undefined : String(paragraph),
  });
}
