import type { Logger } from '#core/ports/logger.ts';
import type { Redactor } from '#core/public/redactor.ts';
import type { Environment } from './environment.ts';
import type { CommonOptions } from './common-options.ts';
import type { Output } from './output/output.ts';
import type { TimeLimit } from './time-limit.ts';

/** What every command has before it opens anything. */
export interface Context {
  readonly environment: Environment;
  readonly options: CommonOptions;
  readonly output: Output;
  readonly redactor: Redactor;
  readonly logger: Logger;
  /** How long the command may take; undefined means for ever. */
  readonly limit?: TimeLimit | undefined;
}
