import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { childEnvironment } from '#core/public/host.ts';
import { places } from '#core/public/places.ts';
import { AppError } from '#shared/errors/app-error.ts';

/** The sandbox is a program of its own. Node 22 would say of it that node:sqlite is experimental. */
export const sandboxProgram = ['--disable-warning=ExperimentalWarning', fileURLToPath(places.sandbox)];

/** Milliseconds a sandbox may take to start, on a slow machine under load. */
const startPatience = 120_000;
/** Milliseconds it may take to end before it is killed. */
const stopPatience = 5_000;

const readySchema = z.object({
  baseUrl: z.string(),
  agentsUrl: z.string(),
  storageUrl: z.string(),
  apiKey: z.string(),
});
const readyLine = z.object({ version: z.literal(1), data: readySchema });

export interface SandboxProcess extends z.infer<typeof readySchema> {
  stop(): Promise<void>;
}

/** What the sandbox is told of the environment: the key of a real service is none of its business. */
export const sandboxVariables = (variables: Readonly<Record<string, string | undefined>>) =>
  childEnvironment(variables, ['SLUICE_SANDBOX_API_KEY', 'NODE_COMPILE_CACHE']);

/**
 * Starts a sandbox on free ports and resolves when it serves.
 *
 * @throws AppError `PORT_TAKEN`; `UNEXPECTED` with what it said, when it does not start for another reason
 */
export async function startSandboxProcess(
  args: readonly string[],
  variables: Readonly<Record<string, string | undefined>>,
): Promise<SandboxProcess> {
  const child = spawn(process.execPath, [...sandboxProgram, ...args, '--json'], {
    // Nothing is said to it: that this end is closed tells it that this program is gone, however it went.
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { ...sandboxVariables(variables), SLUICE_SANDBOX_WITH_STDIN: '1' },
  });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said = `${said}${text}`.slice(-2000);
  });
  // However this process exits, the sandbox does not stay behind.
  const onExit = () => child.kill('SIGTERM');
  process.once('exit', onExit);
  const stop = async () => {
    await end(child);
    process.off('exit', onExit);
  };
  try {
    const { data: ready } = readyLine.parse(JSON.parse(await firstLine(child)));
    return { ...ready, stop };
  } catch (cause) {
    await stop();
    const taken = /EADDRINUSE.*?(\d+)\s*$/m.exec(said);
    if (taken)
      throw new AppError('PORT_TAKEN', {
        said: (say) => say('cli.demo.port', { port: taken[1] ?? '' }),
        cause,
      });
    throw new AppError('UNEXPECTED', {
      said: (say) => say('cli.demo.notStarted', { said: said.trim() }),
      cause,
    });
  }
}

async function firstLine(child: ChildProcess): Promise<string> {
  const lines = createInterface({ input: child.stdout as NodeJS.ReadableStream });
  const signal = AbortSignal.timeout(startPatience);
  const exited = once(child, 'exit', { signal }).then(() => {
    throw new Error('the sandbox ended');
  });
  const [line] = await Promise.race([once(lines, 'line', { signal }), exited]);
  exited.catch(() => undefined);
  return line as string;
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.stdin?.on('error', () => undefined);
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), stopPatience);
  await exited;
  clearTimeout(timer);
}
