import { useCall } from './queries.ts';
import { useProfiles } from './use-profiles.ts';

/**
 * Whether this machine sends with others, with that profile or else the active one: by its settings, or as it
 * was started.
 */
export function useHasTeam(profileId?: string): boolean {
  const { active, all } = useProfiles();
  const { data: status } = useCall('agent.status', {});
  const profile = profileId === undefined ? active : all.find(({ id }) => id === profileId);
  if (profile === undefined) return false;
  return profile.team !== undefined || status?.health.teams[profile.id] !== undefined;
}
