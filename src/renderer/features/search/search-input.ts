import type { PageCallInput } from '#shared/bridge/contract.ts';
import type { FoundChunk } from '#shared/bridge/search.ts';
import { annotatedHref } from '../../lib/addresses/annotated.ts';
import { timeOfDays } from '../../lib/addresses/days.ts';
import type { SearchAddress } from '../../lib/addresses/search.ts';

/** The search as the core takes it. */
export function searchInput({ text, tags, from, to }: SearchAddress): PageCallInput<'search.files'> {
  return { text: text.trim(), tags: [...tags], ...timeOfDays(from, to) };
}

/** Characters of a passage that are enough to find it again. */
const quoted = 120;
/** Fewer may stand in many places, such as headings do; then the paragraph alone says better where it is. */
const telling = 25;

/** Where a found passage stands in the document's browser. */
export function chunkHref(contentId: string, { chunk, text, paragraph }: FoundChunk): string {
  const [line = ''] = text.trim().split('\n');
  const quote = line.trim().slice(0, quoted);
  return annotatedHref(contentId, {
    chunk: chunk ?? 0,
    quote: paragraph === null || quote.length >= telling ? quote : null,
    paragraph,
  });
}
