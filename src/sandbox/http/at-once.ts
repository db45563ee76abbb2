/** Something that was under way, sandbox ms; `to` is null while it still is. */
export interface Span {
  readonly of: string;
  readonly from: number;
  readonly to: number | null;
}

/** How many of something are under way at once, and how many ever were. */
export interface AtOnce {
  /** One more began; call what comes back when it ended, as often as you like. */
  begin(of: string): () => void;
  now(): number;
  /** The most at once since the start. */
  most(): number;
  /** When each began and ended, in the order in which they began; the newest, where there were many. */
  spans(): readonly Span[];
}

/** So many spans are kept at least: memory stays flat. */
const kept = 50_000;

export function createAtOnce(time: () => number): AtOnce {
  let now = 0;
  let most = 0;
  const spans: { of: string; from: number; to: number | null }[] = [];
  return {
    begin(of) {
      now += 1;
      most = Math.max(most, now);
      const span = { of, from: time(), to: null as number | null };
      spans.push(span);
      if (spans.length >= 2 * kept) spans.splice(0, kept);
      return () => {
        if (span.to !== null) return;
        span.to = time();
        now -= 1;
      };
    },
    now: () => now,
    most: () => most,
    spans: () => spans,
  };
}
