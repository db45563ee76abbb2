/** How long a condition is waited for before the test fails: bounds a failure and shapes no pass; ms. */
const patience = 60_000;
/**
 * How often it is looked, and how much of what passed since counts at most, ms: a machine with other things
 * to do is waited for.
 */
const turn = 5;
const longestTurn = 10;

/** Waits on a condition, never on time; says what it waited for when it does not come. */
export async function until(
  what: string,
  holds: () => boolean | Promise<boolean>,
  longestWait = patience,
): Promise<void> {
  let waited = 0;
  let last = performance.now();
  while (!(await holds())) {
    if (waited > longestWait) throw new Error(`never came: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, turn));
    const now = performance.now();
    waited += Math.min(now - last, longestTurn);
    last = now;
  }
}
