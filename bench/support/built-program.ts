import { join } from 'node:path';
import { builtAgentVariable } from '../../scripts/built-variables.ts';

/** A program of the bundle that `bench/index.ts` builds: agent and floors are measured as an agent ships. */
export function builtProgram(name: 'bench-agent' | 'bench-floor'): string {
  const directory = process.env[builtAgentVariable];
  if (directory === undefined) throw new Error('what is measured was not built');
  return join(directory, `${name}.js`);
}
