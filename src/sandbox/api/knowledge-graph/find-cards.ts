import type { Card } from '../../data/card.ts';

/** Most values a values list holds (sections 4.3 and 8). */
export const mostValues = 5000;

/** What cards are narrowed to: words, and values for fields. */
export interface CardQuery {
  query: string | undefined;
  /** Field of the card → values, any of which must be met in full, case ignored (section 4.3, rule 1). */
  fields: ReadonlyMap<string, readonly string[]>;
}

/**
 * The cards that meet every condition. Each word of the query must stand in the name, the ticker or the
 * description (section 4.2). Those called exactly so come first, then those whose name begins so.
 */
export function findCards(cards: readonly Card[], { query, fields }: CardQuery): Card[] {
  const wanted = [...fields].map(([field, values]) => ({ field, values: new Set(values.map(folded)) }));
  const words = folded(query ?? '')
    .split(/\s+/)
    .filter((word) => word !== '');
  return cards
    .filter((card) => wanted.every(({ field, values }) => values.has(folded(card[field]))))
    .filter((card) => words.every((word) => searched(card).includes(word)))
    .map((card) => ({ card, rank: rankOf(card, words.join(' ')) }))
    .toSorted((left, right) => left.rank - right.rank || compare(left.card.name, right.card.name))
    .map(({ card }) => card);
}

/** The values a field has among the cards, each once, sorted, at most 5000. */
export function valuesOf(cards: readonly Card[], field: string): string[] {
  const values = cards
    .map((card) => card[field])
    .filter((value) => typeof value === 'string' && value !== '');
  return [...new Set(values as string[])].toSorted(compare).slice(0, mostValues);
}

function searched(card: Card): string {
  return folded([card.name, card.ticker ?? '', card.description ?? ''].join('\n'));
}

function rankOf(card: Card, query: string): number {
  if (query === '') return 0;
  const name = folded(card.name);
  if (name === query || folded(card.ticker) === query) return 0;
  if (name.startsWith(query)) return 1;
  return name.includes(query) ? 2 : 3;
}

function folded(value: unknown): string {
  return typeof value === 'string' ? value.trim().toLowerCase() : '';
}

function compare(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}
