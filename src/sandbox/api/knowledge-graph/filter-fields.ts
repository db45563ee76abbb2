import type { Category } from '../../data/card.ts';

/**
 * The list filters of each category and the result field each constrains (sections 4.2, 4.3). Where the
 * specification says only that filters are named after the fields, the names follow the fields the sandbox
 * has.
 */
export const filterFields: Readonly<Record<Category, Readonly<Record<string, string>>>> = {
  companies: {
    types: 'type',
    statuses: 'status',
    countries: 'country',
    sectors: 'sector',
    industries: 'industry',
  },
  etfs: { statuses: 'status', countries: 'country', sectors: 'sector' },
  funds: { types: 'type', countries: 'country', sectors: 'sector' },
  sources: {
    countries: 'country',
    languages: 'language',
    ranks: 'rank',
    tiers: 'tier',
    categories: 'category',
    packages: 'package',
  },
  positions: {},
  organizations: { types: 'type', countries: 'country' },
  people: { positions: 'position', countries: 'country', companies: 'company' },
  places: { types: 'type', countries: 'country' },
  products: { types: 'type', companies: 'company' },
  concepts: { types: 'type' },
  topics: { groups: 'group' },
};

/** The source filters whose values are not listed (section 4.3, rule 2). */
export const unlistedFilters = new Set(['packages', 'categories', 'tiers']);
