import process from 'node:process';
import { runCommandLine } from './command-line.ts';
import { programEnvironment } from './program-environment.ts';

const environment = programEnvironment(process, async (dependencies) =>
  (await import('#core/create-core.ts')).createCore(dependencies),
);
process.exitCode = await runCommandLine(process.argv.slice(2), environment);

// Whatever may still be open (a half-closed socket, a watcher) does not keep the program once its work is
// done. The timer itself holds nothing: normally the process is gone before it fires.
setTimeout(() => process.exit(), 1000).unref();
