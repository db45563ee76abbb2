import { z } from 'zod';
import { type Category, categories } from '../../data/card.ts';
import { invalid, Problem } from '../../http/problem.ts';
import { jsonReply, type Reply } from '../../http/reply.ts';
import type { RequestContext } from '../../http/request-context.ts';
import type { Route } from '../../http/router.ts';
import type { Services } from '../../services.ts';
import { dataRoute, responseMetadata } from '../data-route.ts';
import { countryCode } from '../fields.ts';
import { unlistedPeople } from '../find-entity.ts';
import { filterFields, unlistedFilters } from './filter-fields.ts';
import { findCards, valuesOf } from './find-cards.ts';

/** Lookup of entities by text and list filters (sections 4.2, 4.3). */
export function knowledgeGraphRoutes(services: Services): Route[] {
  return [
    ...categories.flatMap((category) => lookup(category, services)),
    {
      method: 'GET',
      path: '/v1/knowledge-graph/{category}/values/{filter}',
      handle: (context) => listValues(context, services),
    },
  ];
}

function lookup(category: Category, services: Services): Route[] {
  const filters = Object.entries(filterFields[category]);
  const lists = Object.fromEntries(
    filters.map(([name]) => [name, z.array(name === 'countries' ? countryCode : z.string()).optional()]),
  );
  return dataRoute(services, {
    path: `/v1/knowledge-graph/${category}`,
    takes: z.strictObject({ query: z.string().optional(), ...lists }),
    mayBeEmpty: true,
    answer({ query, ...rest }, { context }) {
      const values = rest as Record<string, string[] | undefined>;
      const asked = filters.map(([name, field]) => [field, values[name] ?? []] as const);
      const fields = new Map(asked.filter(([, wanted]) => wanted.length > 0));
      // All fields of an ETF lookup are optional, but at least one must be given (section 4.2).
      if (category === 'etfs' && !query && fields.size === 0) {
        const msg = `At least one of ${['query', ...Object.keys(lists)].join(', ')} must be given`;
        throw invalid({ loc: ['body'], msg, type: 'value_error', input: { query, ...values } });
      }
      const unlisted = category === 'people' ? unlistedPeople(context.user, services) : [];
      const results = findCards([...services.catalog.cards[category], ...unlisted], { query, fields });
      // Invented: one token a record found, and one for asking in vain.
      const tokens = Math.max(results.length, 1);
      services.usage.add(context.user.orgId, 'tokens', tokens);
      return graphAnswer(results, tokens, context, services);
    },
    envelope: (answer) => answer,
  });
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
  return jsonReply(graphAnswer(valuesOf(services.catalog.cards[known], field), 0, context, services));
}

function graphAnswer(results: unknown, tokens: number, context: RequestContext, services: Services) {
  return {
    results,
    metadata: responseMetadata(context, services),
    usage: { knowledge_graph_tokens: tokens },
  };
}
