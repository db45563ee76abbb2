/**
 * The last index for which it holds, of those that hold from the beginning on; −1 for none. So `+ 1` is the
 * first for which it does not.
 */
export function lastWhere(count: number, holds: (index: number) => boolean): number {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (holds(middle)) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
