import process from 'node:process';
import { runCrashPoints } from './crash/run-crash-points.ts';
import { readTortureOptions, tortureHelp, type TortureOptions } from './options.ts';
import { type KillsResult, runKills, statesText } from './run-kills.ts';
import { runWatch } from './run-watch.ts';

let options: ReturnType<typeof readTortureOptions> | undefined;
try {
  options = readTortureOptions(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n\n${tortureHelp}`);
  process.exitCode = 2;
}
if (options?.help === true) process.stdout.write(tortureHelp);
else if (options !== undefined) process.exitCode = await main(options);

async function main(given: TortureOptions & { json: boolean }): Promise<number> {
  if (given.set === 'crash') return mainCrash(given);
  return given.set === 'watch' ? mainWatch(given) : mainKills(given);
}

async function mainCrash(given: TortureOptions & { json: boolean }): Promise<number> {
  const stream = given.json ? process.stderr : process.stdout;
  const say = (line: string) => stream.write(`${line}\n`);
  say(
    `Torture: a ledger that fails, dies or loses power at every ${given.step}. statement, ${given.profile} profile.`,
  );
  const { points, problems } = await runCrashPoints(given, say);
  for (const problem of problems) say(`problem: ${problem}`);
  say(`${points} crash points, ${problems.length} problems.`);
  if (given.json)
    process.stdout.write(`${JSON.stringify({ set: 'crash', points, problems: problems.length })}\n`);
  return problems.length === 0 ? 0 : 1;
}

async function mainWatch(given: TortureOptions & { json: boolean }): Promise<number> {
  const stream = given.json ? process.stderr : process.stdout;
  const say = (line: string) => stream.write(`${line}\n`);
  say(
    'Torture: slow file operations with a quiet time of 5 s, with events and with every event lost; about 100 s.',
  );
  const { problems, files, lost, duplicated, half } = await runWatch(given, say);
  for (const problem of problems) say(`problem: ${problem}`);
  say(`${files} files: ${lost} lost, ${duplicated} duplicated, ${half} half.`);
  if (given.json)
    process.stdout.write(`${JSON.stringify({ set: 'watch', files, lost, duplicated, half })}\n`);
  return problems.length === 0 ? 0 : 1;
}

async function mainKills(given: TortureOptions & { json: boolean }): Promise<number> {
  const stream = given.json ? process.stderr : process.stdout;
  const say = (line: string) => stream.write(`${line}\n`);
  say(
    `Torture: ${given.kills} kills, seed ${given.seed}, ${given.profile} profile${given.list ? '' : ' without list'}.`,
  );
  const result = await runKills(given, say);
  report(result, given, say);
  const { files, lost, duplicated, half, orphansCleaned, orphansLeft } = result.verdict;
  const isClean = lost.length + duplicated.length + half.length + result.problems.length === 0;
  if (given.json) {
    const line = {
      kills: result.kills,
      profile: given.profile,
      list: given.list,
      files,
      lost: lost.length,
      duplicated: duplicated.length,
      half: half.length,
      orphansCleaned,
      orphansLeft,
      problems: result.problems.length,
      triedAgain: result.triedAgain,
      requests: result.requests,
      seconds: result.seconds,
      seed: given.seed,
    };
    process.stdout.write(`${JSON.stringify(line)}\n`);
  }
  return isClean ? 0 : 1;
}

function report(
  {
    kills,
    verdict,
    problems,
    caught,
    dealt,
    unreachableSlots,
    triedAgain,
    requests,
    seconds,
    base,
  }: KillsResult,
  { seed }: TortureOptions,
  say: (line: string) => unknown,
): void {
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
  const isClean = lost.length + duplicated.length + half.length + problems.length === 0;
  say(`${lost.length} lost, ${duplicated.length} duplicated, ${half.length} half. Seed ${seed}.`);
  if (!isClean) say(`Not clean. Everything is left in ${base}`);
}
