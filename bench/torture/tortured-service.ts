import { type BenchSandbox, startBenchSandbox } from '../support/sandbox.ts';
import type { RunOptions } from './options.ts';

/** The service of a run, which keeps in `data` what it holds and comes back with it. */
export function startTorturedService(
  { seed, profile, list }: RunOptions,
  data: string,
): Promise<BenchSandbox> {
  return startBenchSandbox(
    ...['--seed', String(seed), '--profile', profile, '--enrich-seconds', '0.1-0.6', '--data', data],
    ...(list ? [] : ['--no-list']),
  );
}
