import type { SendReport } from '#core/create-core.ts';
import { type Clock, sleep } from '#core/ports/clock.ts';
import type { Logger } from '#core/ports/logger.ts';
import type { HealthReport } from './health-report.ts';

export interface PingOptions {
  readonly url: string;
  readonly everyMs: number;
  readonly look: () => Promise<HealthReport>;
  readonly send: SendReport;
  readonly clock: Clock;
  readonly logger: Logger;
}

export interface Ping {
  /** It may be otherwise now: whether the agent is healthy is told at once where that changed. */
  touch(isHealthy: boolean): void;
  stop(): Promise<void>;
}

/** Changes are told no closer together than this, ms. */
const apart = 5_000;

/**
 * A dead man's switch, as healthchecks.io and others have it: the address is asked for while the agent is
 * healthy, and its `/fail` with the sentence of health when it is not. What nobody hears of raises the alarm
 * there. Each time the agent is looked at anew, so one that hangs pings nobody.
 */
export function startPing({ url, everyMs, look, send, clock, logger }: PingOptions): Ping {
  const stopped = new AbortController();
  let wake: () => void = () => undefined;
  let told: boolean | undefined;
  let wasHeard = true;

  async function ping(): Promise<void> {
    try {
      const { healthy, sentence } = await look();
      const report = healthy
        ? { url, method: 'GET' as const }
        : {
            url: failAddress(url),
            method: 'POST' as const,
            body: sentence,
            headers: { 'content-type': 'text/plain; charset=utf-8' },
          };
      told = healthy;
      const status = await send(report, stopped.signal);
      if (status < 200 || status > 299) throw new Error(`it answered ${status}`);
      wasHeard = true;
    } catch (error) {
      if (stopped.signal.aborted) return;
      // Once: the switch itself tells who needs to know.
      const fields = { reason: (error as Error).message };
      if (wasHeard) logger.warn('The ping was not heard; it goes on.', fields);
      else logger.debug('The ping was not heard.', fields);
      wasHeard = false;
    }
  }

  async function run(): Promise<void> {
    while (!stopped.signal.aborted) {
      // It may change while the ping is on its way, too.
      const changed = new Promise<void>((resolve) => {
        wake = resolve;
      });
      await ping();
      const rest = new AbortController();
      const all = AbortSignal.any([stopped.signal, rest.signal]);
      const until = (ms: number) => sleep(clock, ms, all).catch(() => undefined);
      await until(Math.min(apart, everyMs));
      await Promise.race([changed, until(Math.max(0, everyMs - apart))]);
      rest.abort();
    }
  }

  const running = run();
  return {
    touch(isHealthy) {
      if (told !== undefined && told !== isHealthy) wake();
    },
    async stop() {
      stopped.abort();
      await running;
    },
  };
}

function failAddress(url: string): string {
  const address = new URL(url);
  address.pathname = `${address.pathname.replace(/\/+$/, '')}/fail`;
  return address.href;
}
