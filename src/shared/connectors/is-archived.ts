import type { Connector } from '../bridge/connectors.ts';

/**
 * Whether a connector counts among those that are archived. One that is being removed counts among the active
 * ones until it is gone, whatever the service says of it: who began that looks for it there.
 */
export function isArchived({ archived, activity }: Pick<Connector, 'archived' | 'activity'>): boolean {
  return archived === true && activity?.kind !== 'removal';
}
