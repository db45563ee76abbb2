import type { Card, Category } from './card.ts';
import { type Company, companies } from './companies.ts';
import { type Etf, etfs, funds } from './funds.ts';
import {
  concepts,
  organizations,
  people,
  places,
  positions,
  products,
  sources,
  topics,
} from './named-entities.ts';

/** The invented data set, made once: every card, and the ways to find one. */
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
  const companyList = companies();
  const etfList = etfs();
  const cards: Record<Category, readonly Card[]> = {
    companies: companyList,
    etfs: etfList,
    funds: funds(),
    sources: sources(),
    positions: positions(),
    organizations: organizations(),
    people: people(),
    places: places(),
    products: products(),
    concepts: concepts(),
    topics: topics(),
  };
  const companyById = new Map(companyList.map((one) => [one.id, one]));
  const etfById = new Map(etfList.map((one) => [one.id, one]));
  const byId = new Map<string, { category: Category; card: Card }>();
  for (const [category, list] of Object.entries(cards) as [Category, readonly Card[]][]) {
    for (const card of list) byId.set(card.id, { category, card });
  }
  return {
    cards,
    companies: companyList,
    etfs: etfList,
    company: (id) => companyById.get(id),
    security: (id) => companyById.get(id) ?? etfById.get(id),
    card: (id) => byId.get(id),
  };
}
