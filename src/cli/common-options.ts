import type { Command } from 'commander';
import { invalid } from './invalid.ts';
import { duration } from './duration.ts';

/** The options every command takes. */
export interface CommonOptions {
  readonly baseUrl?: string;
  readonly agentsUrl?: string;
  readonly dataDir?: string;
  readonly proxy?: string;
  readonly caFile?: string;
  readonly team?: string;
  readonly app?: boolean;
  readonly profileName?: string;
  readonly json?: boolean;
  readonly verbose?: boolean;
  readonly quiet?: boolean;
  readonly logFile?: string;
  /** Milliseconds. */
  readonly maxWait?: number;
}

/** Declared once on the program: commander then takes them before and after the command's name. */
export function addCommonOptions(program: Command): Command {
  return program
    .option(
      '--base-url <url>',
      'address of the content service; makes a profile for it where there is none',
      address,
    )
    .option('--agents-url <url>', 'address of its workflow endpoints, when it is another', address)
    .option(
      '--data-dir <dir>',
      'folder of settings and ledger (default: the usual place for data)',
      dataFolder,
    )
    .option(
      '--proxy <address>',
      'the proxy to use, none, or system: what the variables of the environment say',
      proxy,
    )
    .option('--ca-file <file>', 'certificates (PEM) to trust beside those of the system')
    .option(
      '--team <address>',
      "the team's database for this run, such as postgres://user@host/database; never with a password",
    )
    .option('--app', 'the data folder of the desktop app, whose key it is not given')
    .option('--profile-name <name>', 'which profile to use, or the name for a new one')
    .option('--json', 'the answer, or each event, as a line of JSON on stdout')
    .option('--verbose', 'log more')
    .option('--quiet', 'write no text but what fails or needs you; the exit code tells')
    .option('--log-file <path>', 'also append the log to this file')
    .option(
      '--max-wait <duration>',
      'end after so long, such as 90s, 10m or 2h; what is not done then is said, and stays',
      duration,
    );
}

/**
 * An empty one is the variable of a script that is not set: it would make the working folder a data folder.
 */
export function dataFolder(value: string): string {
  if (value.trim() === '') throw invalid('cli.option.dataFolder');
  return value;
}

/** `none`, `system`, or the address of a proxy, which may hold a login. */
export function proxy(value: string): string {
  const text = value.trim();
  if (text === 'none' || text === 'system') return text;
  const url = URL.parse(/^https?:\/\//i.test(text) ? text : `http://${text}`);
  if (url === null || url.hostname === '' || url.pathname !== '/' || url.search !== '' || url.hash !== '')
    throw invalid('cli.option.proxy');
  return url.href.replace(/\/$/, '');
}

/** A service's address without trailing slashes. */
export function address(value: string): string {
  const url = URL.parse(value);
  if (url === null || !/^https?:$/.test(url.protocol)) {
    throw invalid('cli.option.address');
  }
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') {
    throw invalid('cli.option.addressParts');
  }
  return value.trim().replace(/\/+$/, '');
}
