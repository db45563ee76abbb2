import { type Clock, sleep } from '#core/ports/clock.ts';
import type { Core } from '#core/create-core.ts';
import type { Logger } from '#core/ports/logger.ts';
import type { ServiceManager } from './notify-service-manager.ts';

/** Messages go out so many times as often as the watchdog wants them: one may come late. */
const timesPerWatchdog = 3;

interface FeedOptions {
  readonly core: Pick<Core, 'pulse'>;
  readonly manager: Pick<ServiceManager, 'feed'>;
  readonly watchdogMs: number;
  readonly clock: Clock;
  readonly logger: Pick<Logger, 'warn'>;
}

/**
 * Feeds the watchdog each time all parts of the engine were heard of since the last time, and with nothing
 * else: a part that hangs lets it starve. Returns the way to stop.
 */
export function feedWatchdog({ core, manager, watchdogMs, clock, logger }: FeedOptions): () => void {
  const stopped = new AbortController();
  let wasFed = true;
  const feed = async () => {
    while (!stopped.signal.aborted) {
      const goesOn = await core.pulse().catch(() => false);
      if (stopped.signal.aborted) return;
      if (goesOn) manager.feed();
      else if (wasFed) logger.warn('The watchdog is not fed: a part of the agent does not go on.');
      wasFed = goesOn;
      await sleep(clock, watchdogMs / timesPerWatchdog, stopped.signal).catch(() => undefined);
    }
  };
  void feed();
  return () => stopped.abort();
}
