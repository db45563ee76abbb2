import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CommandLineHost, RunCommandLine } from '#core/ports/command-line.ts';

/**
 * What a person asks of the command line that the app carries; undefined where the app itself is wanted.
 * `Sluice --cli -- status --json`, as the launchers in `resources/bin` write it: what follows `--` is no
 * switch of Chromium's. Or `sluice status`, where the package put the program on the path. Only the first
 * argument decides: whoever brings a link can put others behind it. The start script of an AppImage may put
 * one of its own before it (`in-sandbox.ts`), which means nothing where no page is shown.
 *
 * @param first where the arguments begin: behind the program, and in development behind the project too
 */
export function commandLineArguments(argv: readonly string[], first: number): string[] | undefined {
  const isBefore = argv[first] === '--no-sandbox';
  const [one = '', ...others] = argv.slice(isBefore ? first + 1 : first);
  if (one === '--cli') return others.slice(others.indexOf('--') + 1);
  return /^[a-z][a-z-]*$/.test(one) ? [one, ...others] : undefined;
}

export interface CommandLineOptions extends CommandLineHost {
  readonly app: Pick<Electron.App, 'whenReady' | 'setPath' | 'exit'> & {
    readonly dock?: { hide(): void } | undefined;
  };
  /** The bundle of the command line, which lies beside this one. */
  readonly load: () => Promise<{ readonly runInApp: RunCommandLine }>;
}

/**
 * Runs one command and ends the program with its exit code. There is no window, and the app that may run is
 * left alone but for its data folder: what Chromium keeps goes to a folder that is removed.
 */
export async function runCommandLine(
  args: readonly string[],
  { app, load, ...host }: CommandLineOptions,
): Promise<void> {
  const session = mkdtempSync(join(tmpdir(), 'sluice-command-'));
  app.setPath('sessionData', session);
  app.dock?.hide();
  // Programs beside core can be started only then.
  await app.whenReady();
  let code = 1;
  try {
    code = await (await load()).runInApp(args, host);
    await Promise.all([process.stdout, process.stderr].map(written));
  } finally {
    rmSync(session, { recursive: true, force: true });
    app.exit(code);
  }
}

/** A pipe may take what was written only later, and `exit` waits for nothing. */
function written(stream: NodeJS.WriteStream): Promise<void> {
  return new Promise((resolve) => stream.write('', () => resolve()));
}
