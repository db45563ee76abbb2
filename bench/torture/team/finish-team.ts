import { coverageProblems } from '../coverage-problems.ts';
import { lookAtLedger } from '../ledger-look.ts';
import type { TeamPlace } from './team-place.ts';

/**
 * How long all agents together may take to their own end, ms. Each looks at each document that another one
 * sent: with 8 agents, 1,800 files and 1,000 requests a minute that alone takes 14 minutes, after some for
 * what a restored database lost.
 */
const finishPatience = 1_800_000;

/** All agents to their own end, as people would run them; those whose tries were killed once more. */
export async function finishTeam({ agents }: TeamPlace): Promise<string[]> {
  const finishAll = async () =>
    (await Promise.all(agents.map((agent) => agent.finish(finishPatience)))).flat();
  const first = await finishAll();
  const usedUp = agents.map((agent) => lookAtLedger(agent.data).usedUp);
  if (usedUp.every((ids) => ids.length === 0)) return first;
  for (const [index, ids] of usedUp.entries()) {
    if (ids.length > 0) await agents[index]?.command(['retry', ...ids.map(String)]);
  }
  return finishAll();
}

/** What is not as it should be when all have finished. */
export async function whatIsLeft({ agents }: TeamPlace): Promise<string[]> {
  const found: string[] = [];
  for (const [index, agent] of agents.entries()) {
    const { broken, integrity, stuck } = lookAtLedger(agent.data);
    const all = [
      ...(integrity === 'ok' ? [] : [`the ledger is damaged: ${integrity}`]),
      ...broken,
      ...stuck.map((upload) => `stuck: ${upload}`),
      ...(await coverageProblems(agent.command)),
    ];
    found.push(...all.map((problem) => `FILESRV${index + 1}: ${problem}`));
  }
  return found;
}
