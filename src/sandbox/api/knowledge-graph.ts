import { z } from 'zod';
import { type Card, type Category, cards, categories } from '../data/catalog.ts';
import { invalid, Problem } from '../http/problem.ts';
import { countryCode } from './fields.ts';
import { unlistedPeople } from './find-entity.ts';
import type { Asking } from './table-row.ts';

/** Most values in a values list (sections 4.3, 8). */
const mostValues = 5000;

/**
 * The list filters of each category, and the result field that each constrains (sections 4.2, 4.3). The
 * specification only says that filters are named after fields; these follow the fields the sandbox has.
 */
const filterFields: Readonly<Record<Category, Readonly<Record<string, string>>>> = {
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
/** Source filters whose values are not listed (section 4.3, rule 2). */
const unlistedFilters = new Set(['packages', 'categories', 'tiers']);

type LookupBody = Record<string, string | string[] | undefined>;

/** The body of a lookup. Section 4.2: ETFs need at least one field. */
export function lookupBody(category: Category): z.ZodType<LookupBody> {
  const names = Object.keys(filterFields[category]);
  const lists = Object.fromEntries(
    names.map((name) => [name, z.array(name === 'countries' ? countryCode : z.string()).optional()]),
  );
  const isAsked = (body: LookupBody) =>
    Object.values(body).some((value) => value !== undefined && value.length > 0);
  return z
    .strictObject({ query: z.string().optional(), ...lists })
    .refine((body) => category !== 'etfs' || isAsked(body), {
      error: `At least one of ${['query', ...names].join(', ')} must be given`,
    })
    .prefault({});
}

/** Finds the cards of a category by text and list filters. */
export const lookup =
  (category: Category) =>
  ({ query, ...filters }: LookupBody, { context, services }: Asking) => {
    const people = category === 'people' ? unlistedPeople(context.user, services) : [];
    const results = findCards([...cards[category], ...people], String(query ?? ''), (card) =>
      Object.entries(filters).every(([name, values = []]) => {
        const own = folded(card[filterFields[category][name] ?? '']);
        return values.length === 0 || [values].flat().some((value) => folded(value) === own);
      }),
    );
    // The price is the sandbox's own: a token for each record, and one for a lookup without results.
    const tokens = Math.max(results.length, 1);
    services.usage.add(context.user.orgId, 'tokens', tokens);
    return { results, usage: { knowledge_graph_tokens: tokens } };
  };

/** Every word must occur in name, ticker or description (section 4.2). Exact names and tickers come first. */
function findCards(all: readonly Card[], query: string, keeps: (card: Card) => boolean): Card[] {
  const wanted = folded(query);
  const words = wanted.split(/\s+/);
  const isExact = ({ name, ticker }: Card) => wanted !== '' && [name, ticker].map(folded).includes(wanted);
  const found = all.filter((card) => {
    const text = [card.name, card.ticker, card.description].map(folded).join('\n');
    return keeps(card) && words.every((word) => text.includes(word));
  });
  return [...found.filter(isExact), ...found.filter((card) => !isExact(card))];
}

function folded(value: unknown): string {
  return typeof value === 'string' ? value.trim().toLowerCase() : '';
}

/** The values that a filter accepts (section 4.3, rule 2). */
export function listValues(_: unknown, { context }: Asking) {
  const { category = '', filter = '' } = context.params;
  const known = categories.find((one) => one === category);
  if (known === undefined) throw new Problem(404, 'ROUTE_NOT_FOUND', 'There is no such category.');
  const listed = Object.keys(filterFields[known]).filter((name) => !unlistedFilters.has(name));
  if (!listed.includes(filter)) {
    const msg = `Input should be one of: ${listed.join(', ')}`;
    throw invalid({ loc: ['path', 'filter'], msg, type: 'enum', input: filter, ctx: { expected: listed } });
  }
  const results = valuesOf(cards[known], filterFields[known][filter] ?? '');
  return { results, usage: { knowledge_graph_tokens: 0 } };
}

/** The values of a field, each once, sorted. */
export function valuesOf(all: readonly Card[], field: string): string[] {
  const values = all.map((card) => card[field]).filter((value) => typeof value === 'string' && value !== '');
  return [...new Set(values as string[])].toSorted().slice(0, mostValues);
}
