/** As long as the service looks back, ms. */
const windowMs = 60_000;

/**
 * How many of these requests (times in ms) a service that counts the last 60 s would have refused: those it
 * refuses do not count, as in the sandbox. The sandbox itself refuses none while it is counted here, since an
 * agent that is told to wait hides what it would have done.
 */
export function overLimit(times: readonly number[], perMinute: number): number {
  const taken: number[] = [];
  let refused = 0;
  for (const time of inOrder(times)) {
    const oldest = taken[taken.length - perMinute];
    if (oldest !== undefined && oldest + windowMs > time) refused += 1;
    else taken.push(time);
  }
  return refused;
}

/** The most requests in any 60 s: whether the limit was ever near. */
export function busiestMinute(times: readonly number[]): number {
  const sorted = inOrder(times);
  let first = 0;
  let most = 0;
  for (const [last, time] of sorted.entries()) {
    while ((sorted[first] ?? time) + windowMs <= time) first += 1;
    most = Math.max(most, last - first + 1);
  }
  return most;
}

function inOrder(times: readonly number[]): number[] {
  return times.toSorted((one, other) => one - other);
}
