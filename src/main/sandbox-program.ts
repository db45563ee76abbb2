import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { type UtilityProcess, utilityProcess } from 'electron';
import { z } from 'zod';
import { childEnvironment, type SandboxServer } from '#core/public/host.ts';
import { places } from '#core/public/places.ts';
import { AppError } from '#shared/errors/app-error.ts';

/** Milliseconds a sandbox may take to start, on a slow machine under load. */
const startPatience = 30_000;

const readyLine = z.object({
  version: z.literal(1),
  data: z.object({ baseUrl: z.string(), agentsUrl: z.string(), apiKey: z.string() }),
});

/**
 * Starts the sandbox, which is built beside this bundle, in a process of its own.
 *
 * @throws AppError `UNEXPECTED` when it does not start
 */
export async function launchSandbox(args: readonly string[]): Promise<SandboxServer> {
  const program = fileURLToPath(places.sandbox);
  const env = childEnvironment(process.env);
  const child = utilityProcess.fork(program, [...args, '--json'], {
    env,
    stdio: 'pipe',
    serviceName: 'Sluice sandbox',
  });
  try {
    const { data: ready } = readyLine.parse(JSON.parse(await firstLine(child)));
    return { ...ready, stop: () => end(child) };
  } catch (cause) {
    child.kill();
    throw new AppError('UNEXPECTED', { detail: 'the sandbox did not start', cause });
  }
}

async function firstLine(child: UtilityProcess): Promise<string> {
  if (child.stdout === null) throw new Error('the sandbox has no output');
  const lines = createInterface({ input: child.stdout });
  const ended = new AbortController();
  child.once('exit', (code) => ended.abort(new Error(`the sandbox ended with code ${code}`)));
  const signal = AbortSignal.any([ended.signal, AbortSignal.timeout(startPatience)]);
  const [line] = (await once(lines, 'line', { signal })) as [string];
  // What it says later is nobody's, and must not fill the pipe.
  child.stdout.resume();
  child.stderr?.resume();
  return line;
}

async function end(child: UtilityProcess): Promise<void> {
  if (child.pid === undefined) return;
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  child.kill();
  await exited;
}
