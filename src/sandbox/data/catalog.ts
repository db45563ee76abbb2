import cardData from './cards.json' with { type: 'json' };

/** A record of the knowledge graph. Its other fields depend on the category. */
export interface Card {
  id: string;
  name: string;
  [field: string]: unknown;
}

/** The categories of section 1, as the paths of section 4.3 write them. */
export type Category = keyof typeof cardData;
export const categories = Object.keys(cardData) as Category[];

export const cards: Readonly<Record<Category, readonly Card[]>> = cardData;
export const { companies, etfs, sources } = cardData;

const byId = new Map(
  categories.flatMap((category) => cards[category].map((card) => [card.id, { category, card }])),
);

/** Finds a card of any category. */
export function findCard(id: string): { category: Category; card: Card } | undefined {
  return byId.get(id);
}
