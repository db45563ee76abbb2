import process from 'node:process';
import { type CoreDependencies, createCore } from '#core/create-core.ts';
import { runCommandLine } from '../../../src/cli/command-line.ts';
import { interruption } from '../../../src/cli/interruption.ts';
import { quietExperimentalWarnings } from '../../../src/cli/quiet-warnings.ts';
import { tuningVariable } from '../tuning.ts';

/**
 * The agent under torture: the command line as it ships (`src/cli/index.ts`), with one thing added, the knobs of `createCore`
 * that nobody should have to wait for, from the environment as JSON.
 */
quietExperimentalWarnings(process);

const tuning = JSON.parse(process.env[tuningVariable] ?? '{}') as NonNullable<CoreDependencies['tuning']>;

process.exitCode = await runCommandLine(process.argv.slice(2), {
  variables: process.env,
  workingDirectory: process.cwd(),
  stdout: process.stdout,
  stderr: process.stderr,
  stdin: process.stdin,
  createCore: (dependencies) => createCore({ ...dependencies, tuning }),
  interrupted: interruption(process),
});

// As in `src/cli/index.ts`: nothing that may still be open keeps the program once its work is done.
setTimeout(() => process.exit(), 1000).unref();
