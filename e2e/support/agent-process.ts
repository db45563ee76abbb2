import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import type { Place } from './place.ts';
import { projectRoot } from './project-root.ts';
import { Program } from './program.ts';

/** Real filings beside the project, where they are. */
const corpus = [join(projectRoot, '../shared/corpus')].filter((path) => existsSync(path));

/**
 * `sluice ui` in a process of its own, over the data folder of a place; it can be killed and started again.
 */
export class AgentProcess {
  readonly #place: Place;
  readonly #allowed: readonly string[];
  readonly #variables: Readonly<Record<string, string>>;
  #program: Program | undefined;
  #before = '';
  #port = 0;
  #startedAt = 0;

  constructor(
    place: Place,
    variables: Readonly<Record<string, string>> = {},
    allowed: readonly string[] = [place.home, projectRoot, ...corpus],
  ) {
    this.#allowed = allowed;
    this.#place = place;
    this.#variables = variables;
  }

  /** Starts it, on the port it had before. */
  async start(): Promise<void> {
    const args = ['ui', '--json', '--port', String(this.#port), '--data-dir', this.#place.dataDirectory];
    // Without it the pages ask in the terminal for every folder; `leave.spec.ts` shows that.
    for (const folder of this.#allowed) args.push('--allow', folder);
    this.#before = this.written();
    this.#startedAt = performance.now();
    this.#program = new Program('sluice', args, { HOME: this.#place.home, ...this.#variables });
    const { address } = await this.#program.ready<{ address: string }>();
    this.#port = Number(new URL(address).port);
  }

  /** Ends it as the person does; `SIGKILL` as a power cut does. Answers the exit code. */
  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
    return (await this.#program?.end(signal)) ?? null;
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

  get origin(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  /** Everything it wrote, on both streams, of all its starts. */
  written(): string {
    return this.#before + (this.#program?.written() ?? '');
  }

  get program(): Program {
    if (this.#program === undefined) throw new Error('The agent was not started.');
    return this.#program;
  }
}
