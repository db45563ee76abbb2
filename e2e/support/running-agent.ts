import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import type { Place } from './place.ts';
import { projectRoot } from './project-root.ts';
import { Program, type RunningProgram } from './program.ts';
import { StagedProgram } from './staged-program.ts';

/** Real filings beside the project, where they are. */
const corpus = [join(projectRoot, '../shared/corpus')].filter((path) => existsSync(path));

export interface AgentOptions {
  /** In a process of its own, which can be killed and measured. */
  readonly ownProcess: boolean;
  readonly variables?: Readonly<Record<string, string>>;
  /** Folders that the pages may use without asking. */
  readonly allowed?: readonly string[];
  /** The port of its first start; a free one without. */
  readonly port?: number;
}

/**
 * Ports of agents that are gone, beside others in one process. The next one of this worker has its pages
 * there, so that a window that was used before has them and what the browser compiled of them.
 */
const usedPorts: number[] = [];

/** One of them, unless another program has taken it meanwhile; else 0, which takes a free one. */
async function usedPort(): Promise<number> {
  const port = usedPorts.pop() ?? 0;
  const server = createServer().listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
    server.close();
    await once(server, 'close');
    return port;
  } catch {
    return 0;
  }
}

/** `sluice ui` over the data folder of a place; it can be ended and started again. */
export class RunningAgent {
  readonly #place: Place;
  readonly #options: AgentOptions;
  #program: RunningProgram | undefined;
  #before = '';
  #port = 0;
  #home = '';
  #startedAt = 0;

  constructor(place: Place, options: AgentOptions) {
    this.#place = place;
    this.#options = options;
  }

  /** Starts it, on the port it had before. */
  async start(): Promise<void> {
    const {
      ownProcess,
      variables = {},
      allowed = [this.#place.home, projectRoot, ...corpus],
    } = this.#options;
    const port = this.#port || (this.#options.port ?? (ownProcess ? 0 : await usedPort()));
    const args = ['ui', '--json', '--port', String(port), '--data-dir', this.#place.dataDirectory];
    // Beside others in one process, all of a worker have one address (`stage/index.ts`).
    if (!ownProcess) args.push('--host', '127.0.0.1');
    // Without it the pages ask in the terminal for every folder; `leave.spec.ts` shows that.
    for (const folder of allowed) args.push('--allow', folder);
    this.#before = this.written();
    this.#startedAt = performance.now();
    const Kind = ownProcess ? Program : StagedProgram;
    this.#program = new Kind('sluice', args, { HOME: this.#place.home, ...variables });
    const { address } = (await this.#program.ready<{ data: { address: string } }>()).data;
    this.#port = Number(new URL(address).port);
    this.#home = address.slice(0, address.indexOf('sign-in'));
  }

  /** Ends it as the person does; `SIGKILL` as a power cut does. Answers the exit code. */
  async stop(signal?: 'SIGKILL'): Promise<number | null> {
    if (signal !== undefined) return this.program.end(signal);
    return (await this.#program?.end()) ?? null;
  }

  /** Ends it for good. */
  async dispose(): Promise<void> {
    await this.stop();
    if (!this.#options.ownProcess) usedPorts.push(this.#port);
  }

  /** The newest address that was printed; it signs in once. */
  get address(): string {
    const printed = [...(this.#program?.written() ?? '').matchAll(/"address":"([^"]+)"/g)];
    return printed.at(-1)?.[1] ?? '';
  }

  /** Waits until it printed another address than this one. */
  async newAddress(before: string): Promise<void> {
    await expect.poll(() => this.address, { intervals: [5, 10, 20] }).not.toBe(before);
  }

  /** When it was started the last time, as `performance.now()` tells it. */
  get startedAt(): number {
    return this.#startedAt;
  }

  /** The address of its pages, with a slash at the end; in a process of its own, each start has another. */
  get home(): string {
    return this.#home;
  }

  /** Everything it wrote, on both streams, of all its starts. */
  written(): string {
    return this.#before + (this.#program?.written() ?? '');
  }

  get program(): Program {
    if (this.#program instanceof Program) return this.#program;
    throw new Error('The agent has no process of its own: `test.use({ ownProcess: true })`.');
  }
}
