import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { until } from '../../support/until.ts';
import { built, compileCache, runInProcess } from './in-process.ts';
import { dataOf } from './answer-of.ts';

const sources = fileURLToPath(new URL('../../../bin/sluice.js', import.meta.url));

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunOptions {
  /** Added to a bare environment. */
  readonly variables?: Record<string, string>;
  readonly input?: string;
  readonly directory?: string;
  /** The policy of the machine, for a command that runs in the test's own process. */
  readonly policy?: Parameters<typeof runInProcess>[1]['policy'];
  /** As a clone runs it, and not as `built-agent.ts` built it. */
  readonly fromSources?: boolean;
  /** Account to run as, which only root can choose. */
  readonly account?: number;
}

/** A running `sluice`. */
export interface Running {
  readonly child: ChildProcess;
  readonly stdout: () => string;
  readonly stderr: () => string;
  /** The JSON lines on stdout so far. */
  readonly lines: () => Record<string, unknown>[];
  readonly ended: Promise<Ended>;
}

/** Everything that any `sluice` of this test file wrote, for the canaries. */
export const written: string[] = [];

const running = new Set<Running>();
/** Milliseconds a program that was left behind may take to end before it is killed. */
const patience = 5_000;

/**
 * Ends what a test that failed or ran out of time left behind. Asked to, and not killed: a program ends the
 * sandbox it started only when it ends by itself.
 */
export async function endPrograms(): Promise<void> {
  await Promise.all(
    [...running].map(async ({ child, ended }) => {
      const kill = setTimeout(() => child.kill('SIGKILL'), patience);
      child.kill('SIGTERM');
      await ended;
      clearTimeout(kill);
    }),
  );
}

/**
 * Starts `sluice` as a person would: the real program, in a process of its own, away from any real data
 * folder.
 */
export function startSluice(args: readonly string[], options: RunOptions = {}): Running {
  return startProgram(options.fromSources ? sources : built('sluice.js'), args, options);
}

function startProgram(file: string, args: readonly string[], options: RunOptions): Running {
  const { input, directory, fromSources = false, account } = options;
  const cache = fromSources ? {} : { NODE_COMPILE_CACHE: compileCache() };
  const child = spawn(process.execPath, [file, ...args], {
    env: { ...bare(), ...cache, ...options.variables },
    stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
    ...(directory === undefined ? {} : { cwd: directory }),
    ...(account === undefined ? {} : { uid: account, gid: account }),
  });
  let stdout = '';
  let stderr = '';
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  child.stdin?.end(input);
  const ended = once(child, 'close').then(([code]) => {
    running.delete(program);
    // A sandbox tells its key, as it should; files share the process.
    if (file !== built('sandbox.js')) written.push(stdout, stderr);
    return { code: code as number | null, stdout, stderr };
  });
  const lines = () =>
    stdout
      .split('\n')
      .slice(0, -1)
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
  const program: Running = { child, stdout: () => stdout, stderr: () => stderr, lines, ended };
  running.add(program);
  return program;
}

/** A bare environment. */
const bare = () => ({ PATH: process.env.PATH ?? '', TMPDIR: tmpdir(), HOME: '/nonexistent' });

/** Runs `sluice` to its end, in a process of its own. */
export function sluiceProcess(args: readonly string[], options: RunOptions = {}): Promise<Ended> {
  return startSluice(args, options).ended;
}

/** Runs a command of `sluice` to its end in this process, which takes a tenth of what a start takes. */
export async function sluice(
  args: readonly string[],
  { variables, input, directory, policy }: Omit<RunOptions, 'fromSources' | 'account'> = {},
): Promise<Ended> {
  const ended = await runInProcess(args, {
    variables: { ...bare(), ...variables },
    workingDirectory: directory ?? process.cwd(),
    ...(input === undefined ? {} : { input }),
    ...(policy === undefined ? {} : { policy }),
  });
  written.push(ended.stdout, ended.stderr);
  return ended;
}

export interface Service {
  readonly baseUrl: string;
  readonly agentsUrl: string;
  readonly apiKey: string;
  /** One of the sandbox's own controls, such as `audit`. */
  ask(control: string): Promise<unknown>;
  stop(): Promise<void>;
}

/** A sandbox, as `sluice sandbox` starts it. */
export async function startService(apiKey: string, ...args: string[]): Promise<Service> {
  const options = ['--enrich-seconds', '0.1-0.3', '--json', ...args];
  const sandbox = startProgram(built('sandbox.js'), options, {
    variables: { SLUICE_SANDBOX_API_KEY: apiKey },
  });
  await until('the sandbox listens', () => sandbox.stdout() !== '');
  const { baseUrl, agentsUrl } = dataOf(sandbox.stdout());
  return {
    baseUrl,
    agentsUrl,
    apiKey,
    ask: async (control) =>
      (await fetch(`${baseUrl}/_sandbox/${control}`, { headers: { 'x-api-key': apiKey } })).json(),
    async stop() {
      sandbox.child.kill('SIGTERM');
      await sandbox.ended;
    },
  };
}

/** A temporary folder, removed with `remove`. */
export function temporaryFolder(): { path: string; remove: () => void } {
  const path = mkdtempSync(join(tmpdir(), 'sluice-cli-'));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}
