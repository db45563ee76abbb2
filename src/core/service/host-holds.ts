import type { Clock } from '#core/ports/clock.ts';
import type { Answer, Priority } from './answer.ts';
import { backoffDelay } from './backoff.ts';
import { failuresInRow } from './governor-policy.ts';
import { createPause, type Hold, type Pause, probeEveryMs } from './pause.ts';
import { createWaiters } from './waiters.ts';

export interface TransferOptions {
  /** A user's request waits for no pause. Absent: background work. */
  readonly priority?: Priority | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Pauses that storage hosts ask for, for one address or for all transfers to a host (U5). */
export interface HostHolds {
  /** Starts a transfer once its host and its address are not paused, and evaluates its answer. */
  through<T>(url: URL, options: TransferOptions, transfer: () => Promise<Answer<T>>): Promise<Answer<T>>;
  /**
   * Records that the host asked for a pause; without `retryAfterMs` its length is random. Returns when to ask
   * again, ms from now.
   *
   * @param covers `address`: only the address that failed, until several in a row have failed
   */
  refused(url: URL, retryAfterMs: number | undefined, covers: 'host' | 'address'): number;
  /** Makes the next transfer to each host and address the probe. */
  probeNow(): void;
  /** Pauses of hosts. Those of single addresses count once they have lasted for some minutes. */
  holds(): readonly Hold[];
}

interface HostState {
  readonly pause: Pause;
  /** By path, because the query contains the signature. */
  readonly addresses: Map<string, Pause>;
  /** Addresses that were refused since the host's last success. */
  readonly refused: Set<string>;
  /** Successive refusals by the host; concurrent ones count once. */
  inRow: number;
}

/** Pauses of single addresses are usual for shorter times, ms. */
const longMs = 5 * 60_000;

/** @param onChange called when a host's pause begins, or a probe ends it */
export function createHostHolds(clock: Clock, random: () => number, onChange: () => void): HostHolds {
  const hosts = new Map<string, HostState>();
  const waiting = createWaiters();

  function stateOf(host: string): HostState {
    const known = hosts.get(host);
    if (known) return known;
    const made = {
      pause: createPause(clock, onChange),
      addresses: new Map(),
      refused: new Set<string>(),
      inRow: 0,
    };
    hosts.set(host, made);
    return made;
  }

  function pausesOf({ host, pathname }: URL): readonly Pause[] {
    const known = hosts.get(host);
    return known ? [known.pause, known.addresses.get(pathname)].filter((pause) => pause !== undefined) : [];
  }

  async function pass(url: URL, { priority, signal }: TransferOptions) {
    for (;;) {
      const now = clock.monotonic();
      const pauses = pausesOf(url);
      const times = pauses.map((pause) => (priority === 'person' ? now : pause.goesAt(now)));
      const at = times.reduce(latest, now);
      if (at !== undefined && at <= now) return pauses.map((pause) => pause.go());
      const woken = waiting.next(signal);
      const cancel = at === undefined ? undefined : clock.setTimer(Math.max(1, at - now), waiting.wake);
      await woken.finally(cancel);
    }
  }

  function answeredWell(name: string): void {
    const host = hosts.get(name);
    if (host === undefined) return;
    host.inRow = 0;
    host.refused.clear();
    for (const [path, pause] of host.addresses) if (!pause.isOn()) host.addresses.delete(path);
    if (host.addresses.size === 0 && !host.pause.isOn()) hosts.delete(name);
  }

  return {
    async through(url, options, transfer) {
      const went = await pass(url, options);
      let how: 'answered' | 'lost' | 'unused' = 'unused';
      let isWell = false;
      try {
        const answer = await transfer();
        how = whatOf(answer);
        isWell = answer.ok;
        return answer;
      } finally {
        for (const request of went) request[how]();
        if (isWell) answeredWell(url.host);
        waiting.wake();
      }
    },
    refused(url, retryAfterMs, covers) {
      const host = stateOf(url.host);
      if (covers === 'address') host.refused.add(url.pathname);
      const isOne = covers === 'address' && host.refused.size < failuresInRow;
      if (!isOne && !host.pause.isOn()) host.inRow += 1;
      const wait = retryAfterMs ?? backoffDelay('rate-limited', host.inRow, random);
      let { pause } = host;
      if (isOne) {
        pause = host.addresses.get(url.pathname) ?? createPause(clock);
        host.addresses.set(url.pathname, pause);
      }
      return Math.min(pause.ask(wait), probeEveryMs);
    },
    probeNow() {
      for (const { pause, addresses } of hosts.values())
        for (const one of [pause, ...addresses.values()]) one.probeNow();
      waiting.wake();
    },
    holds: () =>
      [...hosts].flatMap(([host, { pause, addresses }]) => {
        const isLong = (since = Number.POSITIVE_INFINITY) => clock.now() - since >= longMs;
        const long = () => [...addresses.values()].find((one) => isLong(one.facts()?.since));
        const facts = pause.facts() ?? long()?.facts();
        return facts ? [{ by: 'storage' as const, host, ...facts }] : [];
      }),
  };
}

/** Undefined if a probe's answer must come first. */
function latest(one: number | undefined, other: number | undefined): number | undefined {
  return one === undefined || other === undefined ? undefined : Math.max(one, other);
}

/** What an answer means for a pause that was on when its transfer began. */
function whatOf(answer: Answer<unknown>): 'answered' | 'lost' | 'unused' {
  if (answer.ok) return 'answered';
  const { disposition, retryAfterMs, status } = answer.failure;
  if (status !== undefined) return retryAfterMs === undefined ? 'answered' : 'unused';
  return disposition === 'offline' || disposition === 'held' ? 'unused' : 'lost';
}
