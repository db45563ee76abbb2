import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type SandboxProcess, startSandboxProcess } from '../../src/cli/sandbox-process.ts';
import type { Audit } from '../../src/sandbox/admin/audit.ts';
import type { FaultRule } from '../../src/sandbox/http/fault-rule.ts';
import type { RouteCount } from '../../src/sandbox/http/recorder.ts';
import { setFaults } from './faults.ts';

/** The service under torture: it can end and come back at the same addresses, with all it held. */
export interface TortureService extends SandboxProcess {
  fail(rules: readonly FaultRule[]): Promise<void>;
  restart(): Promise<void>;
  audit(): Promise<Audit>;
  /** How many requests it had, over all its lives. */
  requests(): Promise<number>;
}

/** Starts it; `args` are the sandbox's. */
export async function startService(args: readonly string[], data: string): Promise<TortureService> {
  mkdirSync(data, { recursive: true });
  let faults: readonly FaultRule[] = [];
  let current = await startSandboxProcess([...args, '--data', join(data)], process.env);
  const { baseUrl, agentsUrl, storageUrl, apiKey } = current;
  const ports = [
    ...['--port', new URL(baseUrl).port, '--storage-port', new URL(storageUrl).port],
    ...['--agents-port', new URL(agentsUrl).port],
  ];
  const ask = async (what: string): Promise<unknown> => {
    const response = await fetch(`${baseUrl}/_sandbox/${what}`, { headers: { 'x-api-key': apiKey } });
    if (!response.ok) throw new Error(`The sandbox answered ${response.status} to ${what}.`);
    return response.json();
  };
  return {
    ...{ baseUrl, agentsUrl, storageUrl, apiKey },
    async fail(rules) {
      faults = rules;
      await setFaults(current, rules);
    },
    async restart() {
      await current.stop();
      current = await startSandboxProcess([...args, ...ports, '--data', data], process.env);
      await setFaults(current, faults);
    },
    audit: async () => (await ask('audit')) as Audit,
    async requests() {
      const { counts } = (await ask('requests?limit=1')) as { counts: RouteCount[] };
      return counts.reduce((sum, { count }) => sum + count, 0);
    },
    stop: () => current.stop(),
  };
}
