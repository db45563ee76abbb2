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
  for (const time of times.toSorted((one, other) => one - other)) {
    const oldest = taken[taken.length - perMinute];
    if (oldest !== undefined && oldest + windowMs > time) refused += 1;
    else taken.push(time);
  }
  return refused;
}
