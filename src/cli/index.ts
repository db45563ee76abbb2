import process from 'node:process';
import { runCommandLine } from './command-line.ts';
import { interruption } from './interruption.ts';
import { quietExperimentalWarnings } from './quiet-warnings.ts';

quietExperimentalWarnings(process);

// A reader that has seen enough (`| head`) ends the program, and is no error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0);
  throw error;
});

// Whatever this program starts, by itself or in a library, is not handed its secrets.
const variables = { ...process.env };
for (const name of ['SLUICE_API_KEY', 'SLUICE_BROKER_PASSWORD']) delete process.env[name];

process.exitCode = await runCommandLine(process.argv.slice(2), {
  variables,
  // Asked for when it is needed: finding it out takes as long as loading twenty files.
  get systemLanguage() {
    return Intl.DateTimeFormat().resolvedOptions().locale;
  },
  workingDirectory: process.cwd(),
  stdout: process.stdout,
  stderr: process.stderr,
  stdin: process.stdin,
  createCore: async (dependencies) => (await import('#core/create-core.ts')).createCore(dependencies),
  interrupted: interruption(process),
  onCrash: (tell) => process.on('uncaughtException', (error) => process.exit(tell(error))),
});

// Whatever may still be open (a half-closed socket, a watcher) does not keep the program once its work is
// done. The timer itself holds nothing: normally the process is gone before it fires.
setTimeout(() => process.exit(), 1000).unref();
