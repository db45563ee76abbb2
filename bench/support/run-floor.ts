import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('../floor/index.ts', import.meta.url));

export interface RunningFloor<T> {
  /** Resolves when it said `ready`; only floors that watch do. */
  readonly ready: Promise<void>;
  /** What it answers when it is done; rejects when it fails. */
  readonly answer: Promise<T>;
  kill(): void;
}

/** Starts a floor in a fresh process, as the agent is run. */
export function startFloor<T>(name: string, input: unknown): RunningFloor<T> {
  const child = spawn(process.execPath, [program, name, JSON.stringify(input)], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const answer = readAnswer<T>(name, child);
  const ready = once(child.stderr, 'data').then(() => undefined);
  // Whoever waits for one of them learns of a failure there.
  answer.catch(() => undefined);
  ready.catch(() => undefined);
  return { ready, answer, kill: () => child.kill('SIGKILL') };
}

/** Runs a floor to its end and gives its answer. */
export function runFloor<T>(name: string, input: unknown): Promise<T> {
  return startFloor<T>(name, input).answer;
}

async function readAnswer<T>(name: string, child: ChildProcess): Promise<T> {
  let said = '';
  child.stderr?.on('data', (text) => {
    said += text;
  });
  let line: string | undefined;
  createInterface({ input: child.stdout as NodeJS.ReadableStream }).on('line', (text) => {
    line = text;
  });
  const [code] = await once(child, 'close');
  if (code !== 0 || line === undefined) throw new Error(`the floor ${name} ended with ${code}: ${said}`);
  return JSON.parse(line) as T;
}
