import type { AgentStatus } from '#shared/bridge/agent.ts';
import type { Core } from '../../create-core.ts';
import { relayEvents } from '../relay-events.ts';

/** Milliseconds between two looks at the status: nobody needs more, and a look costs some queries. */
const atMostEvery = 1000;

/** Tells the status at once, and again after changes, one at a time; returns the way to stop. */
export function followStatus(core: Core, onStatus: (status: AgentStatus) => void): () => void {
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  const look = async () => {
    const status = await core.calls['agent.status']({});
    timer = undefined;
    if (!isStopped) onStatus(status);
  };
  const soon = (wait: number) => {
    // A failed look is no event of its own: the next change looks again.
    timer ??= setTimeout(() => void look().catch(() => (timer = undefined)), wait);
  };
  const stop = relayEvents(core, () => soon(atMostEvery));
  soon(0);
  return () => {
    isStopped = true;
    stop();
    clearTimeout(timer);
  };
}
