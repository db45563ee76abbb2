import { href } from '../route.ts';
import { defineQuery } from './define-query.ts';
import { oneOf, sorting, text } from './fields.ts';

export const connectorLists = ['active', 'archived', 'all'] as const;
export const connectorSortKeys = ['label', 'type', 'owner', 'lastSync', 'files'] as const;

export const connectorsQuery = defineQuery({
  show: oneOf(connectorLists, 'active'),
  sort: sorting(connectorSortKeys, { by: 'label', descending: false }),
});

export function connectorsHref(values: Partial<typeof connectorsQuery.usual>): string {
  return href(['connectors'], connectorsQuery.write(values));
}

/** The form for a new one; the type it begins with, as the service calls it. */
export const newConnectorQuery = defineQuery({ type: text });
