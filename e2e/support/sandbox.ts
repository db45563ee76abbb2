import { join } from 'node:path';
import type { Audit, AuditedDocument } from '../../src/sandbox/admin/audit.ts';
import { StagedProgram } from './staged-program.ts';

interface Ready {
  readonly baseUrl: string;
  readonly agentsUrl: string;
  readonly storageUrl: string;
  readonly apiKey: string;
}

/** Enrichment takes this long, in seconds: long enough to be seen, short enough to wait for. */
const enrichSeconds = '0.1-0.3';

/** A content service of one test's own; it keeps its data, its ports and its key when it is started again. */
export class Sandbox {
  readonly #home: string;
  readonly #args: readonly string[];
  #program: StagedProgram | undefined;
  #ready: Ready | undefined;

  constructor(home: string, args: readonly string[] = []) {
    this.#home = home;
    this.#args = args;
  }

  async start(): Promise<void> {
    const ports = this.#ready && {
      '--port': new URL(this.baseUrl).port,
      '--storage-port': new URL(this.#ready.storageUrl).port,
    };
    const args = ['--json', '--data', join(this.#home, 'service'), '--enrich-seconds', enrichSeconds];
    this.#program = new StagedProgram(
      'sandbox',
      [...args, ...this.#args, ...Object.entries(ports ?? {}).flat()],
      {
        HOME: this.#home,
      },
    );
    this.#ready = (await this.#program.ready<{ data: Ready }>()).data;
  }

  async stop(): Promise<void> {
    await this.#program?.end();
  }

  get baseUrl(): string {
    return this.#known.baseUrl;
  }

  get agentsUrl(): string {
    return this.#known.agentsUrl;
  }

  get apiKey(): string {
    return this.#known.apiKey;
  }

  audit(): Promise<Audit> {
    return this.#admin('GET', 'audit');
  }

  /** Documents that are there: bytes landed, not deleted. */
  async documents(): Promise<readonly AuditedDocument[]> {
    return (await this.audit()).documents.filter(({ deleted }) => !deleted);
  }

  /** What goes wrong from now on, in place of what went wrong before; none for a service that is well. */
  async faults(rules: readonly object[]): Promise<void> {
    await this.#admin('POST', 'faults', rules);
  }

  /**
   * Its time stands still until the returned function is called: enrichment, syncs and slow answers stay as
   * they are. Told a speed, its time goes so many times as fast from then on.
   */
  async hold(): Promise<(speed?: number) => Promise<void>> {
    await this.#admin('POST', 'clock', { speed: 0 });
    return async (speed = 1) => {
      await this.#admin('POST', 'clock', { speed });
    };
  }

  /** Every request since the start, by route and status. */
  async requests(
    query = '',
  ): Promise<{ counts: Record<string, number>; requests: Record<string, unknown>[] }> {
    return this.#admin('GET', `requests${query}`);
  }

  get #known(): Ready {
    if (this.#ready === undefined) throw new Error('The sandbox was not started.');
    return this.#ready;
  }

  async #admin<T>(method: string, path: string, body?: unknown): Promise<T> {
    const headers = { 'x-api-key': this.apiKey, 'content-type': 'application/json' };
    const request = body === undefined ? {} : { body: JSON.stringify(body) };
    const answer = await fetch(`${this.baseUrl}/_sandbox/${path}`, { method, headers, ...request });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as T;
  }
}
