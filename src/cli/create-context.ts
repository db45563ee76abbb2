import { AppError } from '#shared/errors/app-error.ts';
import { createRedactor } from '#core/public/redactor.ts';
import { createLogger } from './adapters/logger.ts';
import type { Context } from './context.ts';
import type { Environment } from './environment.ts';
import { reportFailure } from './failure.ts';
import type { CommonOptions } from './common-options.ts';
import { createOutput } from './output/output.ts';

/** A context, and the way out when the command fails. */
export interface MadeContext extends Context {
  /** Says the failure, and returns the exit code of its class. */
  readonly fail: (error: unknown, verbose: boolean) => number;
}

/** Output, redactor and logger as the common options ask for them. */
export function createContext(environment: Environment, options: CommonOptions): MadeContext {
  const redactor = createRedactor();
  const key = environment.variables.SLUICE_API_KEY?.trim();
  if (key !== undefined && key !== '') redactor.add(key);
  const json = options.json === true;
  const output = createOutput(environment, { json, redactor });
  const logger = createLogger({
    write: (line) => output.log(line),
    redactor,
    level: options.verbose === true ? 'debug' : 'warn',
    json,
    now: Date.now,
  });
  const fail = (error: unknown, verbose: boolean) => {
    const code = reportFailure(error, output, redactor, verbose);
    if (options.app === true && error instanceof AppError && error.code === 'KEY_MISSING')
      output.note(output.say('cli.app.keychain'));
    return code;
  };
  // Whatever a mistake has in its words, keys and upload addresses stay out of the terminal and its log (S3).
  environment.onCrash?.((error) => fail(error, true));
  return { environment, options, output, redactor, logger, fail };
}
