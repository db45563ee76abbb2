import { type Card, type Category, categories } from './card.ts';
import cardData from './cards.json' with { type: 'json' };
import type { Company, Etf } from './companies.ts';

/** The invented data set: every card, and the ways to find one. */
export interface Catalog {
  cards: Readonly<Record<Category, readonly Card[]>>;
  companies: readonly Company[];
  etfs: readonly Etf[];
  /** The company or ETF of an id: what has a price. */
  security(id: string): Company | Etf | undefined;
  company(id: string): Company | undefined;
  /** Any card, whatever its category. */
  card(id: string): { category: Category; card: Card } | undefined;
}

export function createCatalog(): Catalog {
  const cards: Catalog['cards'] = cardData;
  const companies = cardData.companies as Company[];
  const { etfs } = cardData;
  const byId = new Map(
    categories.flatMap((category) => cards[category].map((card) => [card.id, { category, card }])),
  );
  const company = (id: string) => companies.find((one) => one.id === id);
  return {
    cards,
    companies,
    etfs,
    company,
    security: (id) => company(id) ?? etfs.find((one) => one.id === id),
    card: (id) => byId.get(id),
  };
}
