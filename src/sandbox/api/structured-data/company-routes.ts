import { z } from 'zod';
import { isCusip, isIsin } from '../../data/identifiers.ts';
import { subsidiariesOf } from '../../data/subsidiaries.ts';
import { invalid } from '../../http/problem.ts';
import type { Route } from '../../http/router.ts';
import type { Services } from '../../services.ts';
import { dataRoute } from '../data-route.ts';
import { screenerBody, screenerRows } from './company-screener.ts';
import { entityIdentifier, issuerOf } from './entity-identifier.ts';

/** Neither method nor request is shown: a POST takes `identifier` or `rp_entity_id`, a GET the latter. */
const subsidiariesBody = z.union(
  [z.object({ identifier: entityIdentifier }), z.object({ rp_entity_id: z.string().min(1) })],
  'Input should carry an identifier with a type and a value, or an rp_entity_id',
);

const isValid = { cusip: isCusip, isin: isIsin };

/** The screener, subsidiaries and issuers by identifier (sections 4.4, 4.14). */
export function companyRoutes(services: Services): Route[] {
  return [
    ...dataRoute(services, {
      path: '/v1/company-screener/query',
      takes: screenerBody,
      answer: ({ filters, limit }, { now }) => ({
        results: screenerRows(filters, services.catalog, now).slice(0, limit),
      }),
    }),
    ...dataRoute(services, {
      path: '/v1/subsidiaries',
      takes: subsidiariesBody,
      byGet: Object.fromEntries,
      answer(asked, asking) {
        const id = 'identifier' in asked ? asked.identifier.value : asked.rp_entity_id;
        const company = issuerOf(id, asking);
        return { results: company === undefined ? [] : subsidiariesOf(company) };
      },
    }),
    ...(['cusip', 'isin'] as const).flatMap((kind) => issuerRoutes(kind, services)),
  ];
}

/**
 * `get-by-cusip` and `get-by-isin`: the issuer of an equity or a bond. The request is not shown: a POST takes
 * `values`, or the identifier's own name with one or several; a GET takes that name as a query parameter,
 * repeatable. A result is the company's profile with the identifier it was found by.
 */
function issuerRoutes(kind: 'cusip' | 'isin', services: Services): Route[] {
  const list = z.union([z.string(), z.array(z.string()).min(1)]).optional();
  return dataRoute(services, {
    path: `/v1/companies/get-by-${kind}`,
    takes: z.object({ values: list, [kind]: list, [`${kind}s`]: list }),
    byGet: (query) => ({ [kind]: query.getAll(kind) }),
    answer(asked: Record<string, string | string[] | undefined>, { given, where, errors }) {
      const values = [asked.values, asked[kind], asked[`${kind}s`]].flatMap((value) => value ?? []);
      if (values.length === 0) {
        throw invalid({ loc: [where, kind], msg: 'Field required', type: 'missing', input: given });
      }
      const results = values.flatMap((value) => {
        const written = value.trim().toUpperCase();
        const found = services.catalog.companies.find((one) => one[`${kind}_values`].includes(written));
        if (found !== undefined) return [{ [kind]: written, rp_entity_id: found.id, ...found }];
        errors.push(
          isValid[kind](written)
            ? `No company issues ${written}.`
            : `${value} is no valid ${kind.toUpperCase()}.`,
        );
        return [];
      });
      return { results };
    },
  });
}
