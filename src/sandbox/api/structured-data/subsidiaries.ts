import { z } from 'zod';
import { subsidiariesOf } from '../../data/subsidiaries.ts';
import { readJson } from '../../http/read-json.ts';
import type { RequestContext } from '../../http/request-context.ts';
import type { Route } from '../../http/router.ts';
import { validate } from '../../http/validate.ts';
import type { Services } from '../../services.ts';
import { structuredReply } from '../response-parts.ts';
import { identifier, unknownEntity } from './identifier.ts';

const body = z.union(
  [z.object({ identifier }), z.object({ rp_entity_id: z.string().min(1) })],
  'Input should carry an identifier with a type and a value, or an rp_entity_id',
);

/**
 * `/v1/subsidiaries` (section 4.14). Neither method nor request is shown: a POST takes `identifier` or `rp_entity_id`, a GET
 * the latter as a query parameter.
 */
export function subsidiaries(services: Services): Route[] {
  const answer = (context: RequestContext, given: unknown, where: 'body' | 'query') => {
    const asked = validate(body, given, where);
    const id = 'identifier' in asked ? asked.identifier.value : asked.rp_entity_id;
    const company = services.catalog.company(id);
    const results = company === undefined ? [] : subsidiariesOf(company);
    return structuredReply(results, context, services, company === undefined ? [unknownEntity(id)] : []);
  };
  const path = '/v1/subsidiaries';
  return [
    { method: 'POST', path, handle: async (context) => answer(context, await readJson(context), 'body') },
    { method: 'GET', path, handle: (context) => answer(context, Object.fromEntries(context.query), 'query') },
  ];
}
