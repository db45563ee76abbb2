/**
 * The request limit in force: what the profile says, lowered by what 429s have taught. Times are monotonic
 * ms.
 */
export interface LearnedLimit {
  configured(): number;
  current(now: number): number;
  /** A 429 came when `accepted` requests of ours were in the window; recovery starts at `from`. */
  refused(accepted: number, now: number, from: number): void;
  setConfigured(limit: number): void;
}

/**
 * Never learn less than this share of the configured limit: a 429 soon after a start, or caused by somebody
 * else with the same key, says little about our own share.
 */
const floorShare = 0.1;
/** Share of the configured limit won back in a minute without a 429 … */
const recoveryShare = 0.1;
/**
 * … halved with every further 429 before the full limit was reached again, so that a lower real limit is not
 * probed often.
 */
const slowest = 1 / 16;

export function createLearnedLimit(limit: number): LearnedLimit {
  let configured = limit;
  let learned = limit;
  let since = 0;
  let strikes = 0;

  function current(now: number): number {
    if (learned >= configured) return configured;
    const pace = Math.max(0.5 ** Math.max(strikes - 1, 0), slowest);
    const recovered = (Math.max(0, now - since) / 60_000) * recoveryShare * configured * pace;
    return Math.min(configured, Math.floor(learned + recovered));
  }

  return {
    configured: () => configured,
    current,
    refused(accepted, now, from) {
      const before = current(now);
      strikes = before >= configured ? 1 : strikes + 1;
      const floor = Math.max(1, Math.ceil(configured * floorShare));
      learned = Math.min(before, Math.max(floor, accepted));
      since = from;
    },
    setConfigured(next) {
      configured = next;
      learned = next;
      strikes = 0;
    },
  };
}
