import { z } from 'zod';
import { type Category, categories } from '../../data/card.ts';
import { invalid, Problem } from '../../http/problem.ts';
import { readJson } from '../../http/read-json.ts';
import { jsonReply, type Reply } from '../../http/reply.ts';
import type { RequestContext } from '../../http/request-context.ts';
import type { Route } from '../../http/router.ts';
import { validate } from '../../http/validate.ts';
import type { Services } from '../../services.ts';
import { unlistedPeople } from '../find-entity.ts';
import { responseMetadata } from '../response-parts.ts';
import { filterFields, unlistedFilters } from './filter-fields.ts';
import { findCards, valuesOf } from './find-cards.ts';

/** ISO 3166-1 alpha-2, as sections 4.2 and 8 write it. */
const country = z.string().regex(/^[A-Z]{2}$/, 'String should match pattern ^[A-Z]{2}$');

/** Lookup of entities by text and list filters (sections 4.2, 4.3). */
export function knowledgeGraphRoutes(services: Services): Route[] {
  return [
    ...categories.map((category) => ({
      method: 'POST',
      path: `/v1/knowledge-graph/${category}`,
      handle: (context: RequestContext) => find(category, context, services),
    })),
    {
      method: 'GET',
      path: '/v1/knowledge-graph/{category}/values/{filter}',
      handle: (context) => listValues(context, services),
    },
  ];
}

async function find(category: Category, context: RequestContext, services: Services): Promise<Reply> {
  const given = (await readJson(context)) ?? {};
  const filters = filterFields[category];
  const shape = Object.fromEntries(
    Object.keys(filters).map((name) => [
      name,
      z.array(name === 'countries' ? country : z.string()).optional(),
    ]),
  );
  const body: Record<string, string[] | string | undefined> = validate(
    z.strictObject({ query: z.string().optional(), ...shape }),
    given,
    'body',
  );
  if (category === 'etfs') refuseEmpty(body, Object.keys(filters));
  const fields = new Map<string, readonly string[]>();
  for (const [name, field] of Object.entries(filters)) {
    const values = body[name];
    if (Array.isArray(values) && values.length > 0) fields.set(field, values);
  }
  const query = typeof body.query === 'string' ? body.query : undefined;
  const unlisted = category === 'people' ? unlistedPeople(context.user, services) : [];
  const cards = [...services.catalog.cards[category], ...unlisted];
  const results = findCards(cards, { query, fields });
  // Invented: one token a record found, and one for asking in vain.
  const tokens = Math.max(results.length, 1);
  services.usage.add(context.user.orgId, 'tokens', tokens);
  const metadata = responseMetadata(context, services);
  return jsonReply({ results, metadata, usage: { knowledge_graph_tokens: tokens } });
}

/** All fields of an ETF lookup are optional, but at least one must be given (section 4.2). */
function refuseEmpty(body: Record<string, string[] | string | undefined>, filters: readonly string[]): void {
  const names = ['query', ...filters];
  if (names.some((name) => (body[name]?.length ?? 0) > 0)) return;
  const msg = `At least one of ${names.join(', ')} must be given`;
  throw invalid({ loc: ['body'], msg, type: 'value_error', input: body });
}

function listValues(context: RequestContext, services: Services): Reply {
  const { category = '', filter = '' } = context.params;
  const known = categories.find((one) => one === category);
  if (known === undefined) throw new Problem(404, 'ROUTE_NOT_FOUND', 'There is no such category.');
  const listed = Object.keys(filterFields[known]).filter((name) => !unlistedFilters.has(name));
  const field = listed.includes(filter) ? filterFields[known][filter] : undefined;
  if (field === undefined) {
    const msg =
      listed.length === 0
        ? `The category ${category} has no filter whose values are listed`
        : `Input should be ${listed.map((name) => `'${name}'`).join(', ')}`;
    throw invalid({ loc: ['path', 'filter'], msg, type: 'enum', input: filter, ctx: { expected: listed } });
  }
  return jsonReply({
    results: valuesOf(services.catalog.cards[known], field),
    metadata: responseMetadata(context, services),
    usage: { knowledge_graph_tokens: 0 },
  });
}
