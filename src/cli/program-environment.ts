import { isatty } from 'node:tty';
import type { Core, CoreDependencies } from '#core/create-core.ts';
import type { Environment } from './environment.ts';
import { interruption } from './interruption.ts';
import { quietExperimentalWarnings } from './quiet-warnings.ts';
import { isSecretVariable } from './variables/secret-names.ts';

/**
 * The environment of a command that is a program of its own: this process. What holds secrets in its
 * variables is taken out of it, so that nothing it starts, by itself or in a library, is handed them.
 */
export function programEnvironment(
  process: NodeJS.Process,
  createCore: (dependencies: CoreDependencies) => Core | Promise<Core>,
): Environment {
  quietExperimentalWarnings(process);
  // A reader such as `| head` may close the pipe early, which is no error. For a systemd service it is one:
  // its log is gone, and systemd restarts it with a new one.
  const isService = process.env.NOTIFY_SOCKET !== undefined;
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(isService ? 1 : 0);
    throw error;
  });
  const variables = { ...process.env };
  for (const name of Object.keys(process.env).filter(isSecretVariable)) delete process.env[name];
  // On Windows it tells that the console was closed, and nothing else.
  const startedInTerminal = process.stdout.isTTY === true;
  const isTerminalGone = () => process.platform === 'win32' || (startedInTerminal && !isatty(1));
  const { signal, onHangup } = interruption(process, isTerminalGone);
  return {
    variables,
    // Asked for when it is needed: finding it out takes as long as loading twenty files.
    get systemLanguage() {
      return Intl.DateTimeFormat().resolvedOptions().locale;
    },
    workingDirectory: process.cwd(),
    stdout: process.stdout,
    stderr: process.stderr,
    stdin: process.stdin,
    createCore,
    interrupted: signal,
    onHangup,
    onCrash: (tell) => process.on('uncaughtException', (error) => process.exit(tell(error))),
  };
}
