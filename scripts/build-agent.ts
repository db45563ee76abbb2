import { join } from 'node:path';
import type { Plugin } from 'vite';
import { buildPrograms } from './build-programs.ts';

export interface BuiltAgent {
  /** A folder of this run's own, with `sluice.js` and `sandbox.js`. */
  readonly directory: string;
  /** The command line. */
  readonly program: string;
  remove(): void;
}

/**
 * Builds the command line and the sandbox, with all they import, for tests that start them hundreds of
 * times: a start takes a fifth of the processor time that one from sources does.
 */
export async function buildAgent(): Promise<BuiltAgent> {
  const programs = { sluice: 'src/cli/index.ts', sandbox: 'src/sandbox/index.ts' };
  const { directory, remove } = await buildPrograms('agent', programs, [sandboxBeside()]);
  return { directory, program: join(directory, 'sluice.js'), remove };
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
