import { pathToFileURL } from 'node:url';
import { builtProgram } from './built-program.ts';
import { startProgram } from './programs.ts';

export interface RunningFloor<T> {
  /** Resolves when it said `ready`; only floors that watch do. */
  readonly ready: Promise<unknown>;
  /** What it answers when it is done; rejects when it fails. */
  readonly answer: Promise<T>;
  kill(): void;
}

/** Starts a floor in a fresh process, as the agent is run. */
export function startFloor<T>(name: string, input: unknown): RunningFloor<T> {
  const program = startProgram(pathToFileURL(builtProgram('bench-floor')), [name, JSON.stringify(input)]);
  const answer = program.ended.then(({ code, stdout, stderr }) => {
    if (code !== 0) throw new Error(`the floor ${name} ended with ${code}: ${stderr}`);
    return JSON.parse(stdout.slice(stdout.lastIndexOf('\n') + 1)) as T;
  });
  // Whoever waits until it is ready learns of a failure when the answer is asked for.
  answer.catch(() => undefined);
  return {
    ready: program.line((line) => line === 'ready'),
    answer,
    kill: () => program.child.kill('SIGKILL'),
  };
}

/** Runs a floor to its end and gives its answer. */
export function runFloor<T>(name: string, input: unknown): Promise<T> {
  return startFloor<T>(name, input).answer;
}
