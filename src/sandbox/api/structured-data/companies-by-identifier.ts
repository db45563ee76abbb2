import { z } from 'zod';
import { isCusip, isIsin } from '../../data/identifiers.ts';
import { invalid } from '../../http/problem.ts';
import { readJson } from '../../http/read-json.ts';
import type { RequestContext } from '../../http/request-context.ts';
import type { Route } from '../../http/router.ts';
import { validate } from '../../http/validate.ts';
import type { Services } from '../../services.ts';
import { structuredReply } from '../response-parts.ts';

/** `get-by-cusip` and `get-by-isin` (section 4.14): the issuer of an equity or a bond. */
export function companiesByIdentifier(services: Services): Route[] {
  return [...lookup('cusip', services), ...lookup('isin', services)];
}

/**
 * The request is not shown: a POST takes `values`, or the identifier's own name with one or several; a GET takes that name as
 * a query parameter, repeatable. A result is the company's profile with the identifier it was found by.
 */
function lookup(kind: 'cusip' | 'isin', services: Services): Route[] {
  const list = z.union([z.string(), z.array(z.string()).min(1)]);
  const schema = z.object({
    values: list.optional(),
    [kind]: list.optional(),
    [`${kind}s`]: list.optional(),
  });
  const answer = (context: RequestContext, given: unknown, where: 'body' | 'query') => {
    const asked: Record<string, string | string[] | undefined> = validate(schema, given, where);
    const values = [asked.values, asked[kind], asked[`${kind}s`]].flatMap((value) => value ?? []);
    if (values.length === 0) {
      throw invalid({ loc: [where, kind], msg: 'Field required', type: 'missing', input: given ?? null });
    }
    const errors: string[] = [];
    const results = values.flatMap((value) => {
      const written = value.trim().toUpperCase();
      const found = services.catalog.companies.find((one) => one[`${kind}_values`].includes(written));
      if (found !== undefined) return [{ [kind]: written, rp_entity_id: found.id, ...found }];
      const good = kind === 'cusip' ? isCusip(written) : isIsin(written);
      errors.push(good ? `No company issues ${written}.` : `${value} is no valid ${kind.toUpperCase()}.`);
      return [];
    });
    return structuredReply(results, context, services, errors);
  };
  const path = `/v1/companies/get-by-${kind}`;
  return [
    { method: 'POST', path, handle: async (context) => answer(context, await readJson(context), 'body') },
    {
      method: 'GET',
      path,
      handle: (context) => answer(context, { [kind]: context.query.getAll(kind) }, 'query'),
    },
  ];
}
