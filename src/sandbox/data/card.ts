/** A record of the knowledge graph, as responses show it: an id, a name, and whatever its category has. */
export interface Card {
  id: string;
  name: string;
  [field: string]: unknown;
}

/** The categories of section 1, as the paths of section 4.3 write them. */
export const categories = [
  'companies',
  'etfs',
  'funds',
  'sources',
  'positions',
  'organizations',
  'people',
  'places',
  'products',
  'concepts',
  'topics',
] as const;
export type Category = (typeof categories)[number];
