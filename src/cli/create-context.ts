import { resolve } from 'node:path';
import type { Logger } from '#core/ports/logger.ts';
import { isUsedFile } from '#core/public/files.ts';
import { createRedactor } from '#core/public/redactor.ts';
import { dataDirectory } from './adapters/data-directory.ts';
import { type LogFile, openLogFile } from './adapters/log-file.ts';
import { createLogger, toBoth } from './adapters/logger.ts';
import type { CommonOptions } from './common-options.ts';
import type { Context } from './context.ts';
import type { Environment } from './environment.ts';
import { asAppError, reportFailure } from './failure.ts';
import { usage } from './options.ts';
import { printable } from './output/format.ts';
import { createOutput } from './output/output.ts';
import { createTimeLimit } from './time-limit.ts';

/** A context, and the way out when the command fails. */
export interface MadeContext extends Context {
  /** @throws AppError `USAGE` when the log file that was asked for cannot be opened */
  readonly openLog: () => void;
  /** Says the failure, and returns the exit code of its class. */
  readonly fail: (error: unknown, verbose: boolean) => number;
  /** Says nothing more, and lets go of the log file and of timers. */
  readonly end: () => void;
}

/**
 * Output, redactor, logger and time limit as the common options ask for them. Warnings of the log are shown
 * for an agent only: what another command answers stays readable.
 */
export function createContext(
  environment: Environment,
  options: CommonOptions,
  isAgent = false,
): MadeContext {
  const redactor = createRedactor();
  const key = environment.variables.SLUICE_API_KEY?.trim();
  if (key !== undefined && key !== '') redactor.add(key);
  const { json = false, quiet = false, verbose = false } = options;
  let file: LogFile | undefined;
  const common = { redactor, json, now: Date.now };
  const kept = createLogger({
    ...common,
    write: (line) => file?.write(line),
    level: verbose ? 'debug' : 'info',
    stacks: true,
  });
  const output = createOutput(environment, { json, quiet, redactor, onNote: kept.info });
  const shown = createLogger({
    ...common,
    write: output.log,
    level: verbose ? 'debug' : isAgent && !quiet ? 'warn' : 'error',
    stacks: verbose,
  });
  const logger: Logger = options.logFile === undefined ? shown : toBoth(shown, kept);

  function openLog() {
    if (options.logFile === undefined || file !== undefined) return;
    const path = resolve(environment.workingDirectory, options.logFile);
    if (isUsedFile(dataDirectory(options, environment), path))
      throw usage('cli.logFile.own', { path: printable(path) });
    file = openLogFile(path, {
      now: () => performance.now(),
      onProblem: ({ message }) => shown.error('the log file cannot be written', { reason: message }),
    });
  }
  const fail = (error: unknown, tellsAll: boolean) => {
    const { code, detail } = asAppError(error);
    kept.error('the command failed', { code, ...(detail === undefined ? {} : { detail }) });
    if (options.app === true && code === 'KEY_MISSING') output.note(output.say('cli.app.keychain'));
    return reportFailure(error, output, redactor, tellsAll);
  };
  // Whatever a mistake has in its words, keys and upload addresses stay out of the terminal and its log (S3).
  environment.onCrash?.((error) => fail(error, true));

  const limit =
    options.maxWait === undefined ? undefined : createTimeLimit(options.maxWait, environment.interrupted);
  function end() {
    output.end();
    limit?.end();
    file?.close();
    file = undefined;
  }
  const bounded = limit === undefined ? environment : { ...environment, interrupted: limit.signal };
  return { environment: bounded, options, output, redactor, logger, limit, openLog, fail, end };
}
