import type { UsageUnit } from '../store/usage.ts';
import type { Asking } from './table-row.ts';

/**
 * `GET /v1/subscription/quotas` (section 4.14): the usage and the limits of the organization. Uploaded documents
 * count by their pages. Deployments differ in the wrapper and in how they write "no limit": both are options.
 */
export function quotas(_: unknown, { context, services: { settings, usage } }: Asking) {
  const { orgId } = context.user;
  const { shape, unlimited, pagesLimit } = settings.quotas;
  const none = unlimited === 'word' ? 'unlimited' : null;
  const unit = (
    id: string,
    display_name: string,
    counted: UsageUnit,
    units_limit: number | string | null,
  ) => ({
    ...{ id, display_name, units_usage: usage.used(orgId, counted), units_limit },
  });
  const answer = {
    org_id: orgId,
    subscription_type: 'quota',
    quota_units: [
      unit('documents_uploaded', 'Documents uploaded (pages)', 'pages', pagesLimit ?? none),
      unit('search_queries', 'Search query units', 'search', none),
      unit('knowledge_graph', 'Knowledge graph tokens', 'tokens', 100_000),
    ],
  };
  return shape === 'bare' ? answer : { results: answer };
}
