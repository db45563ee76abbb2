import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Logger } from '#core/ports/logger.ts';

const run = promisify(execFile);

/** A call that the service manager does not take within this is given up, ms. */
const longestCall = 10_000;

/** What started this process and is told how it does, as systemd is (sd_notify(3)). */
export interface ServiceManager {
  /** Within so many ms it wants to hear of progress; undefined where it does not. */
  readonly watchdogMs: number | undefined;
  /** One sentence that it shows beside the service; said once as long as it is the same. */
  status(sentence: string): void;
  ready(): void;
  /** The configuration is being read anew; ended by `ready`. */
  reloading(): void;
  stopping(): void;
  /** The service went on. */
  feed(): void;
  /** Resolves when all of it was told. */
  told(): Promise<void>;
}

/**
 * Speaks to the service manager that left its address in `NOTIFY_SOCKET`; undefined where none did. Node
 * opens no datagram sockets of Unix, so systemd's own program sends each message, and stays until it was
 * taken: one that is gone by then is not known to be of this service.
 */
export function openServiceManager(
  variables: Readonly<Record<string, string | undefined>>,
  logger: Pick<Logger, 'warn' | 'debug'>,
): ServiceManager | undefined {
  const { NOTIFY_SOCKET, PATH = '', WATCHDOG_USEC } = variables;
  if (NOTIFY_SOCKET === undefined || NOTIFY_SOCKET === '') return undefined;
  const microseconds = Number(WATCHDOG_USEC);
  let telling: Promise<void> = Promise.resolve();
  let isMissing = false;
  let sentence = '';

  async function send(lines: readonly string[]): Promise<void> {
    if (isMissing) return;
    try {
      await run('systemd-notify', [...lines], { env: { NOTIFY_SOCKET, PATH }, timeout: longestCall });
    } catch (error) {
      isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT';
      if (isMissing)
        logger.warn(
          'The service manager is told nothing: the program systemd-notify is missing. Install it, or leave Type=notify and WatchdogSec out of the unit.',
        );
      else logger.debug('The service manager took no message.', { error });
    }
  }
  // In their order, whichever the system would run first.
  const tell = (...lines: string[]) => {
    telling = telling.then(() => send(lines));
  };

  return {
    watchdogMs: microseconds > 0 ? microseconds / 1000 : undefined,
    status(text) {
      // A line break would begin another assignment.
      const line = text.replaceAll(/\s+/g, ' ');
      if (line === sentence) return;
      sentence = line;
      tell(`STATUS=${line}`);
    },
    ready: () => tell('READY=1'),
    // As Type=notify-reload wants it, of CLOCK_MONOTONIC.
    reloading: () => tell('RELOADING=1', `MONOTONIC_USEC=${process.hrtime.bigint() / 1000n}`),
    stopping: () => tell('STOPPING=1'),
    feed: () => tell('WATCHDOG=1'),
    told: () => telling,
  };
}
