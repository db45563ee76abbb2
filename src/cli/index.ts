import process from 'node:process';
import { isatty } from 'node:tty';
import { runCommandLine } from './command-line.ts';
import { interruption } from './interruption.ts';
import { quietExperimentalWarnings } from './quiet-warnings.ts';
import { isSecretVariable } from './variables/secret-names.ts';

quietExperimentalWarnings(process);

// A reader that has seen enough (`| head`) ends the program, and is no error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0);
  throw error;
});

// Whatever this program starts, by itself or in a library, is not handed its secrets.
const variables = { ...process.env };
for (const name of Object.keys(process.env).filter(isSecretVariable)) delete process.env[name];

// On Windows it tells that the console was closed, and nothing else.
const startedInTerminal = process.stdout.isTTY === true;
const isTerminalGone = () => process.platform === 'win32' || (startedInTerminal && !isatty(1));
const { signal, onHangup } = interruption(process, isTerminalGone);

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
  interrupted: signal,
  onHangup,
  onCrash: (tell) => process.on('uncaughtException', (error) => process.exit(tell(error))),
});

// Whatever may still be open (a half-closed socket, a watcher) does not keep the program once its work is
// done. The timer itself holds nothing: normally the process is gone before it fires.
setTimeout(() => process.exit(), 1000).unref();
