import { href } from '../route.ts';
import { defineQuery } from './define-query.ts';
import { day, flag, text, texts } from './fields.ts';

export const searchQuery = defineQuery(
  {
    text,
    /** Names; a document has any of them. */
    tags: texts,
    from: day,
    to: day,
    /**
     * Searches at once: for where a person has already said so, such as Enter in the palette. An address
     * without it shows what was found before, and never uses quota by itself.
     */
    ask: flag,
  },
  { text: 'q', tags: 'tag' },
);
export type SearchAddress = typeof searchQuery.usual;

export function searchHref(values: Partial<SearchAddress>): string {
  return href(['search'], searchQuery.write(values));
}
