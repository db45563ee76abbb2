import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Command } from 'commander';
import type { ExitClass } from '#shared/errors/catalog-entry.ts';
import type { Context } from '../context.ts';
import { addExamples } from '../help/examples.ts';
import type { Host } from '../host.ts';
import { sandboxProgram, sandboxVariables } from '../sandbox-process.ts';

/**
 * `sluice sandbox`: the local content service in the foreground; its options are its own and go through
 * untouched.
 */
export function declareSandbox(command: Command, host: Host): void {
  command
    .helpOption(false)
    .allowUnknownOption()
    .allowExcessArguments()
    .argument('[options...]', 'options of the sandbox')
    .action(host.plain(runSandbox));
  addExamples(command, 'sluice sandbox', {
    line: 'sluice sandbox --port 7700 --data ./service',
    does: 'at the same address every time, and it keeps its documents',
  });
}

async function runSandbox(context: Context, passedOn: string[]): Promise<ExitClass> {
  const { environment, options, output } = context;
  output.giveWay();
  const args = [...sandboxProgram, ...passedOn, ...(options.json === true ? ['--json'] : [])];
  const child = spawn(process.execPath, args, {
    stdio: 'inherit',
    env: sandboxVariables(environment.variables),
  });
  const end = () => child.kill('SIGTERM');
  environment.interrupted.addEventListener('abort', end);
  if (environment.interrupted.aborted) end();
  const [code] = (await once(child, 'exit')) as [number | null];
  if (environment.interrupted.aborted || code === 0) return 'ok';
  return code === 2 ? 'usage' : 'bug';
}
