import type { Plugin } from 'vite';
import { buildPrograms } from './build-programs.ts';
import { builtAgentVariable } from './built-variables.ts';

export interface BuiltAgent {
  /** A folder of this run's own, with `sluice.js`, `sandbox.js` and two parts of `sluice.js`. */
  readonly directory: string;
  remove(): void;
}

/**
 * Builds the command line and the sandbox, with all they import, for tests that start them hundreds of
 * times: a start takes a fifth of the processor time that one from sources does.
 */
export async function buildAgent(): Promise<BuiltAgent> {
  const programs = {
    sluice: 'src/cli/index.ts',
    sandbox: 'src/sandbox/index.ts',
    // For a command in the process of a test.
    'command-line': 'src/cli/command-line.ts',
    'create-core': 'src/core/create-core.ts',
  };
  return buildPrograms('agent', programs, [sandboxBeside()]);
}

/** The programs that `npm test` built for all its steps, or some of this run's own. */
export async function findOrBuildAgent(): Promise<BuiltAgent> {
  const directory = process.env[builtAgentVariable];
  return directory === undefined ? buildAgent() : { directory, remove: () => undefined };
}

/** The command line starts the sandbox from where its sources are; here it lies in the same folder. */
function sandboxBeside(): Plugin {
  const address = "new URL('../sandbox/index.ts', import.meta.url)";
  return {
    name: 'sluice:sandbox-beside',
    enforce: 'pre',
    transform(code, id) {
      if (!id.endsWith('/src/cli/sandbox-process.ts')) return null;
      if (!code.includes(address)) this.error(`${id} does not name ${address} any more`);
      return code.replace(address, "new URL('./sandbox.js', import.meta.url)");
    },
  };
}
