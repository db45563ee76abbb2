import { jsonReply } from '../http/reply.ts';
import type { Route } from '../http/router.ts';
import type { Services } from '../services.ts';

/**
 * `GET /v1/subscription/quotas` (section 4.14): what the organization has used and may use. Uploaded
 * documents count by their pages. Deployments differ in the wrapper and in how they write "no limit", so both
 * are switches.
 */
export function quotasRoute({ settings, usage }: Services): Route {
  return {
    method: 'GET',
    path: '/v1/subscription/quotas',
    handle({ user }) {
      const { shape, unlimited, pagesLimit } = settings.quotas;
      const none = unlimited === 'word' ? 'unlimited' : null;
      const unit = (id: string, display_name: string, used: number, units_limit: number | string | null) => ({
        id,
        display_name,
        units_usage: used,
        units_limit,
      });
      const quotas = {
        org_id: user.orgId,
        subscription_type: 'quota',
        quota_units: [
          unit(
            'documents_uploaded',
            'Documents uploaded (pages)',
            usage.used(user.orgId, 'pages'),
            pagesLimit ?? none,
          ),
          unit('search_queries', 'Search query units', usage.used(user.orgId, 'search'), none),
          unit('knowledge_graph', 'Knowledge graph tokens', usage.used(user.orgId, 'tokens'), 100_000),
        ],
      };
      return jsonReply(shape === 'bare' ? quotas : { results: quotas });
    },
  };
}
