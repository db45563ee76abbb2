import { cpus, loadavg } from 'node:os';

/** Where and beside what a figure was measured. */
export interface MachineFacts {
  /** Day, ISO 8601. */
  readonly measured: string;
  readonly processor: string;
  readonly node: string;
  /** Processes that ran or wanted to, average of a minute: when the benchmark began, and at its result. */
  readonly load: readonly [number, number];
}

/** Called when a benchmark begins; what it answers is called with each result. */
export function machineFacts(): () => MachineFacts {
  const before = load();
  const processors = cpus();
  return () => ({
    measured: new Date().toISOString().slice(0, 10),
    processor: `${processors.length} × ${processors[0]?.model ?? 'unknown'}`,
    node: process.versions.node,
    load: [before, load()],
  });
}

function load(): number {
  return Number((loadavg()[0] ?? Number.NaN).toFixed(1));
}
