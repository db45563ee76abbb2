import { z } from 'zod';
import { jsonReply } from '../http/reply.ts';
import type { Route } from '../http/router.ts';
import { validate } from '../http/validate.ts';
import type { Services } from '../services.ts';

const executionsQuery = z.object({ limit: z.coerce.number().int().min(1).default(20) });

/** Operations of the account: the quotas (section 4.14), and the stored executions (section 4.1), of which there are none. */
export function accountRoutes({ documents, settings }: Services): Route[] {
  return [
    {
      method: 'GET',
      path: '/v1/subscription/quotas',
      handle({ user }) {
        const used = documents.countByStatus().completed ?? 0;
        const quotas = {
          org_id: user.orgId,
          subscription_type: 'quota',
          quota_units: [
            { id: 'documents', display_name: 'Documents', units_usage: used, units_limit: 1_000_000 },
            { id: 'search', display_name: 'Search queries', units_usage: 0, units_limit: null },
          ],
        };
        return jsonReply(settings.profile === 'field' ? quotas : { results: quotas });
      },
    },
    {
      method: 'GET',
      path: '/v1/workflow/executions',
      handle({ query }) {
        validate(executionsQuery, Object.fromEntries(query), 'query');
        return jsonReply({ count: 0, results: [], cursor: null });
      },
    },
  ];
}
