import { type SandboxProcess, startSandboxProcess } from '../../src/cli/sandbox-process.ts';

export interface AuditedDocument {
  readonly file_name: string;
  readonly status: string;
  /** ISO 8601, sandbox time. */
  readonly created_at: string;
  readonly finished_at: string | null;
}

/** What the audit of the sandbox tells a benchmark. */
export interface Audit {
  readonly documents: readonly AuditedDocument[];
  readonly slots_never_filled: readonly AuditedDocument[];
  readonly requests_over_limit: number;
}

export interface RequestCount {
  readonly origin: 'api' | 'storage';
  readonly method: string;
  readonly route: string | null;
  readonly status: number;
  readonly count: number;
}

export interface BenchSandbox extends SandboxProcess {
  audit(): Promise<Audit>;
  /** Requests by route and status. */
  counts(): Promise<readonly RequestCount[]>;
  /** Requests to the API, whatever their answer. */
  apiRequests(): Promise<number>;
  /** When each API request that was not refused came, sandbox time, ms since the epoch. */
  apiTimes(): Promise<readonly number[]>;
}

/** A sandbox in a process of its own that stores and completes without reading the files. */
export async function startBenchSandbox(...options: readonly string[]): Promise<BenchSandbox> {
  const sandbox = await startSandboxProcess(['--no-annotate', ...options], process.env);
  const headers = { 'x-api-key': sandbox.apiKey };
  const ask = async (path: string) =>
    (await fetch(`${sandbox.baseUrl}/_sandbox/${path}`, { headers })).json();
  const counts = async () => ((await ask('requests?limit=1')) as { counts: readonly RequestCount[] }).counts;
  return {
    ...sandbox,
    audit: async () => (await ask('audit')) as Audit,
    counts,
    apiRequests: async () =>
      (await counts()).filter(({ origin }) => origin === 'api').reduce((sum, { count }) => sum + count, 0),
    async apiTimes() {
      const { requests } = (await ask('requests?origin=api&limit=100000')) as {
        requests: readonly { time: number; status: number }[];
      };
      return requests.filter(({ status }) => status !== 429).map(({ time }) => time);
    },
  };
}
