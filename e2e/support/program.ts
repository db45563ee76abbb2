import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

export type ProgramName = 'sluice' | 'sandbox';

/** A program that tells where it listens in its first line, as JSON. */
export interface RunningProgram {
  /** Everything it wrote, on both streams. */
  written(): string;
  /** The first line on stdout, parsed. */
  ready<T>(): Promise<T>;
  /** Ends it and waits for that; answers the exit code, null when it was killed. */
  end(): Promise<number | null>;
}

/** Where `scripts/end-to-end-setup.ts` built the programs. */
export const programFolder = () => process.env.SLUICE_BUILT_AGENT ?? '';

export function builtProgram(name: ProgramName): string {
  return join(programFolder(), `${name}.js`);
}

/**
 * What a program sees of the environment. What Node made of its code when it ran before goes with it when the
 * run is over.
 */
export function programVariables(more: Readonly<Record<string, string>>): Record<string, string> {
  const cache = join(programFolder(), 'compile-cache');
  return { PATH: process.env.PATH ?? '', TZ: 'UTC', NODE_COMPILE_CACHE: cache, ...more };
}

/** Room for what is young, MB: as Node begins, collecting it is a sixth of what the agent's start costs. */
export const youngRoom = ['--min-semi-space-size=16'];

/** Milliseconds until its first line: it starts in half a second, on a machine that others use in a few. */
const patience = 200_000;

/** A program of ours in a process of its own. */
export class Program implements RunningProgram {
  readonly #child: ChildProcess;
  #written = '';

  constructor(name: ProgramName, args: readonly string[], variables: Readonly<Record<string, string>>) {
    this.#child = spawn(process.execPath, [...youngRoom, builtProgram(name), ...args], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: programVariables(variables),
    });
    for (const stream of [this.#child.stdout, this.#child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => {
        this.#written += text;
      });
    }
  }

  written(): string {
    return this.#written;
  }

  /**
   * Milliseconds of processor it has used, in steps of ten; where the system does not tell, those of the
   * clock on the wall.
   */
  processorTime(): number {
    const path = `/proc/${this.#child.pid}/stat`;
    if (!existsSync(path)) return performance.now();
    // Behind the name, which may hold anything: user and system time in hundredths of a second.
    const fields = readFileSync(path, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    return (Number(fields[11]) + Number(fields[12])) * 10;
  }

  async ready<T>(): Promise<T> {
    const lines = createInterface({ input: this.#child.stdout as NodeJS.ReadableStream });
    const over = new AbortController();
    const signal = AbortSignal.any([over.signal, AbortSignal.timeout(patience)]);
    const ended = once(this.#child, 'exit', { signal }).then(() => {
      throw new Error(`The program ended: ${this.#written}`);
    });
    try {
      const [line] = await Promise.race([once(lines, 'line', { signal }), ended]);
      return JSON.parse(line as string) as T;
    } finally {
      over.abort();
      ended.catch(() => undefined);
    }
  }

  /** Sends a signal and waits for the end; answers the exit code, null when the signal killed it. */
  async end(signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
    if (this.#child.exitCode === null && this.#child.signalCode === null) {
      const exited = once(this.#child, 'exit');
      this.#child.kill(signal);
      await exited;
    }
    return this.#child.exitCode;
  }

  signal(signal: NodeJS.Signals): void {
    this.#child.kill(signal);
  }

  async ended(): Promise<void> {
    if (this.#child.exitCode === null && this.#child.signalCode === null) await once(this.#child, 'exit');
  }
}
