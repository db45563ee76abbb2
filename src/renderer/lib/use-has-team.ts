import { useCall } from './queries.ts';
import { useProfiles } from './use-profiles.ts';

/** Whether this machine sends with others: by its settings, or as it was started. */
export function useHasTeam(): boolean {
  const { active } = useProfiles();
  const { data: status } = useCall('agent.status', {});
  if (active === undefined) return false;
  return active.team !== undefined || status?.health.teams[active.id] !== undefined;
}
