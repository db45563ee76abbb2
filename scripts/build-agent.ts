import { cpSync, mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { places } from '../src/core/places/places.ts';
import { programsBeside } from './beside-the-bundle.ts';
import { buildPrograms, type ProgramsOptions } from './build-programs.ts';
import { builtAgentVariable } from './built-variables.ts';

export interface BuiltAgent {
  /** A folder of this run's own, with `sluice.js`, `sandbox.js` and two parts of `sluice.js`. */
  readonly directory: string;
  remove(): void;
}

/** What the agent is made of: what ships (`build-package.ts`), and what tests start. */
export const agentPrograms = {
  sluice: 'src/cli/index.ts',
  sandbox: 'src/sandbox/index.ts',
  ...programsBeside,
  // Loaded late, by name: `src/cli/output/late-packages.ts`.
  'log-update': 'log-update',
  'string-width': 'string-width',
};

/**
 * Builds the command line and the sandbox, with all they import, for tests that start them hundreds of
 * times: a start takes a fifth of the processor time that one from sources does. What they read lies beside
 * them as it does in the package that ships.
 */
export async function buildAgent(options: Pick<ProgramsOptions, 'minify'> = {}): Promise<BuiltAgent> {
  const programs = {
    ...agentPrograms,
    // For a command in the process of a test.
    'command-line': 'src/cli/command-line.ts',
    'create-core': 'src/core/create-core.ts',
    // For many of both in one process (`e2e/support/stage`).
    'sandbox-command-line': 'src/sandbox/command-line.ts',
    'start-sandbox': 'src/sandbox/start-sandbox.ts',
    // What is measured, as it ships.
    'bench-agent': 'bench/agent/index.ts',
    'bench-floor': 'bench/floor/index.ts',
  };
  const built = await buildPrograms('agent', programs, options);
  copyResources(built.directory);
  // Those that were built last, now or later.
  const pages = fileURLToPath(places.pages);
  mkdirSync(pages, { recursive: true });
  symlinkSync(pages, join(built.directory, 'pages'), 'junction');
  return built;
}

/** Puts beside the programs what a person hears and tries. */
export function copyResources(directory: string): void {
  cpSync(places.locales, join(directory, 'locales'), { recursive: true });
  cpSync(places.samples, join(directory, 'samples'), { recursive: true });
}

/** The programs that `npm test` built for all its steps, or some of this run's own. */
export async function findOrBuildAgent(options: Pick<ProgramsOptions, 'minify'> = {}): Promise<BuiltAgent> {
  const directory = process.env[builtAgentVariable];
  return directory === undefined ? buildAgent(options) : { directory, remove: () => undefined };
}
