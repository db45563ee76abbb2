import { setTimeout as wait } from 'node:timers/promises';
import { readOwners } from './put-owners.ts';
import { count, restartService, type Scene } from './scene.ts';
import type { TeamAgent } from './team-agent.ts';
import type { TeamPlace } from './team-place.ts';
import type { TeamMoment } from './team-plan.ts';

/** How long until one of them watches, ms. */
const startPatience = 120_000;

/** What is planned for a moment: a trouble perhaps, and a kill. */
export async function deal(scene: Scene, { after, victim, trouble, clock }: TeamMoment): Promise<void> {
  const { place, blows, dealt, under } = scene;
  if (trouble && (await makeTrouble(scene, trouble))) count(dealt, trouble.kind);
  await wait(after);
  if ('databaseFor' in victim) {
    count(dealt, 'database');
    under.push(blows.kill(victim.databaseFor));
    return;
  }
  const agent = await findVictim(place, victim);
  await agent.kill();
  if (clock) count(dealt, 'clock');
  agent.live(clock);
}

/**
 * The one that is planned, or the next that is as it has to be; one soon is. Who stands still is spared: what
 * comes of that is seen when it goes on.
 */
async function findVictim(
  { agents }: TeamPlace,
  { agent: index, started }: { readonly agent: number; readonly started: boolean },
): Promise<TeamAgent> {
  const order = [...agents.slice(index), ...agents.slice(0, index)];
  for (const end = performance.now() + startPatience; performance.now() < end; await wait(20)) {
    const found = order.find((one) => !one.isBusy() && (started ? one.hasStarted() : one.isAlive()));
    if (found) return found;
  }
  throw new Error(`No agent started within ${startPatience / 1000} s.`);
}

async function makeTrouble(
  scene: Scene,
  { kind, agent: index, milliseconds }: NonNullable<TeamMoment['trouble']>,
): Promise<boolean> {
  const { place, under } = scene;
  const sending = kind === 'stop' ? await whoSends(place) : undefined;
  const agent = place.agents[sending ?? index];
  if (!agent || agent.isBusy()) return false;
  const passes = async (begin: () => void) => {
    begin();
    await wait(milliseconds);
    agent.proxy.mend();
  };
  switch (kind) {
    case 'stop':
    case 'nap':
      under.push(agent.stop(milliseconds));
      return true;
    case 'away':
      under.push(agent.stayDead(milliseconds));
      return true;
    case 'cut':
      under.push(passes(agent.proxy.cut));
      return true;
    case 'stall':
      under.push(passes(agent.proxy.stall));
      return true;
    case 'lost-answer':
      agent.proxy.loseNextAnswer();
      return true;
    case 'service':
      await restartService(scene);
      return true;
  }
}

/** An agent that is in the middle of a PUT and can be stopped there; the longer it sends the better. */
async function whoSends({ agents, service }: TeamPlace): Promise<number | undefined> {
  const { agentOf } = readOwners(agents.map(({ data }) => data));
  const senders = (await service.puts()).filter(({ to }) => to === null).map(({ of }) => agentOf(of));
  return senders.find((one) => one !== undefined && agents[one]?.isAlive() && !agents[one].isBusy());
}
