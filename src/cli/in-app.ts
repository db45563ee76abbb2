import process from 'node:process';
import type { RunCommandLine } from '#core/ports/command-line.ts';
import { runCommandLine } from './command-line.ts';
import { programEnvironment } from './program-environment.ts';

/** The command line as the desktop app carries it: in its own process, which shows no window for it. */
export const runInApp: RunCommandLine = (args, { startProgram, moveToTrash, locales }) =>
  runCommandLine(args, {
    ...programEnvironment(process, async (dependencies) =>
      (await import('#core/create-core.ts')).createCore({ ...dependencies, startProgram, moveToTrash }),
    ),
    inApp: true,
    startProgram,
    locales,
  });
