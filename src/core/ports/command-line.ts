import type { StartProgram } from './programs.ts';
import type { MoveToTrash } from './trash.ts';

/** What the desktop app gives to the command line that it carries. */
export interface CommandLineHost {
  readonly startProgram: StartProgram;
  readonly moveToTrash: MoveToTrash | undefined;
  /** The folder of what Sluice says, a file for each language. */
  readonly locales: URL;
}

/**
 * The command line as a program that the app loads (docs/adr/0034): runs one command.
 *
 * @param args what follows the program's name
 * @returns the exit code
 */
export type RunCommandLine = (args: readonly string[], host: CommandLineHost) => Promise<number>;
