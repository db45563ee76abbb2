import type { InvalidateQueryFilters, QueryClient } from '@tanstack/react-query';

/**
 * Makes answers old, and asks again for those on screen. A first answer that is under way is left to come by
 * `invalidateQueries`, and counts as fresh from then on, though it may be from before what made it old: so
 * that is asked for once more.
 */
export function askAgain(client: QueryClient, filters: InvalidateQueryFilters = {}): void {
  const underWay = client
    .getQueryCache()
    .findAll({ ...filters, fetchStatus: 'fetching' })
    .filter(({ state }) => state.data === undefined);
  void client.invalidateQueries(filters);
  for (const query of underWay) {
    const { queryKey } = query;
    const again = () => client.invalidateQueries({ queryKey, exact: true });
    void query.promise?.then(again, again);
  }
}
