import type { Stranded } from '#core/ports/team.ts';
import type { TeamShown } from '#shared/bridge/team.ts';
import type { TeamStatus } from '../team/postgres/postgres-team.ts';

type Pause = TeamStatus['paused'];

/** A team as its pages have it: ages become times of this machine's clock, since no other's is compared. */
export function teamAsShown(
  status: TeamStatus,
  {
    now,
    self,
    stranded,
  }: {
    readonly self: string | null;
    readonly stranded: Stranded;
    readonly now: number;
  },
): TeamShown {
  const { agents, landed, paused, permitted, places, placesTaken, used } = status;
  const pauseOf = (pause: Pause) => pause && { by: pause.by, since: now - pause.ageMs, ofAll: pause.ofAll };
  return {
    self,
    paused: pauseOf(paused),
    places,
    placesTaken,
    permitted,
    used,
    landed,
    machines: agents.map(({ paused: own, seenMs, ...machine }) => ({
      ...machine,
      seenAt: now - seenMs,
      paused: pauseOf(own),
    })),
    stranded: strandedAsShown(stranded, now),
  };
}

/** Without what only programs need of a file that is on a machine which is gone. */
export function strandedAsShown({ total, bytes, files }: Stranded, now: number): TeamShown['stranded'] {
  return {
    total,
    bytes,
    files: files.map(({ by, fileName, seenMs, size }) => ({ by, fileName, size, seenAt: now - seenMs })),
  };
}
