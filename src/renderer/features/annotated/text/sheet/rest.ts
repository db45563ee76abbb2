/** A section out of sight waits for the browser to rest, at most so many milliseconds. */
const restWithin = 400;

/** Resolves when the browser has nothing better to do. */
export function rest(): Promise<unknown> {
  if (typeof requestIdleCallback === 'undefined') return new Promise((resolve) => setTimeout(resolve, 0));
  return new Promise((resolve) => requestIdleCallback(resolve, { timeout: restWithin }));
}
