import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { countTests, type TestCount } from '../scripts/test-count.ts';
import { projectRoot } from '../test/support/project-copy.ts';

/** A run of a mutant that takes longer is ended; real ms. */
const longestRun = 240_000;
/** The same for all tests that are named, without a mutation. */
const longestRunOfAll = 15 * 60_000;
/** Vitest ends a test of a mutant after so long, ms. */
const testTimeout = 120_000;
/** How long a test waits on a condition, ms: most mutants make one wait for what never comes. */
const patience = 15_000;

export interface Tests {
  readonly files: readonly string[];
  /** Only tests whose full name matches. */
  readonly pattern?: string | undefined;
  /** Then nothing is waited for long. */
  readonly isMutant: boolean;
  /** The first failure ends the run. */
  readonly endsAtFailure?: boolean;
}

export interface TestRun extends TestCount {
  /** Names of the tests that failed by what they found. */
  readonly failures: readonly string[];
  /** Names of the tests that Vitest ended. */
  readonly timeouts: readonly string[];
  /** The run was ended. */
  readonly hung: boolean;
}

/** Runs tests in copies of the project. When this process is told to end, what runs is ended with it. */
export function startRunner() {
  const running = new Set<ChildProcess>();
  const interrupted = new AbortController();
  const interrupt = () => {
    interrupted.abort();
    // Vitest's workers, and the agents that tests start, are of its group.
    for (const { pid } of running) if (pid !== undefined) killGroup(pid);
  };
  process.once('SIGINT', interrupt).once('SIGTERM', interrupt);
  return {
    run: (directory: string, tests: Tests) => runTests(directory, tests, running),
    interrupted: interrupted.signal,
    close: () => void process.off('SIGINT', interrupt).off('SIGTERM', interrupt),
  };
}

function runTests(directory: string, tests: Tests, running: Set<ChildProcess>): Promise<TestRun> {
  const report = join(directory, 'mutation-report.json');
  rmSync(report, { force: true });
  // All but the nets themselves, so that no project is forgotten: its mutants would run no test.
  const parameters = ['run', '--project=!canary', '--reporter=json'];
  parameters.push(`--outputFile=${report}`);
  if (tests.isMutant) parameters.push(`--testTimeout=${testTimeout}`);
  if (tests.endsAtFailure) parameters.push('--bail=1');
  if (tests.pattern !== undefined) parameters.push('-t', tests.pattern);
  const tool = spawn('vitest', [...parameters, ...tests.files], {
    cwd: directory,
    env: environment,
    stdio: 'ignore',
    detached: true,
  });
  running.add(tool);
  return new Promise((resolve) => {
    let hung = false;
    const timer = setTimeout(
      () => {
        hung = true;
        if (tool.pid !== undefined) killGroup(tool.pid);
      },
      tests.isMutant ? longestRun : longestRunOfAll,
    );
    tool.once('close', () => {
      clearTimeout(timer);
      running.delete(tool);
      const text = existsSync(report) ? readFileSync(report, 'utf8') : '';
      resolve({ ...countTests(text), ...failedTests(text), hung });
    });
  });
}

interface VitestReport {
  readonly testResults: readonly {
    readonly assertionResults: readonly {
      readonly status: string;
      readonly fullName: string;
      readonly failureMessages: readonly string[];
    }[];
  }[];
}

function failedTests(report: string): { failures: string[]; timeouts: string[] } {
  const failures: string[] = [];
  const timeouts: string[] = [];
  if (report === '') return { failures, timeouts };
  for (const { assertionResults } of (JSON.parse(report) as VitestReport).testResults) {
    for (const { status, fullName, failureMessages } of assertionResults) {
      if (status !== 'failed') continue;
      const byTime = failureMessages.every((message) => /(Test|Hook) timed out in \d+ms/.test(message));
      (byTime ? timeouts : failures).push(fullName);
    }
  }
  return { failures, timeouts };
}

function killGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It is gone already.
  }
}

const environment = {
  ...process.env,
  SLUICE_TEST_PATIENCE: String(patience),
  PATH: join(projectRoot, 'node_modules/.bin') + delimiter + process.env.PATH,
};
