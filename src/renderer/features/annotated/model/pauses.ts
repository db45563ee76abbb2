/** Milliseconds of work, after which waiting requests are answered. */
const working = 12;

/** To be waited for after each part of a long work: lets requests be answered once enough was done. */
export function pauses(): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < working) return;
    await new Promise((resolve) => setTimeout(resolve, 0));
    since = performance.now();
  };
}
