import { setTimeout as wait } from 'node:timers/promises';
import { readOwners } from './put-owners.ts';
import { type StandOff, standOffFile, standOffs } from './staged-files.ts';
import { count, type Scene } from './scene.ts';
import type { TeamAgent } from './team-agent.ts';
import type { TeamPlace } from './team-place.ts';

/** How long until somebody sends a new file, ms. */
const patienceMs = 90_000;
/** So long after its PUT began all bytes of a small file are on their way, ms. */
const onTheirWayMs = 1_000;
const lookAgainMs = 500;

/**
 * One file after the other is written, and who sends it stands still in the middle of its PUT; until all of
 * them go on. Resolves early where nobody was met sending.
 */
export async function standOff(scene: Scene, number: number): Promise<void> {
  const { place, staged, dealt } = scene;
  const stopped: Promise<void>[] = [];
  for (const kind of Object.keys(standOffs) as StandOff[]) {
    const path = staged.write(place.folders.inbox, standOffFile(kind, number));
    const agent = await senderOf(place, path);
    if (!agent) continue;
    count(dealt, kind);
    stopped.push(agent.stop(standOffs[kind].stopMs));
  }
  await Promise.all(stopped);
}

async function senderOf({ agents, service }: TeamPlace, path: string): Promise<TeamAgent | undefined> {
  const data = agents.map((agent) => agent.data);
  for (const end = performance.now() + patienceMs; performance.now() < end; await wait(lookAgainMs)) {
    const { agentOf } = readOwners(data, path);
    for (const { of, from, to } of await service.puts()) {
      const agent = agents[agentOf(of) ?? -1];
      if (to === null && Date.now() - from >= onTheirWayMs && agent?.isAlive() && !agent.isBusy())
        return agent;
    }
  }
  return undefined;
}
