import process from 'node:process';
import { runCrashPoints } from './crash/run-crash-points.ts';
import { readTortureOptions, tortureHelp, type TortureOptions } from './options.ts';
import type { Outcome, Say } from './outcome.ts';
import { type KillsResult, runKills, statesText } from './run-kills.ts';
import { runWatch } from './run-watch.ts';
import { tortureTeam } from './team/torture-team.ts';

const sets = { kills: tortureByKills, watch: tortureWatching, crash: tortureByCrashes, team: tortureTeam };

let options: ReturnType<typeof readTortureOptions> | undefined;
try {
  options = readTortureOptions(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n\n${tortureHelp}`);
  process.exitCode = 2;
}
if (options?.help === true) process.stdout.write(tortureHelp);
else if (options !== undefined) {
  const stream = options.json ? process.stderr : process.stdout;
  const { line, isClean } = await sets[options.set](options, (text) => stream.write(`${text}\n`));
  if (options.json) process.stdout.write(`${JSON.stringify(line)}\n`);
  process.exitCode = isClean ? 0 : 1;
}

async function tortureByCrashes(given: TortureOptions, say: Say): Promise<Outcome> {
  say(
    `Torture: a ledger that fails, dies or loses power at every ${given.step}. statement, ${given.profile} profile.`,
  );
  const { points, problems } = await runCrashPoints(given, say);
  for (const problem of problems) say(`problem: ${problem}`);
  say(`${points} crash points, ${problems.length} problems.`);
  return { line: { set: 'crash', points, problems: problems.length }, isClean: problems.length === 0 };
}

async function tortureWatching(given: TortureOptions, say: Say): Promise<Outcome> {
  say(
    'Torture: slow file operations with a quiet time of 5 s, with events and with every event lost; about 100 s.',
  );
  const { problems, counts } = await runWatch(given, say);
  for (const problem of problems) say(`problem: ${problem}`);
  say(`${counts.files} files: ${counts.lost} lost, ${counts.duplicated} duplicated, ${counts.half} half.`);
  return { line: { set: 'watch', ...counts }, isClean: problems.length === 0 };
}

async function tortureByKills(given: TortureOptions, say: Say): Promise<Outcome> {
  const { seed, profile, list } = given;
  say(`Torture: ${given.kills} kills, seed ${seed}, ${profile} profile${list ? '' : ' without list'}.`);
  const result = await runKills(given, say);
  const { kills, triedAgain, requests, seconds, problems, verdict } = result;
  const { files, lost, duplicated, half, orphansCleaned, orphansLeft } = verdict;
  const counts = { lost: lost.length, duplicated: duplicated.length, half: half.length };
  const isClean = counts.lost + counts.duplicated + counts.half + problems.length === 0;
  report(result, isClean, given, say);
  const slots = { orphansCleaned, orphansLeft, problems: problems.length };
  return {
    line: { kills, profile, list, files, ...counts, ...slots, triedAgain, requests, seconds, seed },
    isClean,
  };
}

function report(result: KillsResult, isClean: boolean, { seed }: TortureOptions, say: Say): void {
  const { kills, verdict, problems, caught, dealt, unreachableSlots, triedAgain, requests, seconds, base } =
    result;
  const { lost, duplicated, half } = verdict;
  for (const [title, lines] of Object.entries({ lost, duplicated, half, problem: problems })) {
    for (const line of lines) say(`${title}: ${line}`);
  }
  const round = (value: number) => Math.round(value * 10) / 10;
  say(`${kills} kills. Dealt: ${statesText(dealt)}. Uploads at the kills: ${statesText(caught)}.`);
  say(
    `${verdict.files} files, ${verdict.documents} documents (${verdict.deleted} more were deleted again). ` +
      `${verdict.orphansCleaned} empty slots cleaned, ${verdict.orphansLeft} left (${unreachableSlots} given up as not to be found), ${requests} requests.`,
  );
  if (triedAgain > 0)
    say(
      `${triedAgain} uploads used up their attempts while the agent was killed, and were tried again by hand.`,
    );
  say(
    `${round(seconds.kills)} s of kills, ${round(seconds.finish)} s to finish, ${round(seconds.sweep)} s to sweep.`,
  );
  say(`${lost.length} lost, ${duplicated.length} duplicated, ${half.length} half. Seed ${seed}.`);
  if (!isClean) say(`Not clean. Everything is left in ${base}`);
}
