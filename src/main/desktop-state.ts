import type { AgentStatus } from '#shared/bridge/agent.ts';

/** What tray, taskbar and dock show. */
export interface DesktopState {
  readonly kind: 'idle' | 'working' | 'paused' | 'attention' | 'offline';
  /** Of the uploads since the queue was last empty. */
  readonly done: number;
  readonly total: number;
  readonly attention: number;
}

type Status = Pick<AgentStatus, 'counts' | 'paused' | 'offline' | 'profile' | 'keyPresent'>;

const openStates = ['queued', 'enriching', 'reserved', 'putting', 'verifying', 'processing', 'cancelling'];
const restStates = ['completed', 'duplicate', 'attention', 'cancelled'];

const sum = (counts: Status['counts'], states: readonly string[]) =>
  states.reduce((total, state) => total + (counts[state] ?? 0), 0);

/** Uploads that are not at rest. */
export function openUploads(counts: Status['counts']): number {
  return sum(counts, openStates);
}

/** Follows the status over time: "n of m" counts from the moment the queue was last empty. */
export function createStateFollower(): (status: Status) => DesktopState {
  let before: number | undefined;
  return ({ counts, paused, offline, profile, keyPresent }) => {
    const open = openUploads(counts);
    const rest = sum(counts, restStates);
    if (open === 0 || before === undefined || before > rest) before = rest;
    const done = rest - before;
    const attention = counts.attention ?? 0;
    const needsKey = profile !== null && !keyPresent;
    return { kind: kindOf(), done, total: done + open, attention };

    function kindOf(): DesktopState['kind'] {
      if (paused) return 'paused';
      if (offline) return 'offline';
      if (needsKey) return 'attention';
      if (open > 0) return 'working';
      return attention > 0 ? 'attention' : 'idle';
    }
  };
}
