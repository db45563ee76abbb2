import type { Core, Measures } from '#core/create-core.ts';
import type { AgentStatus } from '#shared/bridge/agent.ts';
import type { FolderState } from '#shared/bridge/folders.ts';

/** All that metrics are made of, of one moment. */
export interface Observation {
  readonly status: AgentStatus;
  readonly folders: readonly FolderState[];
  readonly measures: Measures;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

/** Looks at the agent for whoever watches over it; those who ask at once share one look. */
export function createObserver(
  { calls, measures }: Pick<Core, 'calls' | 'measures'>,
  now: () => number,
): () => Promise<Observation> {
  let looking: Promise<Observation> | undefined;
  const look = async () => ({
    status: await calls['agent.status']({}),
    folders: await calls['folders.list']({}),
    measures: await measures(),
    at: now(),
  });
  return () => {
    looking ??= look().finally(() => {
      looking = undefined;
    });
    return looking;
  };
}
