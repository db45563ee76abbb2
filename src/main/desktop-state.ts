import type { AgentStatus } from '#shared/bridge/agent.ts';
import { countToSee } from '#shared/bridge/count-to-see.ts';
import type { Health } from '#shared/bridge/health.ts';
import { countAtRest, countOpen } from '#shared/uploads/open-states.ts';

/** What tray, taskbar and dock show. */
export interface DesktopState {
  readonly kind: Health['state'];
  /** Of the uploads since the queue was last empty. */
  readonly done: number;
  readonly total: number;
  /** Things that need a person. */
  readonly attention: number;
}

type Status = Pick<AgentStatus, 'counts'> & {
  readonly health: Pick<Health, 'state' | 'findings' | 'attention'>;
};

/** Follows the status over time: "n of m" counts from the moment the queue was last empty. */
export function createStateFollower(): (status: Status) => DesktopState {
  let before: number | undefined;
  return ({ counts, health }) => {
    const open = countOpen(counts);
    const rest = countAtRest(counts);
    if (open === 0 || before === undefined || before > rest) before = rest;
    const done = rest - before;
    return { kind: health.state, done, total: done + open, attention: countToSee(health) };
  };
}
