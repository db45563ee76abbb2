import { once } from 'node:events';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { PassThrough } from 'node:stream';
import type { createCore } from '#core/create-core.ts';
import type { runCommandLine } from '../../../src/cli/command-line.ts';
import type { readCommandLine } from '../../../src/sandbox/command-line.ts';
import type { startSandbox } from '../../../src/sandbox/start-sandbox.ts';
import type { FromStage, ToStage } from './messages.ts';

/**
 * Runs agents and sandboxes of tests side by side in one process, until whoever started it is gone: a start
 * takes a fifth of the processor time that one of a process takes. It knows the programs by their bundle.
 */
const require = createRequire(import.meta.url);
const built = (name: string) => require(join(process.argv[2] ?? '', name));
const commandLine: { runCommandLine: typeof runCommandLine } = built('command-line.js');
const core: { createCore: typeof createCore } = built('create-core.js');
const sandbox: { readCommandLine: typeof readCommandLine } = built('sandbox-command-line.js');
const service: { startSandbox: typeof startSandbox } = built('start-sandbox.js');

/** Ends one of those that run. */
const running = new Map<number, AbortController>();
// Nobody hears it any more once they are gone.
const tell = (message: FromStage) => process.send?.(message, () => undefined);

process.on('message', (message: ToStage) => {
  if (message.kind === 'end') running.get(message.id)?.abort();
  else void run(message);
});
process.on('disconnect', () => process.exit());

async function run({ id, program, args, variables }: ToStage & { kind: 'start' }): Promise<void> {
  const interrupted = new AbortController();
  running.set(id, interrupted);
  const write = (text: string) => tell({ kind: 'wrote', id, text });
  const ready = (line: string) => tell({ kind: 'ready', id, line });
  // The one that is asked for in the folder of the person.
  process.env.HOME = variables.HOME;
  const start = program === 'sluice' ? runAgent : runSandbox;
  const code = await start(args, variables, interrupted.signal, { write, ready });
  running.delete(id);
  tell({ kind: 'ended', id, code });
}

type Run = (
  args: readonly string[],
  variables: Readonly<Record<string, string>>,
  interrupted: AbortSignal,
  told: { readonly write: (text: string) => void; readonly ready: (line: string) => void },
) => Promise<number>;

const runAgent: Run = (args, variables, interrupted, { write, ready }) => {
  const stream = () => new PassThrough().on('data', (chunk: Buffer) => write(chunk.toString()));
  const stdout = stream();
  createInterface({ input: stdout }).once('line', ready);
  return commandLine.runCommandLine(args, {
    variables,
    // The window that a worker's tests share has compiled the pages at one address.
    pagesSegment: 'pages-of-tests',
    workingDirectory: process.cwd(),
    stdout,
    stderr: stream(),
    stdin: new PassThrough().end(),
    createCore: core.createCore,
    interrupted,
  });
};

const runSandbox: Run = async (args, variables, interrupted, { write, ready }) => {
  const command = sandbox.readCommandLine([...args], variables);
  if (command.kind !== 'run') throw new Error(`The sandbox does not take ${args.join(' ')}.`);
  const { baseUrl, agentsUrl, storageUrl, apiKey, stop } = await service.startSandbox(command.options);
  const line = JSON.stringify({ version: 1, data: { baseUrl, agentsUrl, storageUrl, apiKey } });
  write(`${line}\n`);
  ready(line);
  if (!interrupted.aborted) await once(interrupted, 'abort');
  await stop();
  return 0;
};
