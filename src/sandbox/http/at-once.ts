/** How many of something are under way at once, and how many ever were. */
export interface AtOnce {
  /** One more began; call what comes back when it ended, as often as you like. */
  begin(): () => void;
  now(): number;
  /** The most at once since the start. */
  most(): number;
}

export function createAtOnce(): AtOnce {
  let now = 0;
  let most = 0;
  return {
    begin() {
      now += 1;
      most = Math.max(most, now);
      let ended = false;
      return () => {
        if (ended) return;
        ended = true;
        now -= 1;
      };
    },
    now: () => now,
    most: () => most,
  };
}
