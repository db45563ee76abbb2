import type { TeamShown } from '#shared/bridge/team.ts';
import { useCall } from './queries.ts';

/** What other machines do tells no event here: asked for this often, milliseconds. */
const lookEvery = 15_000;

/**
 * What the machines of the team use together, and may; undefined where the profile in force is in none, or
 * its database cannot be asked.
 */
export function useTeamTogether(): TeamShown | undefined {
  const { data: status } = useCall('agent.status', {});
  const isInTeam = status?.profile != null && status.health.teams[status.profile.id] !== undefined;
  const { data } = useCall('team.show', {}, { enabled: isInTeam, refetchInterval: () => lookEvery });
  return isInTeam ? (data?.team ?? undefined) : undefined;
}
