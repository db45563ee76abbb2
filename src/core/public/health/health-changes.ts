import { type Finding, findingKey, type Health } from '#shared/bridge/health.ts';

/** What is otherwise than at the look before. */
export interface HealthChanges {
  readonly began: readonly Finding[];
  readonly ended: readonly Finding[];
  /** Undefined where it was so before. */
  readonly paused: boolean | undefined;
}

type Looked = { readonly health: Pick<Health, 'findings'>; readonly paused: boolean };

/** Somebody of the team asked this machine, or all, to send nothing: the one of them that is in force. */
export function isTeamPause({ said }: Pick<Finding, 'said'>): boolean {
  return said.code === 'team.pausedAll' || said.code === 'team.pausedOne';
}

/**
 * Compares each look with the one before, so that a state is said when it begins and when it ends, and never
 * again in between.
 */
export function createHealthChanges(): (status: Looked) => HealthChanges {
  let before = new Map<string, Finding>();
  let wasPaused = false;
  return ({ health, paused }) => {
    const now = new Map(health.findings.map((finding) => [findingKey(finding), finding]));
    const changes = {
      began: [...now].flatMap(([key, finding]) => (before.has(key) ? [] : [finding])),
      ended: [...before].flatMap(([key, finding]) =>
        now.has(key) || isFollowedByPause(finding, health.findings) ? [] : [finding],
      ),
      paused: paused === wasPaused ? undefined : paused,
    };
    before = now;
    wasPaused = paused;
    return changes;
  };
}

/** Only one pause is told at a time: that another one is told now does not say that the former is over. */
function isFollowedByPause(finding: Finding, now: readonly Finding[]): boolean {
  return isTeamPause(finding) && now.some((one) => isTeamPause(one) && one.profileId === finding.profileId);
}
