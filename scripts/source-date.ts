import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** npm's own date for all files of a package: 26 October 1985. */
const withoutCommit = 499_162_500;

/**
 * The moment that what is built says it is of, so that a commit gives the same bytes whenever it is built:
 * SOURCE_DATE_EPOCH (reproducible-builds.org), else the time of the last commit.
 */
export function sourceDate(variables: NodeJS.ProcessEnv = process.env): Date {
  return new Date(1000 * secondsOf(variables.SOURCE_DATE_EPOCH ?? lastCommit()));
}

function secondsOf(text: string): number {
  return /^\d+$/.test(text.trim()) ? Number(text) : withoutCommit;
}

function lastCommit(): string {
  const cwd = fileURLToPath(new URL('../', import.meta.url));
  return spawnSync('git', ['log', '-1', '--format=%ct'], { cwd, encoding: 'utf8' }).stdout ?? '';
}
