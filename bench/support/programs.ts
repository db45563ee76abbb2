import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { devNull } from 'node:os';
import { createInterface } from 'node:readline';
import { finished } from 'node:stream/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

/** How a program ended: its exit code, or null when a signal ended it. */
export interface End {
  readonly code: number | null;
  readonly stdout: string;
  /** The last of what it said on stderr. */
  readonly stderr: string;
}

export interface Program {
  readonly child: ChildProcessWithoutNullStreams;
  readonly ended: Promise<End>;
  /**
   * Resolves with the first line of stdout that `wanted` takes, or undefined when the program ended before.
   */
  line(wanted: (line: string) => boolean): Promise<string | undefined>;
  kill(signal: 'SIGKILL' | 'SIGTERM'): Promise<End>;
  /** Lets it stand still for so many milliseconds. */
  pause(milliseconds: number): Promise<void>;
}

/** Characters kept of what a program says. */
const keep = 4_000;

/**
 * Starts one of our programs with this Node; what it says on stderr is also appended to `log`. One that
 * `listens` has a stdin.
 */
export function startProgram(
  script: URL,
  args: readonly string[],
  {
    variables = {},
    log,
    listens = false,
  }: { variables?: Record<string, string>; log?: string; listens?: boolean } = {},
): Program {
  const child = spawn(process.execPath, [fileURLToPath(script), ...args], {
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { ...process.env, ...variables },
  });
  if (!listens) child.stdin.end();
  const lines: string[] = [];
  const listeners = new Set<(line: string) => void>();
  let stderr = '';
  const file = createWriteStream(log ?? devNull, { flags: 'a' });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr = `${stderr}${text}`.slice(-keep);
    file.write(text);
  });
  createInterface({ input: child.stdout }).on('line', (line) => {
    lines.push(line);
    for (const listener of listeners) listener(line);
  });
  const ended = new Promise<End>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      file.end();
      finished(file).then(() => resolve({ code, stdout: lines.join('\n'), stderr }), reject);
    });
  });
  return {
    child,
    ended,
    line: (wanted) =>
      new Promise((resolve) => {
        const known = lines.find(wanted);
        if (known !== undefined) return resolve(known);
        const listener = (line: string) => {
          if (wanted(line)) done(line);
        };
        const done = (line: string | undefined) => {
          listeners.delete(listener);
          resolve(line);
        };
        listeners.add(listener);
        ended.then(
          () => done(undefined),
          () => done(undefined),
        );
      }),
    kill(signal) {
      child.kill(signal);
      return ended;
    },
    async pause(milliseconds) {
      child.kill('SIGSTOP');
      await wait(milliseconds);
      child.kill('SIGCONT');
    },
  };
}
