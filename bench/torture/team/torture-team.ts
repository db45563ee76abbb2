import { appendFileSync } from 'node:fs';
import { hasPostgres } from '../../../test/team/support/cluster.ts';
import { machineFacts } from '../../support/machine-facts.ts';
import type { TortureOptions } from '../options.ts';
import type { Outcome, Say } from '../outcome.ts';
import { statesText } from '../run-kills.ts';
import { runTeam } from './run-team.ts';
import { agentCount } from './team-plan.ts';

/** The set `team`: runs it and says what came of it. */
export async function tortureTeam(given: TortureOptions, say: Say): Promise<Outcome> {
  if (!hasPostgres) throw new Error('It needs PostgreSQL 15 or newer (the package postgresql).');
  const { seed, canary } = given;
  say(
    `Torture: ${agentCount} agents of a team, ${given.kills} kills, seed ${seed}${canary ? `, with ${canary}` : ''}.`,
  );
  const machine = machineFacts();
  const result = await runTeam(given, say);
  const { line, isClean, verdict, problems, dealt, takenOver, fenced, requests, seconds, base } = result;
  const { lost, duplicated, half } = verdict;
  for (const [title, lines] of Object.entries({ lost, duplicated, half, problem: problems })) {
    for (const text of lines) say(`${title}: ${text}`);
  }
  say(
    `${line.kills} kills. Dealt: ${statesText(dealt)}. ${takenOver} slots of others looked at, ${fenced} uploads fenced.`,
  );
  say(
    `${verdict.files} files, ${verdict.documents} documents (${verdict.deleted} more were deleted again), ${requests} requests (${result.busiestMinute} in the busiest minute), ` +
      `${line.overLimit} over the limit, at most ${line.mostPuts} PUTs at once.`,
  );
  say(`${Math.round(seconds.kills)} s of kills, ${Math.round(seconds.finish)} s to finish.`);
  say(`${lost.length} lost, ${duplicated.length} duplicated, ${half.length} half. Seed ${seed}.`);
  if (given.note !== undefined) {
    const noted = {
      ...line,
      problems: problems.length,
      canary,
      isBehind: given.behind !== undefined,
      takenOver,
      fenced,
      dealt,
      busiestMinute: result.busiestMinute,
      ...machine(),
    };
    appendFileSync(given.note, `${JSON.stringify(noted)}\n`);
  }
  if (!isClean) say(`Not clean. What is left is in ${base}`);
  return { line, isClean };
}
