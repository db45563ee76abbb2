import { type SandboxProcess, startSandboxProcess } from '../../src/cli/sandbox-process.ts';
import type { Audit } from '../../src/sandbox/admin/audit.ts';
import type { Span } from '../../src/sandbox/http/at-once.ts';
import type { FaultRule } from '../../src/sandbox/http/fault-rule.ts';
import type { RecordedRequest, RouteCount } from '../../src/sandbox/http/recorder.ts';

export interface BenchSandbox extends SandboxProcess {
  audit(): Promise<Audit>;
  /** Requests to an origin, or to all, whatever their answer. */
  requests(origin?: 'api'): Promise<number>;
  /** When each API request that was not refused came, sandbox time, ms since the epoch. */
  apiTimes(): Promise<readonly number[]>;
  /** When each PUT began and ended since the sandbox last started, by its path. */
  puts(): Promise<readonly Span[]>;
  /** Replaces the fault rules. */
  fail(rules: readonly FaultRule[]): Promise<void>;
  /**
   * Ends and comes back at the same addresses and with the same faults; with `--data` it holds what it held.
   */
  restart(): Promise<void>;
}

/**
 * A sandbox in a process of its own that stores and completes without reading the files; `options` are the
 * sandbox's.
 */
export async function startBenchSandbox(...options: readonly string[]): Promise<BenchSandbox> {
  const start = (...more: readonly string[]) =>
    startSandboxProcess(['--no-annotate', ...options, ...more], process.env);
  let current = await start();
  const { baseUrl, agentsUrl, storageUrl, apiKey } = current;
  const portOf = (address: string) => new URL(address).port;
  const askNow = async (what: string, init: RequestInit = {}) => {
    // A connection that is kept may end just as it is used again.
    const headers = { 'x-api-key': apiKey, 'content-type': 'application/json', connection: 'close' };
    const response = await fetch(`${baseUrl}/_sandbox/${what}`, { ...init, headers });
    if (!response.ok) throw new Error(`The sandbox answered ${response.status}: ${await response.text()}`);
    return response.json();
  };
  /** While it restarts, whoever asks waits; it does not end while somebody is being answered. */
  let back: Promise<void> = Promise.resolve();
  const asking = new Set<Promise<unknown>>();
  const ask = async (what: string, init: RequestInit = {}) => {
    await back;
    const asked = askNow(what, init);
    asking.add(asked);
    return asked.finally(() => asking.delete(asked));
  };
  let faults: readonly FaultRule[] = [];
  const faultsBody = () => ({ method: 'POST', body: JSON.stringify(faults) });
  const requests: BenchSandbox['requests'] = async (origin) => {
    const { counts } = (await ask('requests?limit=1')) as { counts: RouteCount[] };
    const asked = counts.filter((one) => origin === undefined || one.origin === origin);
    return asked.reduce((sum, { count }) => sum + count, 0);
  };
  return {
    baseUrl,
    agentsUrl,
    storageUrl,
    apiKey,
    stop: () => current.stop(),
    audit: async () => (await ask('audit')) as Audit,
    requests,
    async apiTimes() {
      const { requests } = (await ask('requests?origin=api&limit=100000')) as { requests: RecordedRequest[] };
      return requests.filter(({ status }) => status !== 429).map(({ time }) => time);
    },
    puts: async () => ((await ask('puts')) as { spans: Span[] }).spans,
    async fail(rules) {
      faults = rules;
      await ask('faults', faultsBody());
    },
    restart() {
      back = comeBack();
      return back;
    },
  };

  async function comeBack(): Promise<void> {
    await Promise.allSettled(asking);
    await current.stop();
    current = await start(
      ...[
        '--port',
        portOf(baseUrl),
        '--storage-port',
        portOf(storageUrl),
        '--agents-port',
        portOf(agentsUrl),
      ],
      ...['--api-key', apiKey],
    );
    await askNow('faults', faultsBody());
  }
}

/** A sandbox for as long as it is used. */
export async function withSandbox<T>(
  options: readonly string[],
  use: (sandbox: BenchSandbox) => Promise<T>,
): Promise<T> {
  const sandbox = await startBenchSandbox(...options);
  try {
    return await use(sandbox);
  } finally {
    await sandbox.stop();
  }
}
